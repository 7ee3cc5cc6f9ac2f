// How a product over Z/pZ goes through transforms: shared by the plan and its execution.
#pragma once

#include <cstddef>

#include <polyfork/poly/multiplication.hpp>

#include "fft/word_convolution.hpp"

namespace polyfork::inline v1::detail {

/// The convolution of the whole product, or of one piece when the operands are of very different lengths. Operand a
/// of the convolution is the longer one. A pure function of its arguments and the instruction set in use.
WordConvolutionPlan transform_convolution(const MulShape& shape, int threads, const FftTuning& tuning);
/// Whether the longer operand is cut into pieces.
bool in_pieces(const WordConvolutionPlan& convolution, const MulShape& shape) noexcept;
std::size_t transform_workspace_bytes(const WordConvolutionPlan& convolution, const MulShape& shape,
                                      int threads) noexcept;

}  // namespace polyfork::inline v1::detail
