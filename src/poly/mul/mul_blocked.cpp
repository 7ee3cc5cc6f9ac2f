// Products in Z[x] modulo many primes with the coefficients cut into blocks: products of blocks in transform space.
//
// With K blocks the primes are K times fewer. Every block is transformed once, the 2 K - 1 sums of products of blocks
// are formed on the transforms, and each comes back once: 4 K - 1 transforms for K times fewer primes, K^2 products
// point by point, and conversions K/2 times cheaper. The residues of the blocks, their transforms, those of the sums
// and the residues of the sums follow each other in the same words. Blocks are cut and sums are joined for some
// coefficients at a time, which so stay in cache. Between the product modulo as many primes as the result needs, whose
// conversions are quadratic in the length of the coefficients, and the one through limbs, which has more than twice its
// transforms.
#include "poly/mul/mul_blocked.hpp"

#include <algorithm>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/planning_threads.hpp"
#include "core/stream_words.hpp"
#include "core/undisturbed.hpp"
#include "fft/ntt_table.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Words = std::span<std::uint64_t>;

/// Block k of coefficients [begin, end), with its sign.
IntegerVector block_of(const IntegerVector& v, std::size_t k, std::size_t block_limbs, std::size_t begin,
                       std::size_t end) {
  IntegerVector block(end - begin, block_limbs);
  const std::size_t first = k * block_limbs;
  for (std::size_t i = begin; i < end; ++i) {
    const auto limbs = v[i].limbs();
    if (first >= limbs.size()) continue;
    const std::size_t count = strip(limbs.data() + first, std::min(block_limbs, limbs.size() - first));
    std::copy_n(limbs.data() + first, count, block.row(i - begin));
    block.set_signed_size(i - begin, signed_size(count, v[i].sign() < 0));
  }
  return block;
}

class Product {
 public:
  Product(const MulPlan& plan, const ExecutionContext& ctx)
      : s_(plan.shape),
        blocks_(s_, plan.as<BlockParameters>().block_limbs),
        shape_(blocks_.transform(s_, plan.as<BlockParameters>().transforms.leaf_log)),
        length_(product_length(s_)),
        stride_(blocks_.image_stride(shape_)),
        row_(blocks_.row_words(shape_)),
        ctx_(ctx),
        basis_(transform_basis(blocks_.primes(), ctx)) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) const {
    Workspace::Frame frame;
    IntegerVector result = unwritten_integers(length_, BlockedShape::result_limbs(s_));  // rows follow each other
    Images images{frame.allocate<std::uint64_t>(basis_->size() * row_), {}};
    if (blocks_.last_in_result(s_, shape_))
      images.last = {aligned(result.row(0)), blocks_.last_words(s_, shape_)};
    else
      images.last = frame.allocate<std::uint64_t>(blocks_.last_words(s_, shape_));
    const auto convert_a = [&] { to_residues(a, blocks_.blocks_a, images, 0); };
    const auto convert_b = [&] { to_residues(b, blocks_.blocks_b, images, blocks_.blocks_a); };
    if (s_.square)
      convert_a();
    else
      fork_join(ctx_, convert_a, convert_b);
    parallel_for(ctx_, basis_->size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) undisturbed(ctx_, [&] { multiply(j, images); });
    });
    join(images.rows, result);
    return result;
  }

 private:
  /// Transforms modulo all primes: rows of those that become sums, and the last block's of the second operand.
  struct Images {
    Words rows;
    Words last;
  };

  static std::uint64_t* aligned(std::uint64_t* words) noexcept {
    constexpr std::uintptr_t line = 64;
    return words + (line - reinterpret_cast<std::uintptr_t>(words) % line) % line / sizeof(std::uint64_t);
  }

  /// The residues of the blocks, each where its transform will be: images number `first`, first + 1, ...
  void to_residues(const IntegerVector& v, std::size_t blocks, const Images& images, std::size_t first) const {
    over_chunks(v.size(), BlockedShape::chunk(v.size(), planning_threads(ctx_)),
                [&](std::size_t begin, std::size_t end) {
                  for (std::size_t k = 0; k < blocks; ++k) {
                    const bool is_last = first + k == blocks_.sums;
                    const Words to = is_last ? images.last : images.rows;
                    const std::size_t at = is_last ? 0 : (first + k) * stride_;
                    basis_->to_residues_of_part(
                        block_of(v, k, blocks_.block_limbs, begin, end),
                        residue_rows<std::uint64_t>(to, is_last ? stride_ : row_, at + begin, end - begin),
                        images.rows.size(), ctx_);
                  }
                });
  }

  /// body(begin, end) for some coefficients at a time.
  template <class Body>
  void over_chunks(std::size_t length, std::size_t chunk, const Body& body) const {
    parallel_for(ctx_, (length + chunk - 1) / chunk, 1, [&](std::size_t first, std::size_t last) {
      for (; first < last; ++first) {
        ctx_.poll();
        // A thread that waits inside for the rest of a conversion would otherwise begin another chunk, with its
        // scratch.
        undisturbed(ctx_, [&] { body(first * chunk, std::min(length, (first + 1) * chunk)); });
      }
    });
  }

  /// body(k) for some blocks of one prime: threads that have no prime of their own take part.
  template <class Body>
  void over_blocks(std::size_t count, const Body& body) const {
    parallel_for(ctx_, count, 1, [&](std::size_t k, std::size_t last) {
      for (; k < last; ++k) body(k);
    });
  }

  /// The residues of the blocks modulo prime number j become those of the sums.
  void multiply(std::size_t j, const Images& images) const {
    ctx_.poll();
    const std::uint64_t prime = basis_->prime(j);
    NttSequences sequences = blocks_.sequences(s_);
    sequences.images = images.rows.data() + j * row_;
    sequences.stride = stride_;
    if (!s_.square) sequences.last = images.last.data() + j * stride_;
    const NttKernels& kernels = ntt_kernels(prime, active_isa());
    const auto table = NttTable::get(prime, kernels.arithmetic, NttSequences::table_log_nodes(shape_.log_blocks),
                                     NttSequences::table_log_inverse_nodes(shape_.log_blocks), ctx_);
    over_blocks(blocks_.blocks_a + (s_.square ? 0 : blocks_.blocks_b), [&](std::size_t k) {
      std::uint64_t* const image = k == blocks_.sums ? sequences.last : sequences.images + k * stride_;
      const std::size_t length = k < blocks_.blocks_a ? s_.length_a : s_.length_b;
      ntt_forward({kernels, *table, shape_}, {image, length}, false, image, ctx_);
    });
    convolve_blocks(kernels, *table, sequences);
    over_blocks(blocks_.sums, [&](std::size_t t) {
      std::uint64_t* const image = sequences.images + t * stride_;
      ntt_inverse({kernels, *table, shape_}, image, image, {0, length_}, nullptr, ctx_);
    });
  }

  /// The transforms of the blocks become those of the sums of their products.
  void convolve_blocks(const NttKernels& kernels, const NttTable& table, const NttSequences& sequences) const {
    const NttFactor scale = transform_scale(table, shape_.log_blocks + 3);
    constexpr std::size_t at_once = 8 * ntt_block;  // words of each transform: what the widest kernels take at once
    constexpr std::size_t grain = 4096 / at_once;
    const std::size_t words = shape_.words();
    parallel_for(ctx_, (words + at_once - 1) / at_once, grain, [&](std::size_t first, std::size_t last) {
      const std::size_t begin = first * at_once;
      const std::size_t end = std::min(words, last * at_once);
      ctx_.poll();
      ctx_.charge((blocks_.blocks_a * blocks_.blocks_b + 3 * blocks_.sums) * (end - begin));
      Workspace::Frame frame;
      NttSequences some = sequences;
      some.images += begin;
      if (!s_.square) some.last += begin;
      some.scratch = frame.allocate<std::uint64_t>(some.scratch_words()).data();
      kernels.convolve(table, {begin / ntt_block, (end - begin) / ntt_block}, scale, some);
    });
  }

  /// The sums at their places, added up in the rows of the result or, to be stored past the caches, in scratch. What
  /// has been added of a row lies in limbs [0, filled) and has been made a natural number: its top limb is 2^63 too
  /// large, which the next sum makes up for. So no sign has to be extended. The last sum reaches the top:
  /// product_bits() is at most 64 (blocks_a + blocks_b) block_limbs and the bits of the length, and a sum has 2
  /// block_limbs + 1 limbs at least.
  void join(Words rows, IntegerVector& result) const {
    const std::size_t limbs = BlockedShape::result_limbs(s_);
    const std::size_t sum_limbs = blocks_.sum_limbs();
    const bool streamed = BlockedShape::streamed(s_);
    over_chunks(length_, BlockedShape::join_chunk(s_, planning_threads(ctx_)), [&](std::size_t begin, std::size_t end) {
      Workspace::Frame frame;
      const auto sums = frame.allocate<mp_limb_t>((end - begin) * sum_limbs);
      const std::size_t words = (end - begin) * limbs;
      mp_limb_t* const chunk = streamed ? frame.allocate<mp_limb_t>(words).data() : result.row(begin);
      std::size_t filled = 0;
      for (std::size_t t = 0; t < blocks_.sums; ++t) {
        const std::size_t at = t * blocks_.block_limbs;
        const auto residues = residue_rows<const std::uint64_t>(rows, row_, t * stride_ + begin, end - begin);
        basis_->from_residues_rounded(residues, 0, end - begin, 0, sums.data(), sum_limbs, ctx_);
        const std::size_t next = std::min(limbs, at + sum_limbs);
        for (std::size_t i = 0; i < end - begin; ++i) {
          mp_limb_t* const sum = sums.data() + i * sum_limbs;
          if (next < limbs) sum[sum_limbs - 1] ^= top_bit;
          if (filled != 0 && filled < limbs) subtract_at(sum, next - at, filled - 1 - at);
          add(chunk + i * limbs + at, filled == 0 ? 0 : filled - at, sum, next - at);
        }
        filled = next;
      }
      for (std::size_t i = begin; i < end; ++i) {
        mp_limb_t* const row = chunk + (i - begin) * limbs;
        result.set_signed_size(i, store_accumulator(row, limbs, row, limbs));
      }
      if (streamed) stream_words(chunk, result.row(begin), words);
    });
  }

  static constexpr mp_limb_t top_bit = mp_limb_t{1} << 63;

  /// sum -= 2^63 at limb number `limb`.
  static void subtract_at(mp_limb_t* sum, std::size_t limbs, std::size_t limb) {
    mpn_sub_1(sum + limb, sum + limb, static_cast<mp_size_t>(limbs - limb), top_bit);
  }
  /// row += sum modulo 2^(64 limbs), where only `filled` limbs of the row have been written yet.
  static void add(mp_limb_t* row, std::size_t filled, const mp_limb_t* sum, std::size_t limbs) {
    const mp_limb_t carry = filled == 0 ? 0 : mpn_add_n(row, row, sum, static_cast<mp_size_t>(filled));
    if (filled < limbs) mpn_add_1(row + filled, sum + filled, static_cast<mp_size_t>(limbs - filled), carry);
  }

  const MulShape& s_;
  const BlockedShape blocks_;
  const NttShape shape_;
  const std::size_t length_;
  const std::size_t stride_;  // words from image to image
  const std::size_t row_;     // words from prime to prime
  const ExecutionContext& ctx_;
  std::shared_ptr<const CrtBasis> basis_;
};

}  // namespace

IntegerVector mul_blocked(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx) {
  return Product(plan, ctx).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
