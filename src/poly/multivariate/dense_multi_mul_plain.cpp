// Products of arrays by definition: every coefficient is a sum over pairs of rows of the operands, each pair a dot
// product in 192 bits, with one reduction at the end.
//
// size_a size_b word products and one reduction for each coefficient of the product, span that of one row; no memory.
// Kronecker's substitution needs about 2^(d-1) times as many products before it comes to transforms, since the operands
// that it spreads out are mostly zeros: therefore this is also the schoolbook of several variables.
#include <algorithm>
#include <vector>

#include <polyfork/core/parallel.hpp>

#include "poly/multivariate/dense_multi_mul.hpp"
#include "poly/residues/division_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The pairs of rows of a and b whose products end in one row of the product.
class RowPairs {
 public:
  RowPairs(const std::vector<std::size_t>& lengths_a, const std::vector<std::size_t>& lengths_b)
      : a_(lengths_a), b_(lengths_b), axes_(lengths_a.size() - 1) {}

  /// Number r of the product's rows, in row-major order.
  void set_row(std::size_t r) {
    row_.assign(axes_, 0);
    for (std::size_t k = axes_; k-- > 0; r /= a_[k] + b_[k] - 1) row_[k] = r % (a_[k] + b_[k] - 1);
    rows_.clear();
    collect(0, 0, 0);
  }
  struct Pair {
    std::size_t a;
    std::size_t b;
  };
  const std::vector<Pair>& pairs() const noexcept { return rows_; }

 private:
  void collect(std::size_t k, std::size_t row_a, std::size_t row_b) {
    if (k == axes_) {
      rows_.push_back({row_a, row_b});
      return;
    }
    const std::size_t first = row_[k] - std::min(row_[k], b_[k] - 1);
    const std::size_t last = std::min(row_[k], a_[k] - 1);
    for (std::size_t i = first; i <= last; ++i) collect(k + 1, row_a * a_[k] + i, row_b * b_[k] + row_[k] - i);
  }

  const std::vector<std::size_t>& a_;
  const std::vector<std::size_t>& b_;
  std::size_t axes_;  // all but the last
  std::vector<std::size_t> row_;
  std::vector<Pair> rows_;
};

}  // namespace

void dense_multi_mul_plain(const DenseMultiMulPlan& plan, const WordModulus& p, std::span<const std::uint64_t> a,
                           std::span<const std::uint64_t> b, std::span<std::uint64_t> out,
                           const ExecutionContext& ctx) {
  const std::vector<std::size_t>& lengths_a = plan.shape.lengths_a;
  const std::vector<std::size_t>& lengths_b = plan.shape.lengths_b;
  const std::size_t na = lengths_a.back();
  const std::size_t nb = lengths_b.back();
  const std::size_t n = na + nb - 1;
  const std::size_t rows = out.size() / n;
  parallel_for(ctx, rows, plan.grain == 0 ? rows : plan.grain, [&](std::size_t begin, std::size_t end) {
    RowPairs row(lengths_a, lengths_b);
    for (std::size_t r = begin; r < end; ++r) {
      ctx.poll();
      row.set_row(r);
      ctx.charge(row.pairs().size() * na * nb);
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t first = i - std::min(i, nb - 1);
        const std::size_t last = std::min(i, na - 1);
        WordDotProduct sum;
        for (const auto& [row_a, row_b] : row.pairs())
          sum.add_reversed(a.data() + row_a * na + first, b.data() + row_b * nb + i - first, last - first + 1);
        out[r * n + i] = sum.reduce(p);
      }
    }
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
