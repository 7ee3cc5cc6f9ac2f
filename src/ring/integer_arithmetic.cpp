// Arithmetic that makes new integers from views: sums, products, divisions, powers, combinatorial numbers.
#include <polyfork/ring/integer.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

bool is_word(IntegerView v) noexcept { return v.signed_size() >= -1 && v.signed_size() <= 1; }
mp_limb_t magnitude(IntegerView v) noexcept { return v.signed_size() == 0 ? 0 : v.limbs()[0]; }

Integer make_signed(bool negative, mp_limb_t word) noexcept {
  Integer r(word);
  if (negative) r.negate();
  return r;
}

/// A fresh integer that f(mpz_ptr) computes; no operand can alias it.
template <class F>
Integer compute(F&& f) {
  Integer r;
  r.with_mpz(f);
  return r;
}

/// As check_limbs, for what GMP computes by products.
void check_product(std::size_t limbs) { detail::check_limbs(limbs, detail::gmp_mul_bytes(limbs)); }

constexpr std::size_t few_limbs = 24;

/// The gcd of two integers of 2 to few_limbs limbs, on the stack: the result, mostly a word, alone may need memory.
Integer gcd_of_few_limbs(IntegerView a, IntegerView b) {
  if (a.limbs().size() < b.limbs().size()) std::swap(a, b);
  mp_limb_t x[few_limbs];
  mp_limb_t y[few_limbs];
  mp_limb_t g[few_limbs + 1];
  std::size_t nx = a.limbs().size();
  std::size_t ny = b.limbs().size();
  std::copy_n(a.limbs().data(), nx, x);
  std::copy_n(b.limbs().data(), ny, y);
  // At most one of mpn_gcd's operands may be even.
  const std::size_t twos = std::min(a.trailing_zeros(), b.trailing_zeros());
  const auto shift = [twos](mp_limb_t* p, std::size_t n) {
    const std::size_t limbs = twos / 64;
    std::copy(p + limbs, p + n, p);
    n -= limbs;
    if (twos % 64 != 0) mpn_rshift(p, p, static_cast<mp_size_t>(n), twos % 64);
    return p[n - 1] == 0 ? n - 1 : n;
  };
  nx = shift(x, nx);
  ny = shift(y, ny);
  if (nx < ny) std::swap_ranges(x, x + ny, y), std::swap(nx, ny);
  const auto n = static_cast<int>(mpn_gcd(g, x, static_cast<mp_size_t>(nx), y, static_cast<mp_size_t>(ny)));
  Integer odd(IntegerView(g, n));
  return twos == 0 ? odd : odd << twos;
}

void require_nonzero(IntegerView divisor) {
  if (divisor.is_zero()) throw DomainError("division of an integer by zero");
}

}  // namespace

Integer add(IntegerView a, IntegerView b) {
  if (is_word(a) && is_word(b)) {
    Integer r(a);
    r += b;
    return r;
  }
  return compute([&](mpz_ptr z) { mpz_add(z, a.mpz(), b.mpz()); });
}

Integer sub(IntegerView a, IntegerView b) { return add(a, -b); }

Integer mul(IntegerView a, IntegerView b) {
  if (is_word(a) && is_word(b)) {
    Integer r(a);
    r *= b;
    return r;
  }
  check_product(a.limbs().size() + b.limbs().size());
  // mpz_mul takes operands that start at one address for equal and squares: not so when one is the other's low part.
  if (a.limbs().data() == b.limbs().data() && a.limbs().size() != b.limbs().size()) return mul(a, Integer(b));
  return compute([&](mpz_ptr z) { mpz_mul(z, a.mpz(), b.mpz()); });
}

Integer operator+(const Integer& a, const Integer& b) { return add(a, b); }
Integer operator-(const Integer& a, const Integer& b) { return sub(a, b); }
Integer operator*(const Integer& a, const Integer& b) { return mul(a, b); }

Integer operator<<(const Integer& a, std::size_t bits) {
  if (a.is_inline()) {
    Integer r(a);
    r <<= bits;
    return r;
  }
  detail::check_limbs(a.view().limbs().size() + bits / 64 + 1);
  return compute([&](mpz_ptr z) { mpz_mul_2exp(z, a.view().mpz(), bits); });
}

Integer operator>>(const Integer& a, std::size_t bits) {
  if (a.is_inline()) {
    Integer r(a);
    r >>= bits;
    return r;
  }
  return compute([&](mpz_ptr z) { mpz_fdiv_q_2exp(z, a.view().mpz(), bits); });
}

std::pair<Integer, Integer> trunc_div_rem(IntegerView a, IntegerView b) {
  require_nonzero(b);
  std::pair<Integer, Integer> r;
  if (is_word(a) && is_word(b)) {
    const mp_limb_t x = magnitude(a);
    const mp_limb_t y = magnitude(b);
    r.first = make_signed(a.sign() != b.sign(), x / y);
    r.second = make_signed(a.sign() < 0, x % y);
    return r;
  }
  r.first.with_mpz(
      [&](mpz_ptr q) { r.second.with_mpz([&](mpz_ptr rest) { mpz_tdiv_qr(q, rest, a.mpz(), b.mpz()); }); });
  return r;
}

Integer operator%(const Integer& a, const Integer& b) { return floor_div_rem(a, b).second; }

std::pair<Integer, Integer> floor_div_rem(IntegerView a, IntegerView b) {
  auto r = trunc_div_rem(a, b);
  if (!r.second.is_zero() && r.second.sign() != b.sign()) {
    r.first -= Integer(1);
    r.second += b;
  }
  return r;
}

Integer exact_div(IntegerView a, IntegerView b) {
  auto [quotient, rest] = trunc_div_rem(a, b);
  if (!rest.is_zero()) throw DomainError("the division of two integers is not exact");
  return std::move(quotient);
}

Integer gcd(IntegerView a, IntegerView b) {
  if (a.is_zero()) return abs(b);
  if (b.is_zero()) return abs(a);
  // mpn_gcd_1 wants the one-limb operand second.
  if (is_word(b)) return Integer(mpn_gcd_1(a.limbs().data(), static_cast<mp_size_t>(a.limbs().size()), b.limbs()[0]));
  if (is_word(a)) return gcd(b, a);
  if (std::max(a.limbs().size(), b.limbs().size()) <= few_limbs) return gcd_of_few_limbs(a, b);
  return compute([&](mpz_ptr z) { mpz_gcd(z, a.mpz(), b.mpz()); });
}

Integer lcm(IntegerView a, IntegerView b) {
  if (a.is_zero() || b.is_zero()) return {};
  return mul(exact_div(a.abs(), gcd(a, b)), b.abs());
}

Integer abs(IntegerView a) { return Integer(a.abs()); }

Integer pow(IntegerView base, std::uint64_t exponent) {
  if (exponent == 0 || base.is_one()) return 1;
  if (base.is_zero()) return {};
  if (base.bit_length() == 1) return (exponent & 1) != 0 ? -1 : 1;
  if (is_word(base) && detail::saturating_mul(base.bit_length(), exponent) <= 64) {
    mp_limb_t power = magnitude(base);
    for (std::uint64_t i = 1; i < exponent; ++i) power *= magnitude(base);
    return make_signed(base.sign() < 0 && (exponent & 1) != 0, power);
  }
  check_product(detail::saturating_mul(base.bit_length(), exponent) / 64 + 1);
  return compute([&](mpz_ptr z) { mpz_pow_ui(z, base.mpz(), exponent); });
}

Integer factorial(std::uint64_t n) {
  check_product(detail::saturating_mul(n, static_cast<std::uint64_t>(std::bit_width(n))) / 64 + 1);
  return compute([&](mpz_ptr z) { mpz_fac_ui(z, n); });
}

Integer binomial(std::uint64_t n, std::uint64_t k) {
  if (k > n) return {};
  k = std::min(k, n - k);
  // C(n, k) is below both 2^n and n^k.
  check_product(
      std::min<std::size_t>(n, detail::saturating_mul(k, static_cast<std::uint64_t>(std::bit_width(n)))) / 64 + 1);
  return compute([&](mpz_ptr z) { mpz_bin_uiui(z, n, k); });
}

}  // namespace v1
}  // namespace polyfork
