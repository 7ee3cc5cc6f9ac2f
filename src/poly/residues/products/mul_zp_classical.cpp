// Schoolbook multiplication in Z/pZ[x] with delayed reduction.
//
// Columns are sums of products, one reduction each: in one word when terms (p-1)^2 < 2^64, else in two words
// (wide_columns.hpp). n m multiplications at about 0.4 to 0.8 ns, in vectors (word_columns.hpp) 0.08 ns or, in doubles,
// 0.05 to 0.2, span O(min(n, m)), no workspace. Columns are independent tasks.
#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/products/mul_zp_columns.hpp"
#include "poly/residues/products/mul_zp_method.hpp"
#include "poly/residues/products/wide_columns.hpp"
#include "poly/residues/word_columns.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct ColumnRange {
  std::size_t first;
  std::size_t last;  // inclusive
};
ColumnRange column_range(std::size_t k, std::size_t la, std::size_t lb) noexcept {
  return {k < lb ? 0 : k - lb + 1, std::min(k, la - 1)};
}

std::uint64_t column_64(const WordModulus& p, const std::uint64_t* a, const std::uint64_t* b, std::size_t k,
                        ColumnRange r) noexcept {
  std::uint64_t sum = 0;
  for (std::size_t i = r.first; i <= r.last; ++i) sum += a[i] * b[k - i];
  return p.reduce(sum);
}

constexpr std::size_t fewest_in_vectors = 6;  // terms: fewer columns than lanes would have them all
constexpr std::size_t most_in_vectors = ColumnKernel::most_terms;
constexpr std::size_t columns_at_once = 256;

/// In vectors, from a copy of the part of b that matters with zeros around it.
void run_in_vectors(const ColumnKernel& kernel, const WordModulus& p, const std::uint64_t* a, std::size_t la,
                    const std::uint64_t* b, std::size_t lb, std::uint64_t* out, std::size_t begin,
                    std::size_t end) noexcept {
  constexpr std::size_t zeros = ColumnKernel::block;
  std::uint64_t part[most_in_vectors + columns_at_once + 2 * zeros];
  std::fill_n(part, zeros, std::uint64_t{0});
  for (; begin < end; begin += columns_at_once, out += columns_at_once) {
    const std::size_t stop = std::min(end, begin + columns_at_once);
    const std::size_t low = begin < la ? 0 : begin - la + 1;
    const std::size_t high = std::min(lb, stop);
    kernel.prepare(b + low, high - low, part + zeros);
    std::fill_n(part + zeros + (high - low), zeros, std::uint64_t{0});
    kernel.run(p, a, la, part + zeros, high - low, out, begin - low, stop - low);
  }
}

}  // namespace

void mul_zp_columns(const WordModulus& p, const std::uint64_t* a, std::size_t la, const std::uint64_t* b,
                    std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) noexcept {
  if (la > lb) std::swap(a, b), std::swap(la, lb);
  if (la >= fewest_in_vectors && la <= most_in_vectors && columns_in_vectors(p.value(), active_isa()))
    return run_in_vectors(*column_kernel(active_isa()), p, a, la, b, lb, out, begin, end);
  const std::size_t bits =
      2 * static_cast<std::size_t>(64 - __builtin_clzll((p.value() - 1) | 1)) + ceil_log2(std::min(la, lb));
  if (bits > 64) return wide_columns(p, a, la, b, lb, out, begin, end);
  for (std::size_t k = begin; k < end; ++k) out[k - begin] = column_64(p, a, b, k, column_range(k, la, lb));
}

bool columns_in_vectors(const MulShape& s) noexcept {
  const std::size_t terms = std::min(s.length_a, s.length_b);
  if (terms < fewest_in_vectors || terms > most_in_vectors) return false;
  return s.modulus != 0
             ? columns_in_vectors(s.modulus, active_isa())
             : columns_in_vectors((std::uint64_t{1} << std::min<std::size_t>(s.bits_a, 63)) - 1, active_isa());
}

double zp_product_ns(const MulShape& s) noexcept {
  const MachineCosts& c = machine_costs();
  return columns_in_vectors(s) ? c.column_in_vectors : c.word_product;
}

Bytes zp_result_bytes(const MulShape& s) noexcept { return bytes_of<std::uint64_t>(product_length(s)); }

namespace {

MulPlan plan_columns(const MulShape& s, const MulBudget& budget) {
  MulPlan plan(MulAlgorithm::classical, s, budget.threads, ColumnParameters());
  plan.result = zp_result_bytes(s);
  std::size_t& grain = plan.as<ColumnParameters>().grain;
  const double minimum = least_parallel_products(budget);
  if (plan.threads > 1 && coefficient_products(s) >= 2 * minimum) {
    const auto column = static_cast<double>(std::min(s.length_a, s.length_b));
    grain = std::max<std::size_t>(1, static_cast<std::size_t>(minimum / column));
  }
  const auto longer = static_cast<double>(std::max(s.length_a, s.length_b));
  plan.predicted_seconds = nanosecond * (machine_costs().call + coefficient_products(s) * zp_product_ns(s) *
                                                                    share_of_tasks(plan.threads, grain, longer));
  return plan;
}

void run_columns(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                 ResidueVector& out, const ExecutionContext& ctx) {
  const std::size_t n = product_length(plan.shape);
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t columns_per_poll = (1U << 19) / shorter + 1;
  out.resize(n);
  const std::size_t grain = plan.as<ColumnParameters>().grain;
  parallel_for(ctx, n, grain == 0 ? n : grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; k += columns_per_poll) {
      ctx.poll();
      const std::size_t stop = std::min(end, k + columns_per_poll);
      ctx.charge((stop - k) * shorter);
      mul_zp_columns(p, a.data(), a.size(), b.data(), b.size(), out.data() + k, k, stop);
    }
  });
}

}  // namespace

constinit const ZpMulMethod mul_zp_classical = {MulAlgorithm::classical, plan_columns, run_columns};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
