// Products over Z/pZ through number-theoretic transforms (src/fft): M(n) = 3 transforms of the product's length for
// each prime, span O(log^2 n), memory of two transforms and one more for each further prime.
//
// Operands of very different lengths: the longer one is cut into pieces, the shorter one transformed once
// (overlap-save: a piece and the lb - 1 coefficients before it, cyclic products of a power of two, whose first lb - 1
// coefficients are wrapped and dropped). Pieces make their transforms four times as long as the shorter operand: two
// transforms per three quarters of a length stay in cache, against three of the whole.
#include "poly/residues/products/mul_zp_transform.hpp"

#include <algorithm>
#include <bit>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/products/mul_zp_method.hpp"
#include "ring/unwritten_residues.hpp"

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

namespace {

MulPlan plan_transforms(const MulShape& s, const MulBudget& budget) {
  MulPlan plan(MulAlgorithm::transform, s, budget.threads, TransformParameters());
  plan.result = zp_result_bytes(s);
  if (product_length(s) > longest_transform) {
    plan.workspace = Bytes::never;
    return plan;
  }
  auto& p = plan.as<TransformParameters>();
  p.leaf_log = budget.thresholds.transform_leaf_log;
  const WordConvolutionPlan convolution = transform_convolution(s, plan.threads, {p.leaf_log});
  p.primes = convolution.primes;
  p.direct = convolution.direct;
  p.words = convolution.shape.words();
  plan.workspace = transform_workspace_bytes(convolution, s, plan.threads);
  const auto words = static_cast<double>(p.words);
  const double pieces = std::max(1.0, static_cast<double>(product_length(s)) / words);
  const double serial = pieces * p.primes * (s.square ? 2 : 3) * transform_seconds(words);
  plan.predicted_seconds = nanosecond * machine_costs().call + serial * share_of_threads(plan.threads, words / 4096);
  return plan;
}

void run_transforms(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                    ResidueVector& out, const ExecutionContext& ctx) {
  MulShape shape = plan.shape;
  shape.modulus = p.value();
  resize_unwritten(out, product_length(shape));
  const WordConvolutionPlan convolution =
      transform_convolution(shape, plan.threads, {plan.as<TransformParameters>().leaf_log});
  const std::span<const std::uint64_t> longer = a.size() >= b.size() ? a : b;
  const std::span<const std::uint64_t> shorter = a.size() >= b.size() ? b : a;
  if (in_pieces(convolution, shape))
    convolve_in_pieces(convolution, longer, shorter, 0, out, ctx);
  else
    convolve_words(convolution, longer, shorter, out, ctx);
}

}  // namespace

constinit const ZpMulMethod mul_zp_transform = {MulAlgorithm::transform, plan_transforms, run_transforms};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
