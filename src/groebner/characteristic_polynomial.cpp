// Hessenberg's form, and the recurrence for the characteristic polynomials of its leading blocks.
#include "groebner/characteristic_polynomial.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/cpu.hpp>

#include "groebner/dot_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A similar matrix with zeros below the first subdiagonal.
void to_hessenberg(std::vector<std::uint32_t>& a, std::size_t n, const SmallPrime& p, const ExecutionContext& ctx) {
  const MultipleKernel subtract = multiple_table().select(active_isa());
  const auto row = [&](std::size_t i) { return a.begin() + static_cast<std::ptrdiff_t>(i * n); };
  for (std::size_t m = 1; m + 1 < n; ++m) {
    ctx.poll();
    std::size_t pivot = m;
    while (pivot < n && a[pivot * n + m - 1] == 0) ++pivot;
    if (pivot == n) continue;
    if (pivot != m) {
      std::swap_ranges(row(pivot), row(pivot) + static_cast<std::ptrdiff_t>(n), row(m));
      for (std::size_t i = 0; i < n; ++i) std::swap(a[i * n + pivot], a[i * n + m]);
    }
    const std::uint32_t inverse = p.inverse(a[m * n + m - 1]);
    // Row i minus factor_i times row m, for all i; then column m plus the sum of factor_i times column i.
    std::vector<std::uint32_t> factors(n, 0);
    for (std::size_t i = m + 1; i < n; ++i) {
      const std::uint32_t factor = factors[i] = p.mul(a[i * n + m - 1], inverse);
      if (factor == 0) continue;
      subtract(&a[i * n + m - 1], &a[m * n + m - 1], n - m + 1, WordMultiple(factor, p));
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t& entry = a[i * n + m];
      const std::uint32_t sum = dot(&a[i * n], factors.data(), n, p);
      entry = static_cast<std::uint32_t>(p.modulus().add(entry, sum));
    }
  }
}

}  // namespace

std::vector<std::uint32_t> characteristic_polynomial(std::vector<std::uint32_t> matrix, std::size_t n,
                                                     const SmallPrime& p, const ExecutionContext& ctx) {
  to_hessenberg(matrix, n, p, ctx);
  // The leading m x m block has the characteristic polynomial p_m = (x - h_mm) p_(m-1) - s, where s is the sum of all
  // h_im (h_(i+1,i) ... h_(m,m-1)) p_(i-1).
  const MultipleKernel subtract = multiple_table().select(active_isa());
  std::vector<std::vector<std::uint32_t>> blocks{{1}};
  for (std::size_t m = 1; m <= n; ++m) {
    ctx.poll();
    std::vector<std::uint32_t> f(m + 1, 0);
    std::copy(blocks[m - 1].begin(), blocks[m - 1].end(), f.begin() + 1);
    std::uint32_t product = 1;
    for (std::size_t i = m; i >= 1; --i) {
      const std::uint32_t factor = p.mul(matrix[(i - 1) * n + m - 1], product);
      if (factor != 0) subtract(f.data(), blocks[i - 1].data(), i, WordMultiple(factor, p));
      if (i >= 2) product = p.mul(product, matrix[(i - 1) * n + i - 2]);
      if (product == 0) break;
    }
    blocks.push_back(std::move(f));
  }
  return std::move(blocks.back());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
