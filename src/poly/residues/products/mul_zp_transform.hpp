// How a product over Z/pZ goes through transforms: shared by products, partial products and plans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/poly/mul/multiplication.hpp>

#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The convolution of the whole product, or of one piece when the operands are of very different lengths. Operand a
/// of the convolution is the longer one. A pure function of its arguments and the instruction set in use.
WordConvolutionPlan transform_convolution(const MulShape& shape, int threads, const FftTuning& tuning);
/// Whether the longer operand is cut into pieces.
bool in_pieces(const WordConvolutionPlan& convolution, const MulShape& shape) noexcept;
std::size_t transform_workspace_bytes(const WordConvolutionPlan& convolution, const MulShape& shape,
                                      int threads) noexcept;
/// out[i] = coefficient first + i of the product, first + out.size() <= longer.size() + shorter.size() - 1. The
/// convolution's length_a is the length of a piece.
void convolve_in_pieces(const WordConvolutionPlan& convolution, std::span<const std::uint64_t> longer,
                        std::span<const std::uint64_t> shorter, std::size_t first, std::span<std::uint64_t> out,
                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
