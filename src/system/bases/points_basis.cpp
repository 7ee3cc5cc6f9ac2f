// Linear relations between the values of monomials at all points, modulo primes.
//
// The values at the roots of f are residues modulo f. Monomials are looked at in ascending order: one whose residue
// depends on those before leads a polynomial of the basis, and its multiples are left out (Buchberger and Moeller, The
// construction of multivariate polynomials with preassigned zeros, 1982).
#include "system/bases/points_basis.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "groebner/linear_relations.hpp"
#include "groebner/monomial_table.hpp"
#include "system/modular/rational_lift.hpp"
#include "system/modular/residue_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int most_refused = 20;

using Exponents = std::vector<std::uint64_t>;

struct ModularBasis {
  std::vector<Exponents> staircase;  // ascending
  std::vector<Exponents> leading;
  std::vector<std::size_t> ends;       // of each polynomial's tail among the numbers
  std::vector<std::uint64_t> numbers;  // tails, over the staircase's first monomials
};

/// The values of the variables, residues modulo f; empty for primes that the representation does not have.
struct Coordinates {
  ResidueAlgebra algebra;
  std::vector<WordCoefficients> values;
};
std::optional<Coordinates> coordinates_modulo(const UnivariateRepresentation& r, const SmallPrime& p,
                                              const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p.value());
  const auto degree = static_cast<std::size_t>(r.polynomial.degree());
  if (r.polynomial.leading_coefficient().view().mod(p.value()) == 0) return std::nullopt;
  const PolyZp f = make_monic(reduce(r.polynomial, field, ctx), ctx);
  Coordinates result{ResidueAlgebra(word_coefficients(f, degree + 1), p), {}};
  const ResidueAlgebra& algebra = result.algebra;
  // g / (d f'), with the derivative of the monic f.
  const auto inverse = algebra.inverse(algebra.slope(), ctx);
  if (!inverse) return std::nullopt;
  const std::uint64_t lead = r.polynomial.leading_coefficient().view().mod(p.value());
  for (std::size_t v = 0; v < r.numerators.size(); ++v) {
    const std::uint64_t denominator = field.mul(r.denominators[v].view().mod(p.value()), lead);
    if (denominator == 0) return std::nullopt;
    const PolyZp g = scale(reduce(r.numerators[v], field, ctx), field.inverse(denominator), ctx);
    result.values.push_back(algebra.product(word_coefficients(g, degree), *inverse));
  }
  return result;
}

ModularBasis modular_basis(const Coordinates& points, const SmallPrime& p, const ExecutionContext& ctx) {
  const std::size_t n = points.values.size();
  const std::size_t degree = points.algebra.degree();
  MonomialTable monomials(n);
  std::vector<MonomialTable::Index> variables;
  variables.reserve(n);
  for (std::size_t v = 0; v < n; ++v) variables.push_back(monomials.variable(v));
  ModularBasis basis;
  LinearRelations relations(degree, p);
  std::vector<MonomialTable::Index> leading;
  struct Class {
    MonomialTable::Index monomial;
    WordCoefficients residue;
  };
  const auto exponents_of = [&](MonomialTable::Index m) {
    Exponents exponents(n);
    for (std::size_t v = 0; v < n; ++v) exponents[v] = monomials.exponent(m, v);
    return exponents;
  };
  const auto look_at = [&](MonomialTable::Index m, WordCoefficients residue, std::vector<Class>& classes) {
    if (const auto combination = relations.add(residue)) {
      leading.push_back(m);
      basis.leading.push_back(exponents_of(m));
      basis.numbers.insert(basis.numbers.end(), combination->begin(), combination->end());
      basis.ends.push_back(basis.numbers.size());
      return;
    }
    basis.staircase.push_back(exponents_of(m));
    classes.push_back({m, std::move(residue)});
  };
  std::vector<Class> last;  // of the staircase, the monomials of one degree
  WordCoefficients one(degree, 0);
  one[0] = 1;
  look_at(monomials.one(), std::move(one), last);
  while (!last.empty()) {
    // The multiples of these, each once.
    struct Multiple {
      MonomialTable::Index monomial;
      std::size_t parent;
      std::size_t variable;
    };
    std::vector<Multiple> multiples;
    for (std::size_t i = 0; i < last.size(); ++i)
      for (std::size_t v = 0; v < n; ++v) {
        const MonomialTable::Index m = monomials.product(last[i].monomial, variables[v]);
        if (std::none_of(leading.begin(), leading.end(), [&](auto by) { return monomials.divides(by, m); }))
          multiples.push_back({m, i, v});
      }
    std::sort(multiples.begin(), multiples.end(), [&](const Multiple& a, const Multiple& b) {
      return a.monomial != b.monomial ? monomials.less(a.monomial, b.monomial) : a.parent < b.parent;
    });
    std::vector<Class> next;
    for (std::size_t i = 0; i < multiples.size(); ++i) {
      ctx.poll();
      const Multiple& m = multiples[i];
      if (i > 0 && multiples[i - 1].monomial == m.monomial) continue;
      look_at(m.monomial, points.algebra.product(last[m.parent].residue, points.values[m.variable]), next);
    }
    last = std::move(next);
  }
  return basis;
}

std::vector<MultiPolyQ> polynomials_of(const ModularBasis& shape, const std::vector<CommonFractions>& groups,
                                       const Variables& variables, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ> result;
  result.reserve(shape.leading.size());
  for (std::size_t i = 0; i < shape.leading.size(); ++i) {
    MultiPolyQ::Collector collector(Rationals{}, variables);
    collector.push_back(shape.leading[i], Rational(1));
    for (std::size_t k = 0; k < groups[i].numerators.size(); ++k)
      collector.push_back(shape.staircase[k], -Rational(groups[i].numerators[k], groups[i].denominator));
    result.push_back(std::move(collector).finish(ctx));
  }
  return result;
}

}  // namespace

std::vector<MultiPolyQ> basis_of_points(const UnivariateRepresentation& r, std::size_t most,
                                        const ExecutionContext& ctx) {
  const auto degree = static_cast<std::size_t>(r.polynomial.degree());
  if (degree > most) return {};
  const MemoryReservation held(ctx.memory(), 4 * degree * degree * sizeof(std::uint32_t));
  std::optional<ModularBasis> shape;
  std::optional<RationalLift> lift;
  std::optional<std::vector<CommonFractions>> found;
  std::uint64_t last = std::uint64_t{1} << 31;
  for (int refused = 0; refused < most_refused;) {
    last = previous_prime(last);
    const SmallPrime p(static_cast<std::uint32_t>(last));
    const auto points = coordinates_modulo(r, p, ctx);
    if (!points) continue;
    ModularBasis basis = modular_basis(*points, p, ctx);
    if (!shape) {
      lift.emplace(basis.numbers.size());
      shape = std::move(basis);
      lift->add(p.value(), shape->numbers);
      continue;
    }
    if (basis.leading != shape->leading) {
      ++refused;
      continue;
    }
    if (found && agree(*found, basis.numbers, p.value()))
      return polynomials_of(*shape, *found, r.variables.with_order(MonomialOrder::graded_reverse_lex), ctx);
    lift->add(p.value(), basis.numbers);
    found.reset();
    if (lift->looks_complete(ctx)) found = lift->lift(shape->ends, ctx);
  }
  return {};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
