// Products over Z/pZ through number-theoretic transforms (src/fft): M(n) = 3 transforms of the product's length for
// each prime, span O(log^2 n), memory of two transforms and one more for each further prime.
//
// Operands of very different lengths: the longer one is cut into pieces, the shorter one transformed once
// (overlap-save: a piece and the lb - 1 coefficients before it, cyclic products of a power of two, whose first lb - 1
// coefficients are wrapped and dropped). Pieces make their transforms four times as long as the shorter operand: two
// transforms per three quarters of a length stay in cache, against three of the whole.
#include "poly/residues/mul_zp_transform.hpp"

#include <algorithm>
#include <bit>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t uneven = 4;  // cut from this ratio of lengths on

}  // namespace

WordConvolutionPlan transform_convolution(const MulShape& shape, int threads, const FftTuning& tuning) {
  const std::size_t longer = std::max(shape.length_a, shape.length_b);
  const std::size_t shorter = std::min(shape.length_a, shape.length_b);
  // Without a modulus: one of that many bits that is no transform prime.
  const std::uint64_t modulus = shape.modulus != 0 ? shape.modulus : (std::uint64_t{1} << shape.bits_a) - 1;
  const bool prime = shape.modulus != 0;
  std::size_t length = longer;
  if (longer / uneven >= shorter) length = std::min(longer, std::bit_ceil(uneven * shorter) - (shorter - 1));
  return plan_word_convolution({modulus, prime, length, shorter, {0, length + shorter - 1}}, threads, active_isa(),
                               tuning);
}

bool in_pieces(const WordConvolutionPlan& convolution, const MulShape& shape) noexcept {
  return convolution.product.length_a < std::max(shape.length_a, shape.length_b);
}

std::size_t transform_workspace_bytes(const WordConvolutionPlan& convolution, const MulShape& shape,
                                      int threads) noexcept {
  if (!in_pieces(convolution, shape)) return convolution.workspace_bytes();
  // Per thread; the prepared operand is charged by itself.
  return saturating_mul(convolution.workspace_bytes(), static_cast<std::size_t>(threads));
}

void convolve_in_pieces(const WordConvolutionPlan& convolution, std::span<const std::uint64_t> longer,
                        std::span<const std::uint64_t> shorter, std::size_t first, std::span<std::uint64_t> out,
                        const ExecutionContext& ctx) {
  const PreparedWords prepared(convolution, shorter, ctx);
  const std::size_t piece = convolution.product.length_a;
  const std::size_t before = shorter.size() - 1;
  const std::size_t pieces = (out.size() + piece - 1) / piece;
  parallel_for(ctx, pieces, 1, [&](std::size_t from_piece, std::size_t to_piece) {
    for (std::size_t i = from_piece; i < to_piece; ++i) {
      const std::size_t begin = first + i * piece;
      const std::size_t end = std::min(first + out.size(), begin + piece);
      const std::size_t from = begin - std::min(begin, before);
      const std::size_t to = std::min(longer.size(), end);
      convolve_words(prepared, longer.subspan(from, to - from), {begin - from, end - from},
                     out.subspan(i * piece, end - begin), ctx);
    }
  });
}

void mul_zp_transform(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                      std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  MulShape shape = plan.shape;
  shape.modulus = p.value();
  const WordConvolutionPlan convolution = transform_convolution(shape, plan.threads, {plan.leaf_log});
  const std::span<const std::uint64_t> longer = a.size() >= b.size() ? a : b;
  const std::span<const std::uint64_t> shorter = a.size() >= b.size() ? b : a;
  if (in_pieces(convolution, shape))
    convolve_in_pieces(convolution, longer, shorter, 0, out, ctx);
  else
    convolve_words(convolution, longer, shorter, out, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
