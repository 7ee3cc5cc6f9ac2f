// Representations with what is proved of them.
#include <polyfork/system/representation.hpp>

#include "core/progress/phased_progress.hpp"
#include "system/modular/common_variables.hpp"
#include "system/solve/proved_claims.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {

UnivariateRepresentation univariate_representation(const std::vector<MultiPolyQ>& equations,
                                                   const RepresentationOptions& options, const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx))
    return univariate_representation(*united, options, ctx);
  const detail::PhasedProgress progress(ctx);
  const double proving = options.certify ? 0.45 : 0.1;
  UnivariateRepresentation r = univariate_representation(equations, progress.phase(1 - proving));
  const auto confirming = progress.phase(proving);
  if (r.dimension == 0) {
    r.proved = detail::proved_claims(equations, r, options.certify, confirming).complete;
  } else {
    const auto known = detail::confirmed_dimension(r.dimension, equations, options.certify, confirming);
    r.dimension = known.dimension;
    r.proved = known.proved;
  }
  return r;
}

}  // namespace v1
}  // namespace polyfork
