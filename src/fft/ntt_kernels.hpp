// The kernels of number-theoretic transforms and the table that chooses among them.
//
// Data. A transform of N = 8 m words, m = 2^K blocks, treats blocks of eight consecutive coefficients as one element:
// it is the transform of length m in y = x^8, eight times side by side, and ends at the residues modulo x^8 - z_j,
// j < m in the tree's order (ntt_table.hpp). No shuffles, three levels fewer, every root a broadcast. Products are
// formed modulo x^8 - z_j; finish_forward and convolve go the last three levels where values at points are wanted.
// A node of 2^k blocks is split into 2^r sub-nodes by a pass over its columns: word c of each of the 2^r rows of
// (8 << k) >> r words that become the sub-nodes. Columns are independent, sub-nodes too.
//
// Ranges. Between passes the words hold what the arithmetic keeps: fraction52 and shoup64 (p < 2^62) in [0, 4p) on the
// way forward and [0, 2p) on the way back; fma balanced doubles of at most 3.25p and 2p + 2. What leaves store() and
// finish_forward() is canonical.
// Every array of working data is aligned to 64 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"
#include "fft/ntt_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned ntt_block = 8;          // coefficients in a block
inline constexpr unsigned ntt_max_radix_log = 4;  // a pass splits a node into at most 16

/// What becomes of a forward butterfly's results within its pass: both are summands of the next layer, or both are
/// multiplied by it, or it is the pass's last layer. An arithmetic may leave summands in another range (words: the sum
/// in [0, 4p), the difference in (-2p, 2p) modulo 2^64), since only the layer that was announced meets them.
enum class NttButterfly { addends_next, factors_next, last };

/// A node of the tree: 2^log_blocks blocks, number `index` of its level.
struct NttNode {
  unsigned log_blocks;
  std::size_t index;
};

/// Blocks [first, first + count) of the level of the blocks.
struct NttBlocks {
  std::size_t first;
  std::size_t count;
};

/// The first pass, from the source into working data: splits the node into 2^min(4, log_blocks) sub-nodes and keeps the
/// first `keep` of them. Words past source_size count as zero.
struct NttLoad {
  const std::uint64_t* source;
  std::size_t source_size;
  bool reduce;  ///< false: the source is canonical, for fraction52 in the forward range; true: any words
  unsigned keep;
  /// Word i counts negative where signs[i] is; null: nowhere. With signs words that are not reduced are below p.
  const std::int32_t* signs = nullptr;
  /// Words between the rows of a source that is a tile of columns, which are counted from the tile's first; 0: the
  /// source is whole, and its rows are as far apart as a sub-node has words.
  std::size_t tile_row = 0;
};

/// The last pass, from working data to canonical words: output[i - begin] = word i for i in [begin, end).
/// `keep` sub-nodes are valid; the coefficients that belong to the others are zero.
struct NttStore {
  std::uint64_t* output;
  std::size_t begin;
  std::size_t end;
  unsigned keep;
  const NttFactor* scale;  ///< null: none
  /// Words between the rows of an output that is a tile of columns and stays in cache; 0: the output is whole, and its
  /// rows are as far apart as a sub-node has words.
  std::size_t tile_row = 0;
  /// Past the caches, where vectors are whole lines: word `begin` lies where one may start, and a store_fence()
  /// follows.
  bool streamed = false;
};

/// `count` neighbouring columns of a pass: `data` is column number `first` of row 0, rows are `stride` words apart.
/// All but the address in words, first and count multiples of 8. `ahead`: the words before its use at which each row is
/// fetched into the second-level cache, in a pass over more memory than that; 0: no row is.
struct NttColumns {
  std::uint64_t* data;
  std::size_t stride;
  std::size_t first;
  std::size_t count;
  std::size_t ahead = 0;
};

/// Images of two sequences of polynomials, `stride` words apart: of a_0, ..., then of b_0, ..., which a square has not.
/// There is one sum fewer than there are factors: the last factor's image, which becomes none, may lie elsewhere.
struct NttSequences {
  std::uint64_t* images;
  std::size_t stride;  ///< a multiple of 8
  std::size_t count_a;
  std::size_t count_b;
  bool square;             ///< then count_b == count_a
  std::uint64_t* last;     ///< image number sums(), of b_(count_b - 1); null for a square
  std::uint64_t* scratch;  ///< scratch_words(), aligned to 64 bytes

  std::size_t sums() const noexcept { return count_a + count_b - 1; }
  static constexpr std::size_t padding = 3;  ///< zeros beside the second sequence
  std::size_t scratch_words() const noexcept {
    constexpr std::size_t lanes = 8;  // of the widest kernels
    return ntt_block * lanes * (count_a + count_b + 2 * padding + sums());
  }
  /// The numbers of roots and of inverses, as logarithms, in a table for transforms of 2^log_blocks blocks that the
  /// kernel follows down to points, eight blocks at a time: it needs 32 inverses, and the transforms perhaps more.
  static unsigned table_log_nodes(unsigned log_blocks) noexcept { return log_blocks < 3 ? 5 : log_blocks + 2; }
  static unsigned table_log_inverse_nodes(unsigned log_blocks) noexcept { return log_blocks < 6 ? 5 : log_blocks - 1; }
};

struct NttKernels {
  std::string_view name;
  Isa isa;
  NttArithmetic arithmetic;

  /// Columns of the first pass of `node`, from the source.
  void (*load)(const NttTable& table, NttNode node, const NttLoad& load, const NttColumns& columns);
  /// Columns of the pass that splits the node into 2^radix_log, 1 <= radix_log <= 4.
  void (*forward_columns)(const NttTable& table, NttNode node, unsigned radix_log, const NttColumns& columns);
  /// All passes down to blocks, for nodes that fit the first-level cache.
  void (*forward_base)(const NttTable& table, NttNode node, std::uint64_t* data);
  /// a = scale a b, block by block, block number j modulo x^8 - z_j; a and b begin with block `blocks.first`. The
  /// factor is product_scale(...)'s. Forward ranges in, backward range out.
  void (*multiply)(const NttTable& table, NttBlocks blocks, NttFactor scale, std::uint64_t* a, const std::uint64_t* b);
  /// What multiply does, and mirrored(x) = scale a(-x) b(x): x^8 - z_j is even, so that a mirror image stays in its
  /// block and only the signs of odd words change.
  void (*multiply_both)(const NttTable& table, NttBlocks blocks, NttFactor scale, std::uint64_t* a,
                        const std::uint64_t* b, std::uint64_t* mirrored);
  /// Image number t becomes the sum of scale a_i b_j over i + j = t, for all t, in the given blocks of every image;
  /// blocks.first is a multiple of 8, and the pointers in `sequences` are to that block. Products are formed at points,
  /// three levels further down and 8 times fewer than within blocks; the way back leaves them times 8. The table has
  /// NttSequences's numbers of nodes. Ranges as in multiply.
  void (*convolve)(const NttTable& table, NttBlocks blocks, NttFactor scale, const NttSequences& sequences);
  /// a += b over `words` words, both in the backward range: sums of products before one way back.
  void (*accumulate)(const NttTable& table, std::size_t words, std::uint64_t* a, const std::uint64_t* b);
  void (*inverse_base)(const NttTable& table, NttNode node, std::uint64_t* data);
  void (*inverse_columns)(const NttTable& table, NttNode node, unsigned radix_log, const NttColumns& columns);
  /// Columns of the last pass.
  void (*store)(const NttTable& table, NttNode node, const NttStore& store, const NttColumns& columns);
  /// From blocks to the canonical values at the eight points of each, in place, and back; data begins with block
  /// `blocks.first`.
  void (*finish_forward)(const NttTable& table, NttBlocks blocks, std::uint64_t* data);
  void (*begin_inverse)(const NttTable& table, NttBlocks blocks, std::uint64_t* data);
  /// out[i] = a[i] b[i] / product_scale(1) for i < count: canonical words in and out, of any alignment; out may be a or
  /// b.
  void (*multiply_words)(const NttTable& table, std::size_t count, const std::uint64_t* a, const std::uint64_t* b,
                         std::uint64_t* out);
};

/// The canonical residue s such that multiply's scale factor(s), or multiply_words with one operand times s, makes
/// products come out times `scale`: some arithmetics reduce by Montgomery's method, which divides by a power of two.
std::uint64_t product_scale(const NttTable& table, std::uint64_t scale);

/// multiply's factor in a product of transforms of 2^log_blocks blocks, a length that the table has roots for: the way
/// back leaves coefficients times that number.
NttFactor transform_scale(const NttTable& table, unsigned log_blocks);

/// Whether the arithmetic can hold residues of p.
constexpr bool supports(NttArithmetic arithmetic, std::uint64_t p) noexcept {
  return arithmetic == NttArithmetic::shoup64 ? p < std::uint64_t{1} << 63 : p < std::uint64_t{1} << 50;
}

/// Whether a transform modulo p has to reduce source words below `bound`: see NttLoad::reduce.
constexpr bool load_reduces(NttArithmetic arithmetic, std::uint64_t p, std::uint64_t bound) noexcept {
  return bound > (arithmetic == NttArithmetic::fraction52 ? 4 * p : p);
}

/// The fastest kernels for p that the instruction set has.
const NttKernels& ntt_kernels(std::uint64_t p, Isa isa);

namespace kernels {
namespace scalar {
extern const NttKernels ntt_shoup64;
extern const NttKernels ntt_shoup64_wide;  // p >= 2^62
}  // namespace scalar
#if defined(__x86_64__)
namespace avx2 {
extern const NttKernels ntt_fma;
}
namespace avx512 {
extern const NttKernels ntt_fma;
}
namespace ifma {
extern const NttKernels ntt_fraction52;
extern const NttKernels ntt_shoup64;  // p < 2^62
}  // namespace ifma
#endif
}  // namespace kernels

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
