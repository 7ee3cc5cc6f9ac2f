// Polynomials modulo a word on the far side of the transforms, for algorithms that use one operand in several products
// or add products up: matrices of polynomials, subproduct trees.
//
// The image of a polynomial is its residues modulo the blocks of the plan's shape, for each prime of the plan. Forward,
// multiply, accumulate, inverse: a sum of k products costs one way back instead of k. Images are working data of
// image_words() words, aligned to 64 bytes, that the caller owns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>

#include "fft/ntt_table.hpp"
#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// As plan_word_convolution, for sums of `terms` products.
WordConvolutionPlan plan_word_transform(const WordProductShape& product, std::size_t terms, int threads, Isa isa);
/// Sums of `terms` products modulo x^n - 1, n = product.window.end a power of two >= 8; lengths in [1, n]. The window
/// is all n coefficients.
WordConvolutionPlan plan_cyclic_transform(const WordProductShape& product, std::size_t terms, int threads, Isa isa);

class WordTransform {
 public:
  /// Takes the tables from the context's plan cache.
  WordTransform(const WordConvolutionPlan& plan, const ExecutionContext& ctx);

  const WordConvolutionPlan& plan() const noexcept { return plan_; }
  std::size_t image_words() const noexcept { return plan_.shape.data_words() * plan_.primes; }

  /// The image of a, canonical words, at most plan().shape.words() of them.
  void forward(std::span<const std::uint64_t> a, std::uint64_t* image, const ExecutionContext& ctx) const;
  /// product = a b, ready for accumulate and inverse. product may be a; it may be b only if a is b, too.
  void multiply(std::uint64_t* product, const std::uint64_t* a, const std::uint64_t* b,
                const ExecutionContext& ctx) const;
  /// sum += product.
  void accumulate(std::uint64_t* sum, const std::uint64_t* product, const ExecutionContext& ctx) const;
  /// out[i - begin] = coefficient i in the window, canonical, of a product or sum, which is destroyed.
  void inverse(std::uint64_t* product, NttWindow window, std::span<std::uint64_t> out,
               const ExecutionContext& ctx) const;

 private:
  struct Engine {
    const NttKernels* kernels = nullptr;
    std::shared_ptr<const NttTable> table;
    bool reduce = false;
    NttFactor scale{};
  };
  template <class One>
  void for_each_prime(const ExecutionContext& ctx, const One& one) const;

  WordConvolutionPlan plan_;
  std::array<Engine, 4> engines_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
