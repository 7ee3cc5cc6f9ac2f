// The tables of the powers of t in Bernstein bases.
//
// beta_ij = K_ij / C(d, i), where K_ij is the coefficient of z^i in (1 + z)^j (1 - z)^(d - j): t^i is the symmetric
// function e_i / C(d, i) of its arguments, and B_j's coefficient its value at j ones and d - j minus ones. |K_ij| <=
// C(d, i) < 2^61 for d <= 64, so words are enough. O(d^2).
#include "rootiso/local/bernstein_table.hpp"

#include <algorithm>
#include <array>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Int128 = __int128;

constexpr std::size_t step = 8;
constexpr std::size_t tables = 8;

BernsteinTable make_table(std::size_t d) {
  BernsteinTable table;
  table.degree = d;
  table.beta.resize((d / 2 + 1) * (d + 1));
  table.rest.resize(table.beta.size());
  std::vector<std::int64_t> binomials(d + 1, 0);
  binomials[0] = 1;
  for (std::size_t n = 0; n < d; ++n)
    for (std::size_t i = n + 1; i > 0; --i) binomials[i] += binomials[i - 1];
  std::vector<std::int64_t> k(d + 1);
  for (std::size_t i = 0; i <= d; ++i) k[i] = i % 2 == 0 ? binomials[i] : -binomials[i];  // (1 - z)^d
  for (std::size_t j = 0;; ++j) {
    for (std::size_t i = 0; i <= d; ++i) {
      // 2^62 K = beta C + remainder, 2^62 remainder = rest C + what is left out
      const Int128 scaled = static_cast<Int128>(k[i]) << BernsteinTable::fraction_bits;
      Int128 quotient = scaled / binomials[i];
      Int128 remainder = scaled - quotient * binomials[i];
      if (remainder < 0) --quotient, remainder += binomials[i];
      table.beta[j * (d + 1) + i] = static_cast<std::int64_t>(quotient);
      table.rest[j * (d + 1) + i] =
          static_cast<std::int64_t>((remainder << BernsteinTable::fraction_bits) / binomials[i]);
    }
    if (2 * (j + 1) > d) return table;
    // times (1 + z) / (1 - z): the division is exact
    std::int64_t carry = 0;
    for (std::size_t i = 0; i <= d; ++i) {
      const std::int64_t quotient = k[i] + carry;  // of k / (1 - z)
      k[i] = quotient + carry;
      carry = quotient;
    }
  }
}

}  // namespace

const BernsteinTable& bernstein_table(std::size_t degree) {
  static const std::array<BernsteinTable, tables> all = [] {
    std::array<BernsteinTable, tables> made;
    for (std::size_t i = 0; i < tables; ++i) made[i] = make_table((i + 1) * step);
    return made;
  }();
  return all[std::max<std::size_t>((degree + step - 1) / step, 1) - 1];
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
