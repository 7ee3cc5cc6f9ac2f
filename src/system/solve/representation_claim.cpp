// The proofs about representations, one after the other, and representations with what is proved of them.
#include "system/solve/representation_claim.hpp"

#include <cstddef>
#include <optional>

#include <polyfork/core/error.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/modular/common_variables.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/proofs/resultant_proof.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {

bool detail::is_proved(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool certify,
                       const ExecutionContext& ctx) {
  try {
    if (retry_on_one_thread(
            ctx, [&](const ExecutionContext& with) { return is_proved_by_resultants(equations, r, certify, with); }))
      return true;
    if (is_complete(equations, r, certify && !r.resultants, std::nullopt, ctx)) return true;
  } catch (const MemoryLimit&) {
    if (certify) throw;
    return false;
  }
  if (!certify || r.degree != static_cast<std::size_t>(r.polynomial.degree())) return false;
  const PhasedProgress progress(ctx);
  const IdealShape shape = proved_shape(equations, progress.phase(0.8));
  return shape.dimension == 0 && is_complete(equations, r, true, shape.degree, progress.phase(0.2));
}

UnivariateRepresentation univariate_representation(const std::vector<MultiPolyQ>& equations,
                                                   const RepresentationOptions& options, const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx))
    return univariate_representation(*united, options, ctx);
  const detail::PhasedProgress progress(ctx);
  const double proving = options.certify ? 0.45 : 0.1;
  UnivariateRepresentation r = univariate_representation(equations, progress.phase(1 - proving));
  const auto confirming = progress.phase(proving);
  if (r.dimension == 0) {
    r.proved = detail::is_proved(equations, r, options.certify, confirming);
  } else {
    const auto known = detail::confirmed_dimension(r.dimension, equations, options.certify, confirming);
    r.dimension = known.dimension;
    r.proved = known.proved;
  }
  return r;
}

}  // namespace v1
}  // namespace polyfork
