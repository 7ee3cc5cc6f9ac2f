// The algorithm of Berlekamp and Massey.
#include "system/berlekamp_massey.hpp"

#include <algorithm>

#include "groebner/dot_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<std::uint32_t> minimal_recurrence(std::span<const std::uint32_t> sequence, const SmallPrime& p) {
  const std::size_t n = sequence.size();
  // Backwards, so that a discrepancy is a dot product of two ascending arrays.
  const std::vector<std::uint32_t> reversed(sequence.rbegin(), sequence.rend());
  std::vector<std::uint32_t> c{1};  // connection polynomial: sum of c[i] s[k - i] is zero
  std::vector<std::uint32_t> b{1};
  std::size_t length = 0;
  std::size_t shift = 1;
  std::uint32_t last = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t terms = std::min(c.size(), k + 1);
    const std::uint32_t discrepancy = dot(c.data(), reversed.data() + (n - 1 - k), terms, p);
    if (discrepancy == 0) {
      ++shift;
      continue;
    }
    const std::uint32_t factor = p.mul(discrepancy, p.inverse(last));
    std::vector<std::uint32_t> before;
    const bool longer = 2 * length <= k;
    if (longer) before = c;
    if (c.size() < b.size() + shift) c.resize(b.size() + shift, 0);
    for (std::size_t i = 0; i < b.size(); ++i)
      c[i + shift] = static_cast<std::uint32_t>(p.modulus().sub(c[i + shift], p.mul(factor, b[i])));
    if (longer) {
      length = k + 1 - length;
      b = std::move(before);
      last = discrepancy;
      shift = 1;
    } else {
      ++shift;
    }
  }
  c.resize(length + 1, 0);
  std::reverse(c.begin(), c.end());
  return c;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
