// The algorithm of Faugere, Gianni, Lazard and Mora for the order lex.
#include "groebner/change_order.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <polyfork/core/memory.hpp>

#include "groebner/exponents.hpp"
#include "groebner/linear_relations.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Vector = std::vector<std::uint32_t>;

/// The residue class of x_v times a residue class.
Vector times_variable(const QuotientPlan& plan, std::size_t v, const Vector& in,
                      std::span<const std::vector<std::uint32_t>> coefficients, const SmallPrime& p) {
  std::vector<std::int64_t> sums(in.size(), 0);
  for (std::size_t b = 0; b < in.size(); ++b) {
    if (in[b] == 0) continue;
    const QuotientPlan::Place& place = plan.products(v)[b];
    if (place.inside) {
      sums[place.index] = p.sub_mul(sums[place.index], p.neg(in[b]), 1);
      continue;
    }
    const QuotientPlan::Border& border = plan.border(place.index);
    const auto& values = coefficients[border.polynomial];
    for (std::size_t i = 0; i < border.places.size(); ++i)
      sums[border.places[i]] = p.sub_mul(sums[border.places[i]], in[b], values[i + 1]);
  }
  Vector out(in.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = p.reduce(static_cast<std::uint64_t>(sums[i]));
  return out;
}

/// Where the class of a monomial comes from: that of a monomial of the staircase, times a variable.
struct Origin {
  std::size_t parent;
  std::size_t variable;
};

}  // namespace

LexicographicBasis lexicographic_basis(const QuotientPlan& plan, std::size_t variables,
                                       std::span<const std::vector<std::uint32_t>> coefficients, const SmallPrime& p,
                                       const ExecutionContext& ctx) {
  const std::size_t degree = plan.degree();
  const MemoryReservation held(ctx.memory(), 3 * degree * degree * sizeof(std::uint32_t));
  LexicographicBasis basis;
  LinearRelations relations(degree, p);
  std::vector<Vector> classes;
  // Exponents in the sequence of the variables compare as lex does.
  std::map<LexicographicBasis::Exponents, Origin> open;
  const auto look_at = [&](const LexicographicBasis::Exponents& monomial, Vector vector) {
    if (auto combination = relations.add(vector)) {
      basis.leading.push_back(monomial);
      basis.tails.push_back(std::move(*combination));
      return;
    }
    for (std::size_t v = 0; v < variables; ++v) {
      LexicographicBasis::Exponents next = monomial;
      ++next[v];
      open.emplace(std::move(next), Origin{classes.size(), v});
    }
    basis.staircase.push_back(monomial);
    classes.push_back(std::move(vector));
  };
  Vector one(degree, 0);
  one[0] = 1;
  look_at(LexicographicBasis::Exponents(variables, 0), std::move(one));
  while (!open.empty()) {
    ctx.poll();
    const auto [monomial, origin] = *open.begin();
    open.erase(open.begin());
    if (std::any_of(basis.leading.begin(), basis.leading.end(),
                    [&m = monomial](const auto& lead) { return monomial_divides(lead, m); }))
      continue;
    look_at(monomial, times_variable(plan, origin.variable, classes[origin.parent], coefficients, p));
  }
  return basis;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
