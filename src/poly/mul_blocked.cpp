// Products in Z[x] modulo many primes with the coefficients cut into blocks: products of blocks in transform space.
//
// With K blocks the primes are K times fewer. Every block is transformed once, the 2 K - 1 sums of products of blocks are
// formed on the transforms, and each comes back once: 4 K - 1 transforms for K times fewer primes, K^2 pointwise products,
// and conversions K/2 times cheaper. Between the product modulo as many primes as the result needs, whose conversions
// are quadratic in the length of the coefficients, and the one through limbs, which has more than twice its transforms.
#include "poly/mul_blocked.hpp"

#include <algorithm>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "fft/ntt_table.hpp"
#include "poly/mul_algorithms.hpp"
#include "poly/residue_rows.hpp"

namespace polyfork::inline v1::detail {

namespace {

using Words = std::span<std::uint64_t>;

/// Block k of every coefficient, with its sign.
IntegerVector block_of(const IntegerVector& v, std::size_t k, std::size_t block_limbs, const ExecutionContext& ctx) {
  IntegerVector block(v.size(), block_limbs);
  const std::size_t first = k * block_limbs;
  parallel_for(ctx, v.size(), std::max<std::size_t>(64, (std::size_t{1} << 14) / block_limbs),
               [&](std::size_t begin, std::size_t end) {
                 ctx.poll();
                 for (std::size_t i = begin; i < end; ++i) {
                   const auto limbs = v[i].limbs();
                   if (first >= limbs.size()) continue;
                   const std::size_t count = strip(limbs.data() + first, std::min(block_limbs, limbs.size() - first));
                   std::copy_n(limbs.data() + first, count, block.row(i));
                   block.set_signed_size(i, signed_size(count, v[i].sign() < 0));
                 }
               });
  return block;
}

class Product {
 public:
  Product(const MulPlan& plan, const ExecutionContext& ctx)
      : s_(plan.shape),
        blocks_(s_, plan.slot_bits / 64),
        shape_(blocks_.transform(s_, plan.leaf_log)),
        length_(product_length(s_)),
        row_(blocks_.row_words(s_)),
        ctx_(ctx),
        basis_(transform_basis(blocks_.primes(), ctx)) {}

  IntegerVector run(const IntegerVector& a, const IntegerVector& b) const {
    Workspace::Frame frame;
    const Words rows = frame.allocate<std::uint64_t>(basis_->size() * row_);
    to_residues(a, blocks_.blocks_a, rows, 0);
    if (!s_.square) to_residues(b, blocks_.blocks_b, rows, blocks_.blocks_a * s_.length_a);
    parallel_for(ctx_, basis_->size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) multiply(basis_->prime(j), rows.subspan(j * row_, row_));
    });
    return join(rows);
  }

 private:
  void to_residues(const IntegerVector& v, std::size_t blocks, Words rows, std::size_t at) const {
    for (std::size_t k = 0; k < blocks; ++k)
      basis_->to_residues(block_of(v, k, blocks_.block_limbs, ctx_),
                          residue_rows<std::uint64_t>(rows, row_, at + k * v.size(), v.size()), ctx_);
  }

  /// The residues of the blocks become those of the sums.
  void multiply(std::uint64_t prime, Words row) const {
    ctx_.poll();
    const NttKernels& kernels = ntt_kernels(prime, active_isa());
    const auto table = NttTable::get(prime, kernels.arithmetic, shape_.table_log_nodes(), ctx_);
    const WordModulus& m = table->modulus();
    const std::uint64_t blocks_of_words = m.reduce(std::uint64_t{1} << shape_.log_blocks);
    const NttFactor scale = table->factor(product_scale(*table, m.inverse(blocks_of_words)));
    const std::size_t words = shape_.data_words();
    Workspace::Frame frame;
    std::uint64_t* const images = frame.allocate<std::uint64_t>(words * blocks_.images(s_)).data();
    const auto image = [&](std::size_t k) { return images + k * words; };
    for (std::size_t k = 0; k < blocks_.blocks_a; ++k)
      ntt_forward(kernels, *table, shape_, row.subspan(k * s_.length_a, s_.length_a), false, image(k), ctx_);
    const std::size_t first_b = s_.square ? 0 : blocks_.blocks_a;
    if (!s_.square)
      for (std::size_t k = 0; k < blocks_.blocks_b; ++k)
        ntt_forward(kernels, *table, shape_, row.subspan(blocks_.blocks_a * s_.length_a + k * s_.length_b, s_.length_b),
                    false, image(first_b + k), ctx_);
    std::uint64_t* const sum = image(blocks_.images(s_) - 2);
    std::uint64_t* const product = image(blocks_.images(s_) - 1);
    for (std::size_t t = 0; t < blocks_.sums; ++t) {
      ctx_.poll();
      const std::size_t first = t < blocks_.blocks_b ? 0 : t + 1 - blocks_.blocks_b;
      const std::size_t last = std::min(t + 1, blocks_.blocks_a);
      ctx_.charge((last - first) * words * ntt_block);
      for (std::size_t k = first; k < last; ++k) {
        std::uint64_t* const to = k == first ? sum : product;
        std::copy_n(image(k), words, to);
        kernels.multiply(*table, 0, words / ntt_block, scale, to, image(first_b + t - k));
        if (k != first) kernels.accumulate(*table, words, sum, product);
      }
      ntt_inverse(kernels, *table, shape_, sum, row.data() + t * length_, 0, length_, nullptr, ctx_);
    }
  }

  /// The sums at their places, added in two's complement in the rows of the result.
  IntegerVector join(Words rows) const {
    const std::size_t limbs = product_bits(s_) / 64 + 1;
    IntegerVector result(length_, limbs);
    const std::size_t grain = std::max<std::size_t>(64, (std::size_t{1} << 14) / limbs);
    for (std::size_t t = 0; t < blocks_.sums; ++t) {
      const std::size_t at = t * blocks_.block_limbs;
      if (at >= limbs) break;  // the sign of what is below
      const IntegerVector sum =
          basis_->from_residues(residue_rows<const std::uint64_t>(rows, row_, t * length_, length_), ctx_);
      parallel_for(ctx_, length_, grain, [&](std::size_t begin, std::size_t end) {
        ctx_.poll();
        for (std::size_t i = begin; i < end; ++i) add(sum[i], result.row(i) + at, limbs - at);
      });
    }
    parallel_for(ctx_, length_, grain, [&](std::size_t begin, std::size_t end) {
      ctx_.poll();
      for (std::size_t i = begin; i < end; ++i)
        result.set_signed_size(i, store_accumulator(result.row(i), limbs, result.row(i), limbs));
    });
    result.compact(false, ctx_);
    return result;
  }

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
  const std::size_t row_;
  const ExecutionContext& ctx_;
  std::shared_ptr<const CrtBasis> basis_;
};

}  // namespace

IntegerVector mul_blocked(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx) {
  return Product(plan, ctx).run(a, b);
}

}  // namespace polyfork::inline v1::detail
