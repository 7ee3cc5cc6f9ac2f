// Powers of ten by squaring: a single call of GMP for 10^(10^9) takes seconds that nothing can stop.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// 10^exponent. Looks at the stop token between the squarings; charges what it allocates. Throws MemoryLimit.
Integer power_of_ten(std::uint64_t exponent, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
