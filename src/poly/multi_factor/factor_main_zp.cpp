// Irreducible factors over Z/pZ of polynomials that are primitive and separable in a main variable.
//
// As over Z (factor_main_z.cpp), with random values of the other variables and one lifting: the factors of the
// univariate polynomial are irreducible over Z/pZ. A tiny p has too few values. Then the same runs over a field of
// p^k elements, at integer values while there are good ones, else at values of that field. A polynomial irreducible
// over Z/pZ stays so there unless k has a factor in common with the number of its conjugate factors over the algebraic
// closure, which divides its degrees; and a factor whose coefficients are no integers modulo p shows that it has. Then
// another k is taken.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>

#include "poly/factor/factor_zp.hpp"
#include "poly/multi_factor/factor_classes.hpp"
#include "poly/multi_factor/field_factor.hpp"
#include "poly/multi_factor/field_random.hpp"
#include "poly/multi_factor/lift_factors.hpp"
#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multi_factor/prime_subfield.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using P = MultiPolyZp;

constexpr std::size_t few_factors = 3;  // at a point, which has others than the polynomial has
constexpr unsigned most_points = 48;
constexpr unsigned integer_points = 16;            // of them at integers
constexpr std::uint64_t many_elements = 1U << 15;  // of a field that needs no extension for its points
constexpr std::uint64_t several_elements = 8;      // worth an attempt
constexpr std::uint64_t least_table = 1U << 13;
constexpr std::uint64_t largest_table = 1U << 22;

template <class F>
class MainVariableFactorizer {
 public:
  MainVariableFactorizer(const P& f, const std::vector<std::size_t>& sequence, const F& field,
                         ClassFinder<PrimeField>& finder, const ExecutionContext& ctx)
      : f_(f),
        ctx_(ctx),
        field_(field),
        sequence_(sequence),
        terms_(words_of(ModularTerms<PrimeField>(f, sequence, ctx))),
        random_(0x6d756c7469, field_),
        integers_(0x6d756c7469, f.ring().word_modulus()),
        finder_(finder) {}

  /// Nothing when all points were unlucky, or the field is too small.
  std::optional<std::vector<P>> run() {
    for (unsigned attempt = 0; attempt < most_points; ++attempt) {
      ctx_.poll();
      const std::optional<PointFactors> at = point_of_few_factors(few_factors, [&] { return point_factors(attempt); });
      if (!at) continue;
      if (at->factors.size() == 1) return std::vector<P>{f_};
      if (auto factors = from_point(at->point, at->factors, attempt)) return factors;
      if (few_elements_) break;
    }
    return std::nullopt;
  }

 private:
  WordTerms words_of(const ModularTerms<PrimeField>& a) const {
    WordTerms terms = a.modulo(f_.ring().modulus(), ctx_);
    into_field(terms.coefficients, field_);
    return terms;
  }

  struct PointFactors {
    std::vector<std::uint64_t> point;  // of the sequence without x
    std::vector<FieldPoly> factors;    // monic, of f there
  };

  std::optional<PointFactors> point_factors(unsigned attempt) {
    const bool at_integers = std::is_same_v<F, WordModulus> || attempt < integer_points;
    std::vector<std::uint64_t> point(sequence_.size() - 1);
    for (std::uint64_t& x : point) x = at_integers ? integers_.nonzero() : random_.nonzero();
    if (at_integers) into_field(point, field_);
    FieldPoly u(terms_.monomial(0)[0] + 1);
    WordProgression<F>(terms_, point, 1, field_).next(u);
    if (u.back() == 0) return std::nullopt;
    field_scale<F>(u, field_.inverse(u.back()), field_);
    if (field_gcd(u, field_derivative<F>(u, field_), field_).size() != 1) return std::nullopt;
    std::vector<FieldPoly> factors = at_integers ? factors_over_integers(std::move(u)) : factors_over_field(u);
    return PointFactors{std::move(point), std::move(factors)};
  }

  std::vector<FieldPoly> factors_over_integers(FieldPoly u) const {
    into_integers(u, field_);
    std::vector<FieldPoly> bases;
    for (const PolyZp& factor : factor_square_free_mod_p(PolyZp(f_.ring(), {u.begin(), u.end()}), ctx_)) {
      bases.emplace_back(factor.coefficients().begin(), factor.coefficients().end());
      into_field(bases.back(), field_);
    }
    return bases;
  }
  std::vector<FieldPoly> factors_over_field(const FieldPoly& u) const {
    if constexpr (std::is_same_v<F, TableField>) return field_factors(u, field_, ctx_);
    return {u};
  }

  std::optional<std::vector<P>> from_point(const std::vector<std::uint64_t>& point, const std::vector<FieldPoly>& bases,
                                           unsigned attempt) {
    const auto classes =
        finder_.at(terms_, point, bases, field_, 2 + 2 * attempt, [&](const auto& h) { return words_of(h); });
    if (!classes) return std::nullopt;
    if (classes->members.size() == 1) return std::vector<P>{f_};
    LiftProblem problem{terms_, {}, {}, point, classes->images.degrees};
    std::uint64_t unit = finder_.unit();
    into_field({&unit, 1}, field_);
    const std::uint64_t inverse = field_.inverse(unit);
    for (std::uint64_t& c : problem.f.coefficients) c = field_.mul(c, inverse);
    for (std::size_t s = 0; s < classes->members.size(); ++s) {
      problem.leads.push_back(words_of(ModularTerms<PrimeField>(classes->leads[s], sequence_, ctx_)));
      std::uint64_t lead = 0;
      WordProgression<F>(problem.leads.back(), point, 1, field_).next({&lead, 1});
      if (lead == 0) return std::nullopt;
      FieldPoly u{lead};
      for (const std::size_t i : classes->members[s]) u = field_mul<F>(u, bases[i], field_);
      problem.bases.push_back(std::move(u));
    }
    LiftedFactors image = lift_factors(problem, field_, attempt, ctx_);
    few_elements_ = image.outcome == LiftOutcome::few_elements;
    if (image.outcome != LiftOutcome::found) return std::nullopt;
    return proved(image.factors);
  }

  std::optional<std::vector<P>> proved(std::vector<WordTerms>& image) const {
    std::vector<P> factors;
    for (WordTerms& g : image) {
      if (!into_integers(g.coefficients, field_)) return std::nullopt;
      const ResidueVector c(g.coefficients.begin(), g.coefficients.end());
      factors.push_back(normal_associate(from_modular(g, c, sequence_, f_, ctx_), ctx_));
    }
    if (product(std::span<const P>(factors), ctx_) == f_) return factors;
    return std::nullopt;
  }

  const P& f_;
  const ExecutionContext& ctx_;
  const F field_;
  const std::vector<std::size_t>& sequence_;
  WordTerms terms_;
  FieldRandom<F> random_;
  FieldRandom<WordModulus> integers_;
  ClassFinder<PrimeField>& finder_;
  bool few_elements_ = false;
};

/// What the last step of lifting would say of a field of q elements if f had two factors that are as dense as it is:
/// then their coefficients have 2^-v times as many terms, v the number of variables in them.
bool has_few_elements_for(const MultiPolyZp& f, const std::vector<std::size_t>& sequence, std::uint64_t q,
                          const ExecutionContext& ctx) {
  if (sequence.size() < 3) return false;
  const WordTerms terms = ModularTerms<PrimeField>(f, sequence, ctx).modulo(f.ring().modulus(), ctx);
  const std::size_t known = terms.variables - 1;  // without the last variable, which comes fastest
  double squares = 0;
  double most = 0;
  for (std::size_t i = 0; i < terms.size();) {
    std::size_t count = 0;
    const std::uint32_t x = terms.monomial(i)[0];
    for (; i < terms.size() && terms.monomial(i)[0] == x; ++i)
      if (count == 0 || !std::equal(terms.monomial(i), terms.monomial(i) + known, terms.monomial(i - 1))) ++count;
    const double expected = std::ldexp(static_cast<double>(count), -static_cast<int>(known - 1));
    squares += 2 * expected * expected;
    most = std::max(most, expected);
  }
  return most > static_cast<double>(most_unknowns(q)) && squares / (2 * static_cast<double>(q)) > most_meetings;
}

/// Degrees of extensions of the field of p elements for polynomials of this degree: first primes above the degree,
/// which have no factor in common with a number of conjugates, then others, ascending.
std::vector<std::size_t> extension_degrees(std::uint64_t p, std::size_t degree) {
  std::vector<std::size_t> first;
  std::vector<std::size_t> others;
  std::uint64_t size = p;
  for (std::size_t k = 2; size <= largest_table / p; ++k) {
    size *= p;
    if (size < least_table) continue;
    bool prime = true;
    for (std::size_t d = 2; d * d <= k; ++d) prime = prime && k % d != 0;
    (prime && k > degree ? first : others).push_back(k);
  }
  first.insert(first.end(), others.begin(), others.end());
  return first;
}

}  // namespace

std::vector<MultiPolyZp> factors_in_main_variable(const MultiPolyZp& f, std::size_t x, const ExecutionContext& ctx) {
  const std::vector<std::size_t> sequence = variable_sequence(f, x);
  const std::uint64_t p = f.ring().modulus();
  ClassFinder<PrimeField> finder(f, sequence, ctx);
  if (p >= several_elements && !has_few_elements_for(f, sequence, p, ctx)) {
    MainVariableFactorizer<WordModulus> factorizer(f, sequence, f.ring().word_modulus(), finder, ctx);
    if (auto factors = factorizer.run()) return std::move(*factors);
  }
  if (p < many_elements)
    for (const std::size_t k : extension_degrees(p, static_cast<std::size_t>(f.degree(x)))) {
      MainVariableFactorizer<TableField> factorizer(f, sequence, TableField(p, k, ctx), finder, ctx);
      if (auto factors = factorizer.run()) return std::move(*factors);
    }
  throw DomainError("factorization in several variables: the field has too few elements for this polynomial");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
