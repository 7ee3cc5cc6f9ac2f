// Transforms over working data: the driver that walks the tree with a set of kernels, in parallel.
//
// Depth first: a node above the leaves (ntt_layout.hpp) is split by one pass over its columns, then its sub-nodes
// follow one after the other, so that each level of the memory hierarchy is swept once per pass that needs it. With
// more threads the columns of a pass and the sub-nodes run in parallel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/fft/tuning.hpp>

#include "fft/ntt_kernels.hpp"
#include "fft/ntt_layout.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How much of a transform of length 8 2^log_blocks is formed: the first `keep` of the 2^min(4, log_blocks)
/// sub-nodes of its first pass. Residues modulo that part of x^N - 1 determine a polynomial of at most words()
/// coefficients.
struct NttShape {
  unsigned log_blocks = 0;
  unsigned keep = 1;
  std::size_t node = 0;  ///< 0 cyclic, 1 negacyclic
  bool gaps = true;      ///< working data has gaps
  unsigned widest_leaf_log = 9;

  unsigned first_radix_log() const noexcept { return log_blocks < ntt_max_radix_log ? log_blocks : ntt_max_radix_log; }
  unsigned child_log() const noexcept { return log_blocks - first_radix_log(); }
  /// Words of one sub-node of the first pass.
  std::size_t child_words() const noexcept { return std::size_t{ntt_block} << child_log(); }
  /// Coefficients that the shape can hold.
  std::size_t words() const noexcept { return child_words() * keep; }
  NttLayout layout() const noexcept { return {child_log(), widest_leaf_log, gaps}; }
  /// Words of working data.
  std::size_t data_words() const noexcept { return layout().node_words(child_log()) * keep; }
  std::size_t full_words() const noexcept { return std::size_t{ntt_block} << log_blocks; }
  bool truncated() const noexcept { return keep != 1U << first_radix_log(); }
  /// Nodes that a table needs for it.
  unsigned table_log_nodes() const noexcept { return node == 0 ? (log_blocks == 0 ? 0 : log_blocks - 1) : log_blocks; }

  /// The smallest shape for at least `coefficients` of them: a power of two, or 9/16, ..., 15/16 of one.
  static NttShape cyclic(std::size_t coefficients, const FftTuning& tuning = {});
};

/// The transforms of one shape modulo one prime.
struct NttTransform {
  const NttKernels& kernels;
  const NttTable& table;  ///< with the nodes that the shape needs
  NttShape shape;
};

/// The coefficients of a result that are wanted: [begin, end).
struct NttWindow {
  std::size_t begin = 0;
  std::size_t end = 0;

  constexpr std::size_t size() const noexcept { return end - begin; }
};

/// Source words into residues modulo the shape's blocks; `reduce` as in NttLoad. data: shape.data_words() words,
/// aligned to 64 bytes; in a shape without gaps the source may lie at its beginning.
void ntt_forward(const NttTransform& transform, std::span<const std::uint64_t> source, bool reduce, std::uint64_t* data,
                 const ExecutionContext& ctx);
/// Residues modulo the shape's blocks back into coefficients, times full length / scale (see NttStore): coefficient i
/// of the window to output[i - begin]. In a shape without gaps the output may be the data, if the window begins at 0.
void ntt_inverse(const NttTransform& transform, std::uint64_t* data, std::uint64_t* output, NttWindow window,
                 const NttFactor* scale, const ExecutionContext& ctx);
/// The way back from residues modulo the blocks, up to the last pass.
void ntt_inverse_nodes(const NttTransform& transform, std::uint64_t* data, const ExecutionContext& ctx);

/// A product of two polynomials modulo one prime, and the memory that it is formed in: `data` and `second` have
/// shape.data_words() words each, aligned to 64 bytes.
struct NttProduct {
  std::span<const std::uint64_t> a = {};    ///< coefficients of the first factor
  std::span<const std::uint64_t> b = {};    ///< those of the second; ignored by squares and where they are prepared
  const std::uint64_t* prepared = nullptr;  ///< the second factor's residues by ntt_forward, instead of b
  bool reduce = false;                      ///< the coefficients are not canonical: as in NttLoad
  std::uint64_t* data = nullptr;            ///< for the residues of a, then for the product's
  /// For the residues of b, which a prepared factor does not need; equal to `data`: a square. ntt_convolve_both forms
  /// the mirrored product here.
  std::uint64_t* second = nullptr;
};

/// output[i - begin] = coefficient i of a b for i in the window, modulo the shape's polynomial: exact if the product
/// has at most shape.words() coefficients. One sweep after the first passes transforms, multiplies and transforms
/// back each sub-node while it is in cache.
void ntt_convolve(const NttTransform& transform, const NttProduct& product, std::uint64_t* output, NttWindow window,
                  const ExecutionContext& ctx);
/// The window of a b, and in `mirrored` that of a(-x) b, with a prepared b: one way forward, two back.
void ntt_convolve_both(const NttTransform& transform, const NttProduct& product, std::uint64_t* output,
                       std::uint64_t* mirrored, NttWindow window, const ExecutionContext& ctx);
/// Output of at least that length in words goes past the caches: it would not stay in one core's, and to write it there
/// is to read it first.
inline constexpr std::size_t ntt_streamed_words = std::size_t{3} << 19;

/// Writes words [begin, end) of an operand, and their signs.
using NttFetch = FunctionRef<void(std::size_t begin, std::size_t end, std::uint64_t* words, std::int32_t* signs)>;
/// Words that a first pass takes, or integers of a word and a sign as they lie in an IntegerVector: word i counts
/// negative where signs[i] is; with signs, words that are not to be reduced are below the prime. Or, for ntt_multiply,
/// what `fetch` gives of its `size` words, a tile at a time that serves all products: words that lie elsewhere in
/// another order are not copied through memory first.
struct NttOperand {
  std::span<const std::uint64_t> words = {};
  const std::int32_t* signs = nullptr;
  const NttFetch* fetch = nullptr;
  std::size_t size = 0;
};
/// The factors of products modulo several primes.
struct NttOperands {
  NttOperand a;
  NttOperand b = {};    ///< ignored by squares and by images with a prepared factor
  bool square = false;  ///< for ntt_multiply_in_turn, which gives the images their memory for b
};
/// One of several products, modulo a prime each, whose residues are wanted together. `data`, which becomes the
/// product's, and `second` hold shape.data_words() words, aligned to 64 bytes.
struct NttImage {
  const NttKernels* kernels = nullptr;
  const NttTable* table = nullptr;
  std::uint64_t* data = nullptr;
  std::uint64_t* second = nullptr;          ///< for the second operand's residues; `data`: a square
  const std::uint64_t* prepared = nullptr;  ///< instead of `second`: the second operand's residues by ntt_forward
  bool reduce = true;                       ///< the words may lie beyond what the first pass takes as they are
};
inline constexpr std::size_t ntt_most_images = 4;

/// At most four products of one shape, all of them squares, or with b in words, or with a prepared b, each up to its
/// last pass, which ntt_store_together makes for all: so the residues of a tile of coefficients are combined while they
/// are in the first cache, and are not written out. The passes of all run side by side: to wait for one product's would
/// leave threads without work, or to somebody else's.
void ntt_multiply(std::span<const NttImage> images, const NttShape& shape, const NttOperands& operands,
                  const ExecutionContext& ctx);
/// ntt_multiply for `at_once` of the images at a time, with scratch for their second operands unless it is a square.
void ntt_multiply_in_turn(std::span<NttImage> images, std::size_t at_once, const NttShape& shape,
                          const NttOperands& operands, const ExecutionContext& ctx);
/// Receives rows[j][i - begin], the canonical residue of coefficient i of product number j, i in [begin, end).
using NttCombine = FunctionRef<void(std::size_t begin, std::size_t end, const std::uint64_t* const* rows)>;
/// What is left of ntt_multiply: the coefficients of the window, in ranges without order, on all threads. The data is
/// used up. The ranges are those between neighbouring multiples of ntt_run_words(shape), as far as they lie within.
/// streamed: what combine stores may go past the caches.
void ntt_store_together(std::span<const NttImage> images, const NttShape& shape, NttWindow window, NttCombine combine,
                        bool streamed, const ExecutionContext& ctx);
std::size_t ntt_run_words(const NttShape& shape) noexcept;
/// Words of scratch that a thread takes for it, and for the tile of an operand that is fetched.
inline constexpr std::size_t ntt_tile_words = ntt_most_images << 10;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
