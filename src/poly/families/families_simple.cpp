// bnd, cnd, mignotte: closed forms; wilkinson: a balanced product of linear factors, O(M(n log n) log n).

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/families/families_generators.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

/// Small coefficients at a few places, the last of them at the degree.
template <std::size_t Count>
PolyZ sparse(const std::array<std::pair<std::size_t, Integer>, Count>& terms, std::size_t n,
             const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), vector_bytes(n + 1, n + 64));
  IntegerVector c(n + 1, 1);
  for (const auto& [exponent, value] : terms) c.assign(exponent, value);
  return PolyZ(std::move(c));
}

/// (x - first) ... (x - last), schoolbook. The coefficients of a product of `last - first + 1` such factors have at
/// most bit_width(last + 1) bits per factor.
PolyZ linear_factors(std::size_t first, std::size_t last) {
  std::vector<Integer> c{1};
  for (std::size_t root = first; root <= last; ++root) {
    c.emplace_back(1);
    const Integer r(root);
    for (std::size_t i = c.size() - 1; i-- != 0;) {
      Integer low = i == 0 ? Integer(0) : c[i - 1];
      low.sub_mul(r, c[i]);
      c[i] = std::move(low);
    }
  }
  return PolyZ(IntegerVector(std::span<const Integer>(c)));
}

}  // namespace

PolyZ make_bnd(std::size_t n, const ExecutionContext& ctx) {
  return PolyZ(fill_stripes(
      n + 1, [&](std::size_t) { return n + 1; },
      [&](std::size_t, mp_limb_t* row) {
        std::fill_n(row, n / 64, mp_limb_t{0});
        row[n / 64] = mp_limb_t{1} << (n % 64);
        return static_cast<std::int32_t>(n / 64 + 1);
      },
      ctx));
}

PolyZ make_cnd(std::size_t n, const ExecutionContext& ctx) {
  return sparse<2>({{{0, Integer(n)}, {n, Integer(1)}}}, n, ctx);
}

PolyZ make_mignotte(std::size_t n, const ExecutionContext& ctx) {
  return sparse<4>({{{0, Integer(-2)}, {1, Integer(20)}, {2, Integer(-50)}, {n, Integer(1)}}}, n, ctx);
}

PolyZ make_wilkinson(std::size_t n, const ExecutionContext& ctx) {
  constexpr std::size_t leaf = 16;
  return parallel_reduce<PolyZ>(
      ctx, n, leaf, PolyZ{1}, [](std::size_t begin, std::size_t end) { return linear_factors(begin + 1, end); },
      [&](PolyZ&& a, PolyZ&& b) { return mul(a, b, ctx); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
