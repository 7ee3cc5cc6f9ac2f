// One list of variables for all equations of a system.
#include "system/modular/common_variables.hpp"

#include <algorithm>

#include <polyfork/poly/multivariate/convert_variables.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

std::optional<std::vector<MultiPolyQ>> in_common_variables(const std::vector<MultiPolyQ>& polynomials,
                                                           const ExecutionContext& ctx) {
  const auto has_names_of_first = [&](const MultiPolyQ& f) {
    return f.variables().names() == polynomials.front().variables().names();
  };
  if (std::all_of(polynomials.begin(), polynomials.end(), has_names_of_first)) return std::nullopt;
  return unite(polynomials, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
