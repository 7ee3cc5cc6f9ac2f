// The algorithm of Berlekamp and Massey modulo primes below 2^31, with the inner products of elimination.
#include "system/modular/berlekamp_massey.hpp"

#include <polyfork/core/cpu.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

SequenceArithmetic::SequenceArithmetic(const SmallPrime& prime, const ExecutionContext& context)
    : p(prime), ctx(context), kernel(multiple_table().select(active_isa())) {}

std::vector<std::uint32_t> minimal_recurrence(std::span<const std::uint32_t> sequence, const SmallPrime& p,
                                              const ExecutionContext& ctx) {
  return minimal_recurrence<std::uint32_t>(sequence, SequenceArithmetic(p, ctx));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
