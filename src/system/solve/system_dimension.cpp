// Dimensions by leading monomials, and by Groebner bases that are proved.
#include "system/solve/system_dimension.hpp"

#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/modular/integer_system.hpp"
#include "system/modular/leading_power_order.hpp"
#include "system/solve/completeness_by_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::optional<ResidueClasses> known_residue_classes(const std::vector<MultiPolyQ>& equations,
                                                    const ExecutionContext& ctx) {
  const auto weights = weights_for_leading_powers(integer_system(equations));
  if (!weights) return std::nullopt;
  return residue_classes(integer_equations(equations, ctx), *weights);
}

IdealShape proved_shape(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  const auto classes = known_residue_classes(equations, ctx);
  if (classes && classes->exact) return {0, static_cast<std::size_t>(classes->count)};
  const auto basis = rational_groebner_basis(equations, {MonomialOrder::graded_reverse_lex, true}, ctx);
  return ideal_shape(basis.polynomials, equations[0].variables().size(), ctx);
}

KnownDimension confirmed_dimension(int dimension, const std::vector<MultiPolyQ>& equations, bool certify,
                                   const ExecutionContext& ctx) {
  if (!certify) return {dimension, false};
  if (dimension == 0) return {0, known_residue_classes(equations, ctx).has_value()};
  if (dimension < 0 && has_no_solutions_modulo_primes(equations, ctx)) return {dimension, true};
  const int proved = proved_shape(equations, ctx).dimension;
  if (proved == 0 || (proved < 0) != (dimension < 0)) throw DomainError("primes disagree about the system");
  return {proved, true};
}

void require_finitely_many(const KnownDimension& known, const Variables& variables) {
  if (known.dimension > 0) throw PositiveDimension(known.dimension, known.proved, variables);
}

}  // namespace detail

namespace {

std::string message_of(int dimension, bool proved, const Variables& variables) {
  std::string names;
  for (const std::string& name : variables.names()) names += (names.empty() ? "" : ", ") + name;
  return "the system has infinitely many complex solutions: they have dimension " + std::to_string(dimension) +
         ", in the variables " + names + (proved ? " (proved)" : " (probable: two primes agree)");
}

}  // namespace

PositiveDimension::PositiveDimension(int dimension, bool proved, const Variables& variables)
    : DomainError(message_of(dimension, proved, variables)), dimension_(dimension), proved_(proved) {}
PositiveDimension::~PositiveDimension() = default;

}  // namespace v1
}  // namespace polyfork
