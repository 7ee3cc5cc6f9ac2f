// Products of polynomials modulo any word, through transforms: directly when the modulus is a prime with enough roots
// of unity, else modulo one to four primes just below 2^50 and the Chinese remainder theorem.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "fft/ntt_kernels.hpp"
#include "fft/ntt_transform.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The primes of transforms that serve other rings: the largest below 2^50 that are 1 modulo 2^32, descending.
inline constexpr std::array<std::uint64_t, 4> transform_primes = {1125844072267777, 1125818302464001, 1125809712529409,
                                                                  1125629323902977};
/// Coefficients that a product modulo transform_primes may have.
inline constexpr std::size_t longest_transform = std::size_t{1} << 32;

/// A product of two polynomials modulo a word. Preconditions: 2 <= modulus < 2^63, lengths >= 1, and the window lies
/// within [0, length_a + length_b - 1], at most longest_transform.
struct WordProductShape {
  std::uint64_t modulus = 0;
  bool prime = false;        ///< the modulus is known to be one
  std::size_t length_a = 0;  ///< coefficients of the first factor
  std::size_t length_b = 0;  ///< coefficients of the second
  NttWindow window;          ///< coefficients of the product that are wanted
};

/// How a product modulo a word is formed.
struct WordConvolutionPlan {
  WordProductShape product;
  bool direct = false;   ///< transforms modulo the modulus itself
  unsigned primes = 1;   ///< transforms per operand
  unsigned at_once = 1;  ///< primes that are worked on at the same time
  unsigned tiles = 1;    ///< threads that combine residues
  Isa isa = Isa::scalar;
  NttShape shape;

  /// Bytes of scratch when both operands differ.
  std::size_t workspace_bytes() const noexcept;
};

/// A pure function of its arguments.
WordConvolutionPlan plan_word_convolution(const WordProductShape& product, int threads, Isa isa,
                                          const FftTuning& tuning = {});

/// out[i - begin] = coefficient i of a b in the product's window, canonical. a, b canonical; a.data() == b.data() with
/// equal sizes is a square. The caller has reserved the plan's workspace.
void convolve_words(const WordConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx);

/// An operand's transforms, for several products of one plan.
class PreparedWords {
 public:
  /// Charged to the context's account while it lives. Precondition: b.size() <= plan.product.length_b.
  PreparedWords(const WordConvolutionPlan& plan, std::span<const std::uint64_t> b, const ExecutionContext& ctx);
  ~PreparedWords();
  PreparedWords(PreparedWords&&) noexcept;
  PreparedWords& operator=(PreparedWords&&) noexcept;

  const WordConvolutionPlan& plan() const noexcept { return plan_; }
  /// The residues for prime number j of the plan.
  const std::uint64_t* residues(unsigned j) const noexcept;

 private:
  struct Storage;
  WordConvolutionPlan plan_;
  std::unique_ptr<Storage> storage_;
};

/// As above with b prepared; a may be shorter than its plan's product.length_a, and the window is another.
void convolve_words(const PreparedWords& b, std::span<const std::uint64_t> a, NttWindow window,
                    std::span<std::uint64_t> out, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
