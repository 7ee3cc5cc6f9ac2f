// Products of natural numbers through transforms of their limbs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>

#include "fft/ntt_transform.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How a product of two numbers of limbs_a and limbs_b limbs is formed.
struct LimbConvolutionPlan {
  std::size_t limbs_a = 0;
  std::size_t limbs_b = 0;
  unsigned primes = 3;
  unsigned at_once = 1;  ///< primes that are worked on at the same time
  unsigned tiles = 1;    ///< threads that combine residues
  Isa isa = Isa::scalar;
  NttShape shape;

  /// Bytes of scratch when both operands differ.
  std::size_t workspace_bytes() const noexcept;
};

/// The longest product in limbs.
inline constexpr std::size_t longest_limb_product = std::size_t{1} << 32;

/// A pure function of its arguments. Preconditions: limbs >= 1, together at most longest_limb_product.
LimbConvolutionPlan plan_limb_convolution(std::size_t limbs_a, std::size_t limbs_b, int threads, Isa isa,
                                          const FftTuning& tuning = {});

/// out = a b, all of plan.limbs_a + plan.limbs_b limbs; out overlaps neither operand. a.data() == b.data() with equal
/// sizes is a square. The caller has reserved the plan's workspace.
void multiply_limbs(const LimbConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
