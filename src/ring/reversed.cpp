#include "ring/reversed.hpp"

namespace polyfork::inline v1::detail {

IntegerVector reversed(const IntegerVector& v, const ExecutionContext& ctx) {
  IntegerVectorBuilder builder;
  std::size_t limbs = 0;
  for (std::size_t i = 0; i < v.size(); ++i) limbs += v[i].limbs().size();
  builder.reserve(v.size(), limbs);
  for (std::size_t i = v.size(); i-- != 0;) builder.push_back(v[i]);
  return builder.finish(ctx);
}

}  // namespace polyfork::inline v1::detail
