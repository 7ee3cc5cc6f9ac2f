// Products in Z[x] modulo many primes with the coefficients cut into blocks: products of blocks in transform space.
//
// With K blocks the primes are K times fewer. Every block is transformed once, the 2 K - 1 sums of products of blocks are
// formed on the transforms, and each comes back once: 4 K - 1 transforms for K times fewer primes, K^2 pointwise products,
// and conversions K/2 times cheaper. Residues, transforms, sums and their residues follow each other in the same words.
// Blocks are cut and sums are joined for some coefficients at a time, which so stay in cache. Between the product modulo as many primes as the result needs, whose conversions
// are quadratic in the length of the coefficients, and the one through limbs, which has more than twice its transforms.
#include "poly/mul_blocked.hpp"

#include <algorithm>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/undisturbed.hpp"
#include "fft/ntt_table.hpp"
#include "poly/mul_algorithms.hpp"
#include "poly/residue_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork::inline v1::detail {

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
        blocks_(s_, plan.slot_bits / 64),
        shape_(blocks_.transform(s_, plan.leaf_log)),
        length_(product_length(s_)),
        stride_(blocks_.image_stride(shape_)),
        row_(blocks_.row_words(s_, shape_)),
        ctx_(ctx),
        basis_(transform_basis(blocks_.primes(), ctx)) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) const {
    Workspace::Frame frame;
    const Words rows = frame.allocate<std::uint64_t>(basis_->size() * row_);
    const auto convert_a = [&] { to_residues(a, blocks_.blocks_a, rows, 0); };
    const auto convert_b = [&] { to_residues(b, blocks_.blocks_b, rows, blocks_.blocks_a); };
    if (s_.square)
      convert_a();
    else
      fork_join(ctx_, convert_a, convert_b);
    parallel_for(ctx_, basis_->size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j)
        undisturbed(ctx_, [&] { multiply(basis_->prime(j), rows.subspan(j * row_, row_)); });
    });
    return join(rows);
  }

 private:
  /// The residues of the blocks, each where its transform will be: images number `first`, first + 1, ...
  void to_residues(const IntegerVector& v, std::size_t blocks, Words rows, std::size_t first) const {
    over_chunks(v.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = 0; k < blocks; ++k)
        basis_->to_residues_of_part(block_of(v, k, blocks_.block_limbs, begin, end),
                                    residue_rows<std::uint64_t>(rows, row_, (first + k) * stride_ + begin, end - begin),
                                    rows.size(), ctx_);
    });
  }

  /// body(begin, end) for some coefficients at a time.
  template <class Body>
  void over_chunks(std::size_t length, const Body& body) const {
    constexpr std::size_t chunk = BlockedShape::chunk;
    parallel_for(ctx_, (length + chunk - 1) / chunk, 1, [&](std::size_t first, std::size_t last) {
      for (; first < last; ++first) {
        ctx_.poll();
        // A thread that waits inside for the rest of a conversion would otherwise begin another chunk, with its scratch.
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

  /// The residues of the blocks become those of the sums.
  void multiply(std::uint64_t prime, Words row) const {
    ctx_.poll();
    const NttKernels& kernels = ntt_kernels(prime, active_isa());
    const auto table = NttTable::get(prime, kernels.arithmetic, shape_.table_log_nodes(), ctx_);
    over_blocks(blocks_.blocks_a + (s_.square ? 0 : blocks_.blocks_b), [&](std::size_t k) {
      std::uint64_t* const image = row.data() + k * stride_;
      const std::size_t length = k < blocks_.blocks_a ? s_.length_a : s_.length_b;
      ntt_forward(kernels, *table, shape_, {image, length}, false, image, ctx_);
    });
    convolve_blocks(kernels, *table, row);
    over_blocks(blocks_.sums, [&](std::size_t t) {
      std::uint64_t* const image = row.data() + t * stride_;
      ntt_inverse(kernels, *table, shape_, image, image, 0, length_, nullptr, ctx_);
    });
  }

  /// The transforms of the blocks become those of the sums of their products.
  void convolve_blocks(const NttKernels& kernels, const NttTable& table, Words row) const {
    const NttFactor scale = transform_scale(table, shape_.log_blocks);
    parallel_for(ctx_, shape_.words() / ntt_block, BlockedShape::transform_blocks,
                 [&](std::size_t first, std::size_t last) {
                   ctx_.poll();
                   ctx_.charge(blocks_.blocks_a * blocks_.blocks_b * (last - first) * ntt_block * ntt_block);
                   Workspace::Frame frame;
                   NttSequences sequences{
                       row.data() + first * ntt_block, stride_, blocks_.blocks_a, blocks_.blocks_b, s_.square, nullptr};
                   sequences.scratch = frame.allocate<std::uint64_t>(sequences.scratch_words()).data();
                   kernels.convolve(table, first, last - first, scale, sequences);
                 });
  }

  /// The sums at their places, added in two's complement in the rows of the result: what has been added lies in limbs
  /// [0, filled) of a row, and the next sum first extends its sign.
  IntegerVector join(Words rows) const {
    const std::size_t limbs = product_bits(s_) / 64 + 1;
    const std::size_t sum_limbs = (blocks_.bits + 65) / 64;  // with the sums below it, and a sign
    IntegerVector result = unwritten_integers(length_, limbs);
    over_chunks(length_, [&](std::size_t begin, std::size_t end) {
      std::size_t filled = 0;
      for (std::size_t t = 0; t < blocks_.sums; ++t) {
        const std::size_t at = t * blocks_.block_limbs;
        if (at >= limbs) break;  // the sign of what is below
        const std::size_t next = std::min(limbs, at + sum_limbs);
        const CrtSegment whole{0, basis_.get()};
        const IntegerVector sum = from_residues_charged(
            {&whole, 1}, residue_rows<const std::uint64_t>(rows, row_, t * stride_ + begin, end - begin), ctx_);
        for (std::size_t i = begin; i < end; ++i) {
          mp_limb_t* const row = result.row(i);
          std::fill(row + filled, row + next, filled == 0 ? 0 : extension_of(row[filled - 1]));
          add(sum[i - begin], row + at, next - at);
        }
        filled = next;
      }
      for (std::size_t i = begin; i < end; ++i) {
        mp_limb_t* const row = result.row(i);
        std::fill(row + filled, row + limbs, extension_of(row[filled - 1]));
        result.set_signed_size(i, store_accumulator(row, limbs, row, limbs));
      }
    });
    return result;
  }

  /// The limbs above one that has the sign.
  static mp_limb_t extension_of(mp_limb_t top) noexcept { return top >> 63 != 0 ? ~mp_limb_t{0} : 0; }

  /// row += value modulo 2^(64 limbs).
  static void add(IntegerView value, mp_limb_t* row, std::size_t limbs) {
    const auto x = value.limbs();
    if (x.empty()) return;
    const auto n = static_cast<mp_size_t>(std::min(x.size(), limbs));
    if (value.sign() > 0)
      mpn_add(row, row, static_cast<mp_size_t>(limbs), x.data(), n);
    else
      mpn_sub(row, row, static_cast<mp_size_t>(limbs), x.data(), n);
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

}  // namespace polyfork::inline v1::detail
