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
#include <polyfork/poly/multi_products/multi_products.hpp>

#include "poly/dense/integer_content.hpp"
#include "poly/factor/factor_z_square_free.hpp"
#include "poly/factor/factor_zp_random.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multi_factor/factor_classes.hpp"
#include "poly/multi_factor/integer_values.hpp"
#include "poly/multi_factor/lane_images.hpp"
#include "poly/multi_factor/lift_factors.hpp"
#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multivariate/multi_gcd.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using P = MultiPolyZ;

constexpr std::size_t most_bits_for_narrow = 256;  // of coefficients: more are a matter of few primes

/// At a point, which are those of the polynomial but for accidents; another point costs another factorization over Z.
constexpr std::size_t few_factors = 6;

/// Primes to lift modulo: below 2^31 where that lets eight images be lifted at once, else below 2^62.
class LiftPrimes {
 public:
  explicit LiftPrimes(bool narrow) noexcept : narrow_(narrow) {}
  std::uint64_t next() { return narrow_ ? narrow_primes_.next() : wide_primes_.next(); }
  /// Of every prime, at least.
  std::size_t bits() const noexcept { return narrow_ ? 30 : 61; }

 private:
  bool narrow_;
  NarrowPrimes narrow_primes_;
  GcdPrimes wide_primes_;
};

/// A point, and the factors of the polynomial there.
struct PointFactors {
  std::vector<Integer> point;  // of the sequence without x
  std::vector<IntegerVector> factors;
  std::uint64_t prime = 0;  // modulo which they are different and keep their degrees
};

class MainVariableFactorizer {
 public:
  MainVariableFactorizer(const P& f, std::size_t x, const ExecutionContext& ctx)
      : f_(f),
        ctx_(ctx),
        degrees_(f.degrees()),
        sequence_(variable_sequence(f, x)),
        terms_(f, sequence_),
        narrow_(sequence_.size() > 2 && LaneImages::serve(degrees_[x]) &&
                f.coefficients().max_bits(ctx) <= most_bits_for_narrow),
        primes_(narrow_),
        prime_(primes_.next()),
        finder_(f, sequence_, ctx) {}

  std::vector<P> run() {
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
    const FieldPoly words = words_of(u, m);
    if (words.back() == 0 || field_gcd(words, field_derivative<WordModulus>(words, m), m).size() != 1) {
      // It may be the prime, which then refuses all points: finitely many do that.
      prime_ = primes_.next();
      return std::nullopt;
    }
    at.prime = prime_;
    at.factors = irreducible_factors(u, ctx_);
    return at;
  }

  FieldPoly words_of(const IntegerVector& u, const WordModulus& m) const {
    FieldPoly words(u.size());
    residues(u, m.value(), words, ctx_);
    return words;
  }
  static std::uint64_t word_of(const Integer& n, const WordModulus& m) { return PrimeField(m.value()).from_integer(n); }
  static std::vector<std::uint64_t> words_of(const std::vector<Integer>& point, const WordModulus& m) {
    std::vector<std::uint64_t> words;
    words.reserve(point.size());
    for (const Integer& n : point) words.push_back(word_of(n, m));
    return words;
  }

  std::optional<std::vector<P>> from_point(const PointFactors& at, unsigned attempt) {
    const WordModulus m(at.prime);
    const std::vector<std::uint64_t> point = words_of(at.point, m);
    std::vector<FieldPoly> bases;
    for (const IntegerVector& u : at.factors) {
      bases.push_back(words_of(u, m));
      field_scale<WordModulus>(bases.back(), m.inverse(bases.back().back()), m);
    }
    const WordTerms words = terms_.modulo(m.value(), ctx_);
    const auto classes = finder_.at(words, point, std::move(bases), m, 2 + 2 * attempt,
                                    [&](const ModularTerms<Integers>& h) { return h.modulo(m.value(), ctx_); });
    if (!classes) return std::nullopt;
    if (classes->members.size() == 1) return std::vector<P>{f_};
    return lifted(at, *classes);
  }

  /// What is the same for all primes.
  struct LiftedClasses {
    std::vector<IntegerVector> factors;  // at the point
    std::vector<P> leads;                // up to a common factor those of the polynomials that are lifted
    Integer excess;                      // the common factor, by whose powers f is multiplied
  };

  LiftedClasses with_constants(const PointFactors& at, const FactorClasses<Integers>& classes) const {
    const std::vector<P>& leads = classes.leads;
    LiftedClasses result;
    result.excess = finder_.unit();
    for (std::size_t s = 0; s < leads.size(); ++s) {
      const std::vector<std::size_t>& members = classes.members[s];
      PolyZ u(at.factors[members[0]]);
      for (std::size_t i = 1; i < members.size(); ++i) u = mul(u, PolyZ(at.factors[members[i]]), ctx_);
      // The leading coefficient's value is a multiple of u's leading coefficient.
      const Integer lead = u.leading_coefficient();
      const Integer constant = exact_div(lead, gcd(lead, value_at_point(leads[s], sequence_, at.point)));
      result.factors.push_back(std::move(u).coefficients());
      result.leads.push_back(scale(leads[s], constant, ctx_));
      const auto rest = floor_div_rem(result.excess, constant);
      if (rest.second.is_zero()) {
        result.excess = rest.first;
      } else {  // not for true factors; lifting will fail
        result.leads.back() = leads[s];
      }
    }
    for (P& lead : result.leads) lead = scale(lead, result.excess, ctx_);
    return result;
  }

  std::optional<std::vector<P>> lifted(const PointFactors& at, const FactorClasses<Integers>& classes) {
    const LiftedClasses parts = with_constants(at, classes);
    const std::size_t count = parts.leads.size();
    std::vector<ModularTerms<Integers>> lead_terms;
    for (const P& lead : parts.leads) lead_terms.emplace_back(lead, sequence_);
    std::vector<WordTerms> support;
    std::vector<IncrementalCrt> crt;
    LiftPrimes primes(narrow_);
    const std::size_t most_primes = bound_bits(parts) / primes.bits() + 2;
    std::uint64_t prime = primes.next();
    while (prime != at.prime) prime = primes.next();
    for (std::size_t used = 0; used < most_primes; ++used, prime = primes.next()) {
      const WordModulus m(prime);
      LiftProblem problem{terms_.modulo(m.value(), ctx_), {}, {}, words_of(at.point, m), classes.images.degrees};
      const std::uint64_t excess = word_of(parts.excess, m);
      const std::uint64_t factor = m.pow(excess, count - 1);
      for (std::uint64_t& c : problem.f.coefficients) c = m.mul(c, factor);
      bool usable = excess != 0;
      for (std::size_t s = 0; s < count && usable; ++s) {
        problem.leads.push_back(lead_terms[s].modulo(m.value(), ctx_));
        FieldPoly u = words_of(parts.factors[s], m);
        const std::uint64_t value = value_of(problem.leads.back(), problem.point, m);
        usable = u.back() != 0 && value != 0;
        if (usable) field_scale<WordModulus>(u, m.mul(value, m.inverse(u.back())), m);
        problem.bases.push_back(std::move(u));
      }
      if (!usable) continue;
      LiftedFactors image = lift_factors(problem, m, m.value(), ctx_);
      if (image.outcome != LiftOutcome::found) {
        if (crt.empty()) return std::nullopt;
        continue;
      }
      if (crt.empty()) {
        for (const WordTerms& g : image.factors) crt.emplace_back(g.coefficients, m.value());
        support = std::move(image.factors);
      } else if (!add_image(image.factors, support, m, crt)) {
        return std::nullopt;
      }
      if (!std::all_of(crt.begin(), crt.end(), [&](const auto& c) { return c.settled(gcd_slack_bits, ctx_); }))
        continue;
      if (std::optional<std::vector<P>> factors = proved(support, crt)) return factors;
    }
    return std::nullopt;
  }

  static std::uint64_t value_of(const WordTerms& a, const std::vector<std::uint64_t>& point, const WordModulus& m) {
    const std::vector<std::uint64_t> values = word_monomial_values(a, point, m);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum = m.add(sum, m.mul(a.coefficients[i], values[i]));
    return sum;
  }

  /// Coefficients of a factor of excess^r f, with some room: of a product of degrees d_v a factor is at most 2^(sum
  /// d_v) times as large (Gelfond).
  std::size_t bound_bits(const LiftedClasses& parts) const {
    std::size_t bits = f_.coefficients().max_bits(ctx_) + parts.excess.bit_length() + 64;
    for (const std::uint64_t d : degrees_) bits += static_cast<std::size_t>(2 * d);
    return bits;
  }

  /// False for monomials that the support does not have.
  bool add_image(const std::vector<WordTerms>& image, const std::vector<WordTerms>& support, const WordModulus& m,
                 std::vector<IncrementalCrt>& crt) const {
    for (std::size_t s = 0; s < image.size(); ++s) {
      std::vector<std::uint64_t> c(support[s].size(), 0);
      std::size_t at = 0;
      for (std::size_t i = 0; i < image[s].size(); ++i) {
        const std::uint32_t* const monomial = image[s].monomial(i);
        while (at < c.size() && !std::equal(monomial, monomial + image[s].variables, support[s].monomial(at))) ++at;
        if (at == c.size()) return false;
        c[at++] = image[s].coefficients[i];
      }
      crt[s].add(c, m, ctx_);
    }
    return true;
  }

  std::optional<std::vector<P>> proved(const std::vector<WordTerms>& support,
                                       const std::vector<IncrementalCrt>& crt) const {
    std::vector<P> factors;
    for (std::size_t s = 0; s < support.size(); ++s) {
      P g = from_modular(support[s], crt[s].lift(ctx_), sequence_, f_, ctx_);
      take_content(g, ctx_);
      factors.push_back(normal_associate(g, ctx_));
    }
    if (product(std::span<const P>(factors), ctx_) == f_) return factors;
    return std::nullopt;
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

std::vector<MultiPolyZ> factors_in_one_variable(const MultiPolyZ& f, std::size_t v, const ExecutionContext& ctx) {
  MultiExponents degrees(f.variables().size(), 0);
  degrees[v] = static_cast<std::uint64_t>(f.degree(v));
  const MultiBox box(degrees);
  std::vector<MultiPolyZ> factors;
  for (IntegerVector& u : irreducible_factors(to_box(f, box, ctx).coefficients(), ctx))
    factors.push_back(normal_associate(*from_box(PolyZ::make(std::move(u), PolyZ()), box, degrees, f, ctx), ctx));
  return factors;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
