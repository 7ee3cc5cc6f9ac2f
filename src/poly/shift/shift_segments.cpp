// Segments of a shift's result, from bounds of its coefficients.
#include "poly/shift/shift_segments.hpp"

#include <algorithm>

#include "poly/mul/mul_multimodular.hpp"
#include "poly/shift/shift_bound.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<ShiftSegment> shift_segments(std::span<const std::size_t> lengths, IntegerView c, std::size_t count,
                                         std::size_t most, const ExecutionContext& ctx) {
  const std::vector<std::size_t> begins = shift_segment_begins(count);
  std::vector<std::size_t> bounds = begins;
  if (count < lengths.size()) bounds.push_back(count);
  const std::vector<std::size_t> bits = shift_segment_bits(lengths, c, bounds, ctx);
  std::vector<ShiftSegment> segments;
  for (std::size_t s = 0; s < begins.size(); ++s)
    segments.push_back({begins[s], std::min(shared_prime_count(transform_primes_for(bits[s] + 1)), most)});
  return segments;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
