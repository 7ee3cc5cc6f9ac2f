// One term against all terms of the opposite sign, from bit lengths.
//
// Where |a_i| x^i exceeds the sum of the |a_k| x^k of opposite sign, f(x) has the sign of a_i. With bit lengths b,
// 2^(b-1) <= |a| < 2^b, this holds for all x in [2^j, 2^(j+1)] when
//
//   sum_{k > i} 2^(b_k - b_i + 1 + (j+1)(k-i)) + sum_{k < i} 2^(b_k - b_i + 1 - j (i-k)) <= 1.
//
// Upper bound: for i = n this sum falls with j, and the summands are at most 2^-1, 2^-2, ... once
//
//   b_k - b_n + 1 - j (n-k) <= -(n-k):
//
// from there on no x >= 2^j is a root. Lower bound: for i = 0 likewise no x <= 2^(j+1) when
//
//   b_k - b_0 + 1 + (j+1) k <= -k.
//
// This is Pellet's test (Bull. Sci. Math. 5, 1881) for one half-line.
#include "rootiso/check/verify_annuli.hpp"

#include <algorithm>
#include <limits>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct Monomial {
  std::int64_t degree;
  std::int64_t bits;
  int sign;
};

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

bool dominates(const std::vector<Monomial>& f, const Monomial& m, std::int64_t j) {
  constexpr std::int64_t unit = 60;  // one is 2^60
  std::uint64_t sum = 0;
  for (const Monomial& other : f) {
    if (other.sign == m.sign) continue;
    const std::int64_t distance = other.degree - m.degree;
    const std::int64_t e = other.bits - m.bits + 1 + (distance > 0 ? j + 1 : j) * distance;
    if (e > 0) return false;
    sum += std::uint64_t{1} << std::max<std::int64_t>(unit + e, 0);
    if (sum > (std::uint64_t{1} << unit)) return false;
  }
  return true;
}

bool is_excluded(const std::vector<Monomial>& f, std::int64_t j) {
  // the largest of either sign in the middle, x = 2^(j + 1/2)
  const auto weight = [j](const Monomial& m) { return 2 * m.bits + m.degree * (2 * j + 1); };
  for (const int sign : {1, -1}) {
    const Monomial* largest = nullptr;
    for (const Monomial& m : f)
      if (m.sign == sign && (largest == nullptr || weight(m) > weight(*largest))) largest = &m;
    if (largest != nullptr && dominates(f, *largest, j)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::int64_t> annuli_to_cover(const IntegerVector& f, bool mirrored, const ExecutionContext& ctx) {
  std::vector<Monomial> terms;
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!f[i].is_zero())
      terms.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(f[i].bit_length()),
                       mirrored && i % 2 == 1 ? -f[i].sign() : f[i].sign()});
  const Monomial& low = terms.front();
  const Monomial& high = terms.back();
  bool one_sign = true;
  std::int64_t end = std::numeric_limits<std::int64_t>::min();    // no root from 2^end on
  std::int64_t begin = std::numeric_limits<std::int64_t>::max();  // nor up to 2^begin
  for (const Monomial& m : terms) {
    one_sign = one_sign && m.sign == low.sign;
    if (m.sign != high.sign) {
      const std::int64_t distance = high.degree - m.degree;
      end = std::max(end, -floor_div(-(m.bits - high.bits + 1 + distance), distance));
    }
    if (m.sign != low.sign) begin = std::min(begin, floor_div(low.bits - 1 - m.bits - m.degree, m.degree));
  }
  std::vector<std::int64_t> annuli;
  if (one_sign) return annuli;
  for (std::int64_t j = begin; j < end; ++j) {
    ctx.poll();
    if (!is_excluded(terms, j)) annuli.push_back(j);
  }
  return annuli;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
