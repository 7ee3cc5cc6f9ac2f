// Dimensions by Groebner bases that are proved.
#include "system/solve/system_dimension.hpp"

#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/system/rational_basis.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

IdealShape proved_shape(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  const auto basis = rational_groebner_basis(equations, {MonomialOrder::graded_reverse_lex, true}, ctx);
  return ideal_shape(basis.polynomials, equations[0].variables().size(), ctx);
}

KnownDimension confirmed_dimension(int dimension, const std::vector<MultiPolyQ>& equations, bool certify,
                                   const ExecutionContext& ctx) {
  if (dimension == 0 || !certify) return {dimension, false};
  const int proved = proved_shape(equations, ctx).dimension;
  if (proved == 0 || (proved < 0) != (dimension < 0)) throw DomainError("primes disagree about the system");
  return {proved, true};
}

void require_finitely_many(const KnownDimension& known, const Variables& variables) {
  if (known.dimension <= 0) return;
  std::string names;
  for (const std::string& name : variables.names()) names += (names.empty() ? "" : ", ") + name;
  throw DomainError("the system has infinitely many complex solutions: they have dimension " +
                    std::to_string(known.dimension) + ", in the variables " + names +
                    (known.proved ? " (proved)" : " (probable: two primes agree)"));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
