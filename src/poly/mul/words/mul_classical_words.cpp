// Schoolbook multiplication in Z[x] of coefficients of at most one limb.
//
// Operands are first copied to arrays of words, columns are summed one by one (signed_columns.hpp): n m word products,
// about 1 ns each; span O(min(n, m)); memory two words for each coefficient. Columns of integers below 2^31 are summed
// in vectors of doubles (exact_operands.hpp), some 0.1 ns for a product.
#include <algorithm>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/mul/words/exact_operands.hpp"
#include "poly/mul/words/signed_columns.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

IntegerVector mul_classical_words(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                  const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const std::size_t n = product_length(s);
  const std::size_t stride = limbs_for_bits(product_bits(s));
  const std::size_t grain = plan.as<ColumnParameters>().grain;
  Workspace::Frame frame;
  if (in_exact_columns(s)) {
    const std::size_t shorter = std::min(a.size(), b.size());
    const auto copies = frame.allocate<double>(a.size() + b.size() + shorter + 2 * ExactColumns::block);
    const ExactOperands operands(s, a, b, copies.data());
    IntegerVector result(n, stride);
    const std::size_t columns_per_poll = (std::size_t{1} << 21) / shorter + 1;
    parallel_for(ctx, n, grain == 0 ? n : grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; k += columns_per_poll) {
        const std::size_t stop = std::min(end, k + columns_per_poll);
        ctx.poll();
        ctx.charge((stop - k) * shorter);
        store_exact_columns(operands.columns, result, stride, k, stop);
      }
    });
    return result;
  }
  const auto memory = frame.allocate<std::uint64_t>(2 * (a.size() + b.size()));
  IntegerVector result(n, stride);
  with_column(s, a, b, memory.data(), [&](const auto& column) {
    parallel_for(ctx, n, grain == 0 ? n : grain, [&](std::size_t begin, std::size_t end) {
      std::size_t since_poll = 0;
      for (std::size_t k = begin; k < end; ++k) {
        const TermsOfColumn terms(k, a.size(), b.size());
        const std::size_t count = terms.last - terms.first + 1;
        since_poll += count;
        if (since_poll > (1U << 19)) ctx.poll(), since_poll = 0;
        ctx.charge(count);
        result.set_signed_size(k, column(k, terms.first, terms.last, result.row(k), stride));
      }
    });
  });
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
