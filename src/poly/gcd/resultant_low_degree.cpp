// The hybrid of Bezout's and Sylvester's matrix has as many rows as the higher degree m has units: with b of degree n,
//   x^j b for j < m - n, and k_i = sum over u < i of the brackets [m - i + 1 + u, c - u] in column c, i = 1 to n,
// [p, q] = a_p b'_q - a_q b'_p with b' = x^(m - n) b, p > m - i >= q. Its determinant is Res(a, b): for a = x^m the
// matrix is triangular with b_0 on the diagonal. Numbers are rows of limbs, one after the other in scratch memory.
// Literature: Diaz-Toca, Gonzalez-Vega, Various new expressions for subresultants and their applications, 2004.
#include "poly/gcd/resultant_low_degree.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/workspace.hpp>

#include "core/short_reservation.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_degree = 3;

/// Numbers that are made and never changed, each in rows behind those before.
class NumberRows {
 public:
  explicit NumberRows(mp_limb_t* limbs) noexcept : free_(limbs) {}

  IntegerView product(IntegerView a, IntegerView b) noexcept {
    mp_limb_t* const row = free_;
    const std::int32_t size = long_product(row, a, b);
    free_ += size < 0 ? -size : size;
    return {row, size};
  }
  IntegerView sum(IntegerView a, IntegerView b) noexcept {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    mp_limb_t* const row = free_;
    const std::int32_t size = add_rows(row, a, b);
    free_ += size < 0 ? -size : size;
    return {row, size};
  }
  /// a d - b c
  IntegerView minor(IntegerView a, IntegerView b, IntegerView c, IntegerView d) noexcept {
    const IntegerView left = product(a, d);
    return sum(left, -product(b, c));
  }

 private:
  mp_limb_t* free_;
};

/// Limbs that all numbers take: 6 brackets of two products each, 3 sums of those, 3 minors of two products, 3 products
/// with them and 2 sums, each with what a product has on top before it is looked at.
std::size_t scratch_limbs(std::size_t limbs) noexcept { return 140 * (limbs + 2); }

using Entries = IntegerView[most_degree][most_degree];

/// The determinant of the first m rows and columns.
IntegerView determinant(const Entries& e, std::size_t m, NumberRows& rows) noexcept {
  if (m == 1) return e[0][0];
  if (m == 2) return rows.minor(e[0][0], e[0][1], e[1][0], e[1][1]);
  IntegerView all;
  for (std::size_t c = 0; c < 3; ++c) {
    if (e[0][c].is_zero()) continue;
    const std::size_t left = c == 0 ? 1 : 0;
    const std::size_t right = c == 2 ? 1 : 2;
    const IntegerView rest = rows.minor(e[1][left], e[1][right], e[2][left], e[2][right]);
    const IntegerView term = rows.product(e[0][c], rest);
    all = rows.sum(all, c == 1 ? -term : term);
  }
  return all;
}

}  // namespace

bool resultant_low_degree(Integer& value, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  constexpr std::size_t most_limbs = 64;
  if (a.size() < b.size()) {
    if (!resultant_low_degree(value, b, a, ctx)) return false;
    if (a.size() % 2 == 0 && b.size() % 2 == 0) value.negate();
    return true;
  }
  const std::size_t m = a.size() - 1;
  const std::size_t n = b.size() - 1;
  const std::size_t limbs = std::max(read_rows(a).stride, read_rows(b).stride);
  if (n - 1 >= most_degree || m > most_degree || limbs - 1 >= most_limbs) return false;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(40 * limbs * limbs);
  constexpr std::size_t few = 3;
  mp_limb_t on_stack[140 * (few + 2)];
  Workspace::Frame frame;
  const bool is_short = limbs <= few;
  const MemoryReservation reservation =
      is_short ? MemoryReservation() : reserve_unless_short(ctx, scratch_limbs(limbs) * sizeof(mp_limb_t));
  NumberRows rows(is_short ? on_stack : frame.allocate<mp_limb_t>(scratch_limbs(limbs)).data());
  const auto of_b = [&](std::size_t i) { return i < m - n ? IntegerView() : b[i - (m - n)]; };
  IntegerView brackets[most_degree + 1][most_degree];  // [p][q], p > q
  for (std::size_t p = m - n + 1; p <= m; ++p)
    for (std::size_t q = 0; q < p; ++q) brackets[p][q] = rows.minor(a[p], a[q], of_b(p), of_b(q));
  Entries entries;
  for (std::size_t j = 0; j < m - n; ++j)
    for (std::size_t c = j; c <= j + n; ++c) entries[j][c] = b[c - j];
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t c = 0; c < m; ++c) {
      IntegerView sum;
      for (std::size_t u = 0; u < i && u <= c; ++u)
        if (c - u <= m - i) sum = rows.sum(sum, brackets[m - i + 1 + u][c - u]);
      entries[m - n + i - 1][c] = sum;
    }
  value = determinant(entries, m, rows);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
