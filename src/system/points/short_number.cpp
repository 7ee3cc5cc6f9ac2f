// Short rational numbers in narrow intervals, by continued fractions.
//
// Numbers p/q with p and q of at most 64 bits are looked for among the convergents of the lower end alone, in words: an
// interval that is narrow enough holds no other ones (Legendre). Longer ones are the simplest number of the interval.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <gmp.h>

#include "system/points/coordinate_source.hpp"
#include "system/points/dyadic_interval.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The number with the least denominator in [a/b, c/d], for 0 < a/b <= c/d, by the continued fractions of the ends as
/// far as they agree; empty where its denominator has more than most_bits bits.
std::optional<Rational> simplest_positive(Integer a, Integer b, Integer c, Integer d, std::size_t most_bits,
                                          const ExecutionContext& ctx) {
  // Convergents p / q, and those before.
  Integer p(1);
  Integer q;
  Integer p_before;
  Integer q_before(1);
  while (q.bit_length() <= most_bits) {
    ctx.poll();
    auto [n, r] = floor_div_rem(a, b);
    Integer rest = sub(c, mul(n, d));
    const bool last = r.is_zero() || rest >= d;
    if (!r.is_zero() && last) n += Integer(1);
    p_before = add(p_before, mul(n, p));
    q_before = add(q_before, mul(n, q));
    std::swap(p, p_before);
    std::swap(q, q_before);
    if (last) return Rational(p, q);
    a = std::move(d);
    c = std::move(b);
    d = std::move(r);
    b = std::move(rest);
  }
  return std::nullopt;
}

constexpr std::size_t word_bits = 64;
constexpr std::size_t most_limbs = 6;
using Remainder = std::array<mp_limb_t, most_limbs>;

mp_size_t length_of(const Remainder& a) {
  mp_size_t n = most_limbs;
  while (n > 0 && a[static_cast<std::size_t>(n - 1)] == 0) --n;
  return n;
}

/// Whether the short numbers in [a, c] 2^-scale are convergents of a 2^-scale: they are nearer to it than 1 / (2 q^2).
bool is_for_words(const Integer& a, const Integer& c, std::int64_t scale, std::size_t bits) {
  if (bits > word_bits || scale < 0) return false;
  const auto s = static_cast<std::size_t>(scale);
  return std::max(a.bit_length(), s + 1) <= most_limbs * word_bits && sub(c, a).bit_length() + 2 * bits + 1 <= s;
}

/// The number p/q in [a, c] 2^-scale with p and q below 2^bits. Precondition: is_for_words. With n_k the partial
/// quotients and R_k the remainders of a and 2^scale, a q_k - 2^scale p_k = (-1)^k R_k.
std::optional<Rational> short_convergent(const Integer& a, const Integer& c, std::size_t scale, std::size_t bits) {
  if (a.bit_length() > scale + bits) return std::nullopt;
  __extension__ using Wide = unsigned __int128;
  const Wide most = Wide{1} << bits;
  const Integer width = sub(c, a);
  Remainder u{};
  Remainder v{};
  const auto limbs = IntegerView(a).limbs();
  std::copy(limbs.begin(), limbs.end(), u.begin());
  v[scale / word_bits] = mp_limb_t{1} << (scale % word_bits);
  std::uint64_t p = 1;
  std::uint64_t q = 0;
  std::uint64_t p_before = 0;
  std::uint64_t q_before = 1;
  // Convergents are by turns not above and not below the lower end.
  for (bool is_above = false;; is_above = !is_above) {
    const mp_size_t un = length_of(u);
    const mp_size_t vn = length_of(v);
    Remainder n{};
    if (un >= vn) {
      Remainder r{};
      mpn_tdiv_qr(n.data(), r.data(), 0, u.data(), un, v.data(), vn);
      u = r;
    }
    std::swap(u, v);
    if (length_of(n) > 1) return std::nullopt;
    const Wide next_p = Wide{n[0]} * p + p_before;
    const Wide next_q = Wide{n[0]} * q + q_before;
    if (next_p >= most || next_q >= most) return std::nullopt;
    p_before = std::exchange(p, static_cast<std::uint64_t>(next_p));
    q_before = std::exchange(q, static_cast<std::uint64_t>(next_q));
    const mp_size_t rest = length_of(v);
    if (rest == 0) return Rational(Integer(p), Integer(q));
    if (!is_above) continue;
    const Integer most_rest = mul(width, Integer(q));
    const auto bound = IntegerView(most_rest).limbs();
    const auto bound_size = static_cast<mp_size_t>(bound.size());
    if (rest < bound_size || (rest == bound_size && mpn_cmp(v.data(), bound.data(), rest) <= 0))
      return Rational(Integer(p), Integer(q));
  }
}

}  // namespace

std::optional<Rational> short_number_in(const DyadicInterval& x, std::size_t bits, const ExecutionContext& ctx) {
  if (x.contains_zero()) return Rational(0);
  const bool negative = x.lower.sign() < 0;
  const Integer low = negative ? -x.upper : x.lower;
  const Integer high = negative ? -x.lower : x.upper;
  // An interval that is a little wider holds no other short number.
  const std::int64_t scale = std::min(x.scale, least_precision(bits) + 2);
  const Integer a = shifted(low, scale - x.scale);
  const Integer c = -shifted(-high, scale - x.scale);
  const Integer unit = shifted(Integer(1), std::max<std::int64_t>(scale, 0));
  const Integer factor = shifted(Integer(1), std::max<std::int64_t>(-scale, 0));
  // Zero is the simplest number of an interval that touches it.
  if (a.is_zero()) return std::nullopt;
  auto value = is_for_words(a, c, scale, bits)
                   ? short_convergent(a, c, static_cast<std::size_t>(scale), bits)
                   : simplest_positive(mul(a, factor), unit, mul(c, factor), unit, bits, ctx);
  if (!value || !is_short(*value, bits)) return std::nullopt;
  const Integer scaled_low = x.scale >= 0 ? low : shifted(low, -x.scale);
  const Integer scaled_high = x.scale >= 0 ? high : shifted(high, -x.scale);
  const Integer numerator = x.scale >= 0 ? shifted(value->numerator(), x.scale) : value->numerator();
  if (numerator < mul(scaled_low, value->denominator()) || numerator > mul(scaled_high, value->denominator()))
    return std::nullopt;
  return negative ? -*value : *value;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
