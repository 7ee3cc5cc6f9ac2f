// Irreducible factors over Z of polynomials that are primitive in a main variable.
//
// The other variables take integer values. The factors of the univariate polynomial there, irreducible over Z, are
// lifted along every variable modulo a word prime; linear equations say which belong together (directions.hpp). When
// their solutions have one dimension, the polynomial is irreducible. Otherwise leading coefficients are distributed and
// the classes are lifted to all variables modulo as many primes as the coefficients need; the images belong together
// since all come from the same integer polynomials at the point. A product that is the input proves everything: there
// are no more irreducible factors than dimensions, and as many factors have been found. A point at which anything fails
// is given up for another one, of a wider range; equations become longer from time to time.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>

#include "poly/dense/integer_content.hpp"
#include "poly/factor/factor_zp_random.hpp"
#include "poly/factor_z/factor_z_square_free.hpp"
#include "poly/multi_factor/factor_classes.hpp"
#include "poly/multi_factor/integer_values.hpp"
#include "poly/multi_factor/lane_images.hpp"
#include "poly/multi_factor/lift_classes.hpp"
#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using P = MultiPolyZ;

constexpr std::uint64_t most_value_degree = std::uint64_t{1} << 27;
constexpr std::size_t most_bits_for_narrow = 256;  // of coefficients: more are a matter of few primes

/// At a point, which are those of the polynomial but for accidents; another point costs another factorization over Z.
constexpr std::size_t few_factors = 6;

class MainVariableFactorizer {
 public:
  MainVariableFactorizer(const P& f, std::size_t x, const ExecutionContext& ctx)
      : f_(f),
        ctx_(ctx),
        degrees_(f.degrees()),
        sequence_(variable_sequence(f, x)),
        terms_(f, sequence_, ctx),
        narrow_(sequence_.size() > 2 && LaneImages::serve(degrees_[x]) &&
                f.coefficients().max_bits(ctx) <= most_bits_for_narrow),
        primes_(narrow_),
        prime_(primes_.next()),
        finder_(f, sequence_, ctx) {}

  std::vector<P> run() {
    require_values();
    for (unsigned attempt = 0;; ++attempt) {
      ctx_.poll();
      const std::optional<PointFactors> at = point_of_few_factors(few_factors, [&] { return point_factors(attempt); });
      if (!at) continue;
      if (at->factors.size() == 1) return {f_};
      if (std::optional<std::vector<P>> factors = from_point(*at, attempt)) return std::move(*factors);
      prime_ = primes_.next();  // a factor's coefficient may vanish modulo it, whatever the point is
    }
  }

 private:
  /// Throws DomainError where powers of small integers have too many bits, for which no array in two variables serves,
  /// either.
  void require_values() const {
    for (std::size_t k = 1; k < sequence_.size(); ++k)
      if (degrees_[sequence_[k]] > most_value_degree)
        throw DomainError("factorization in several variables: the degrees are too high for arrays of coefficients");
  }

  /// At small integers other than 0, 1 and -1, where coefficients vanish more often.
  std::optional<PointFactors> point_factors(unsigned attempt) {
    PointFactors at;
    for (std::size_t k = 1; k < sequence_.size(); ++k) {
      const auto magnitude = static_cast<std::int64_t>(2 + random_.next() % (3 + 4 * std::uint64_t{attempt}));
      at.point.emplace_back(random_.next() % 2 == 0 ? magnitude : -magnitude);
    }
    IntegerVector u = value_in_main_variable(f_, sequence_, at.point, ctx_);
    if (u.size() != degrees_[sequence_[0]] + 1) return std::nullopt;
    u = primitive_positive(u, ctx_);
    const WordModulus m(prime_);
    const FieldPoly words = words_modulo(u, m, ctx_);
    if (words.back() == 0 || field_gcd(words, field_derivative<WordModulus>(words, m), m).size() != 1) {
      // It may be the prime, which then refuses all points: finitely many do that.
      prime_ = primes_.next();
      return std::nullopt;
    }
    at.prime = prime_;
    at.factors = irreducible_factors(u, ctx_);
    return at;
  }

  std::optional<std::vector<P>> from_point(const PointFactors& at, unsigned attempt) {
    const WordModulus m(at.prime);
    const std::vector<std::uint64_t> point = words_modulo(at.point, m);
    std::vector<FieldPoly> bases;
    for (const IntegerVector& u : at.factors) {
      bases.push_back(words_modulo(u, m, ctx_));
      field_scale<WordModulus>(bases.back(), m.inverse(bases.back().back()), m);
    }
    const WordTerms words = terms_.modulo(m.value(), ctx_);
    const auto classes = finder_.at(words, point, std::move(bases), m, 2 + 2 * attempt,
                                    [&](const ModularTerms<Integers>& h) { return h.modulo(m.value(), ctx_); });
    if (!classes) return std::nullopt;
    if (classes->members.size() == 1) return std::vector<P>{f_};
    return lift_classes({f_, sequence_, terms_, narrow_, ctx_}, at, *classes, finder_.unit());
  }

  const P& f_;
  const ExecutionContext& ctx_;
  MultiExponents degrees_;
  std::vector<std::size_t> sequence_;
  ModularTerms<Integers> terms_;
  bool narrow_;  // primes: there are several images, and they are lifted in vectors
  LiftPrimes primes_;
  std::uint64_t prime_;  // the next point is looked at modulo it
  FixedRandom random_{0x6d756c7469};
  ClassFinder<Integers> finder_;
};

}  // namespace

std::vector<MultiPolyZ> factors_in_main_variable(const MultiPolyZ& f, std::size_t x, const ExecutionContext& ctx) {
  return MainVariableFactorizer(f, x, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
