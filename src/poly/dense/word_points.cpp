// Sums of few coefficients times words, and steps of Horner's rule, in two's complement of as many limbs as are needed.
//
// A sum of k coefficients of W limbs has W or W + 1; a value grows by a limb only when its bound asks for that. Loops
// over at most 12 limbs are straight code, one function for each length; above, rows are GMP's.
#include "poly/dense/word_points.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using PointPair = unsigned __int128;
__extension__ using SignedPointPair = __int128;

constexpr std::size_t step_limbs = 12;  // of the longest step without a call
constexpr std::size_t sum_limbs = 6;    // of the coefficients in the longest sum without a call

mp_limb_t sign_limb(mp_limb_t top) noexcept { return static_cast<mp_limb_t>(static_cast<std::int64_t>(top) >> 63); }

/// sum = sum_j a_j powers[j] over rows of W limbs, in W limbs or one more.
template <std::size_t W, bool Longer>
void sum_of_rows(mp_limb_t* sum, const mp_limb_t* a, const mp_limb_t* powers, std::size_t count) noexcept {
  constexpr std::size_t size = Longer ? W + 1 : W;
  mp_limb_t t[size] = {};
  for (std::size_t j = 0; j < count; ++j, a += W) {
    const mp_limb_t q = powers[j];
    mp_limb_t carry = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i + 1 < W; ++i) {
      const PointPair u = static_cast<PointPair>(a[i]) * q + t[i] + carry;
      t[i] = static_cast<mp_limb_t>(u);
      carry = static_cast<mp_limb_t>(u >> 64);
    }
    if constexpr (Longer) {
      const auto top = static_cast<SignedPointPair>(static_cast<std::int64_t>(a[W - 1])) * static_cast<std::int64_t>(q);
      PointPair pair = t[W - 1] | static_cast<PointPair>(t[W]) << 64;
      pair += static_cast<PointPair>(top) + carry;
      t[W - 1] = static_cast<mp_limb_t>(pair);
      t[W] = static_cast<mp_limb_t>(pair >> 64);
    } else {
      t[W - 1] += a[W - 1] * q + carry;
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) sum[i] = t[i];
}

void sum_of_long_rows(mp_limb_t* sum, std::size_t size, const mp_limb_t* a, std::size_t w, const mp_limb_t* powers,
                      std::size_t count) noexcept {
  const auto limbs = static_cast<mp_size_t>(w);
  std::copy_n(a, w, sum);
  const bool is_longer = size > w;
  if (is_longer) sum[w] = sign_limb(a[w - 1]);
  for (std::size_t j = 1; j < count; ++j) {
    a += w;
    const mp_limb_t carry = mpn_addmul_1(sum, a, limbs, powers[j]);
    if (is_longer) sum[w] += carry - (sign_limb(a[w - 1]) & powers[j]);
  }
}

/// v = v y + s in N limbs.
template <std::size_t N>
void step_of_limbs(mp_limb_t* v, mp_limb_t y, const mp_limb_t* s) noexcept {
  mp_limb_t carry = 0;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < N; ++i) {
    const PointPair u = static_cast<PointPair>(v[i]) * y + s[i] + carry;
    v[i] = static_cast<mp_limb_t>(u);
    carry = static_cast<mp_limb_t>(u >> 64);
  }
}

/// v = v y + s in n limbs, s of `size` limbs.
void long_step(mp_limb_t* v, std::size_t n, mp_limb_t y, const mp_limb_t* s, std::size_t size) noexcept {
  mpn_mul_1(v, v, static_cast<mp_size_t>(n), y);
  const mp_limb_t carry = mpn_add_n(v, v, s, static_cast<mp_size_t>(size));
  const bool is_negative = s[size - 1] >> 63 != 0;
  if (size == n || is_negative == (carry != 0)) return;
  const auto rest = static_cast<mp_size_t>(n - size);
  if (is_negative)
    mpn_sub_1(v + size, v + size, rest, 1);
  else
    mpn_add_1(v + size, v + size, rest, 1);
}

using SumOfRows = void (*)(mp_limb_t*, const mp_limb_t*, const mp_limb_t*, std::size_t) noexcept;
using StepOfLimbs = void (*)(mp_limb_t*, mp_limb_t, const mp_limb_t*) noexcept;

template <std::size_t... I>
constexpr auto table_of_sums(std::index_sequence<I...>) noexcept {
  return std::array<SumOfRows, sizeof...(I)>{&sum_of_rows<I / 2 + 1, I % 2 != 0>...};
}
template <std::size_t... I>
constexpr auto table_of_steps(std::index_sequence<I...>) noexcept {
  return std::array<StepOfLimbs, sizeof...(I)>{&step_of_limbs<I + 1>...};
}
constexpr auto sums = table_of_sums(std::make_index_sequence<2 * sum_limbs>());
constexpr auto steps = table_of_steps(std::make_index_sequence<step_limbs>());

}  // namespace

WordPoint::WordPoint(IntegerView x, std::size_t coefficients) noexcept : negative_(x.sign() < 0) {
  const mp_limb_t m = x.limbs()[0];
  const std::size_t most = std::min(most_powers, coefficients);
  powers_[0] = 1;
  PointPair power = m;
  while (count_ < most && power >> 63 == 0) {
    powers_[count_++] = static_cast<mp_limb_t>(power);
    power *= m;
  }
  if (power >> 64 != 0) power = powers_[--count_];
  step_ = static_cast<mp_limb_t>(power);
  sum_bits_ = static_cast<std::size_t>(std::bit_width(m == 1 ? count_ : powers_[count_ - 1]));
  step_bits_ = static_cast<std::size_t>(std::bit_width(step_));
}

void write_signed_rows(mp_limb_t* to, std::size_t width, const IntegerVector& a, std::size_t begin, std::size_t end,
                       bool alternating) noexcept {
  for (std::size_t i = begin; i < end; ++i, to += width) {
    const IntegerView x = a[i];
    const bool negate = (x.sign() < 0) != (alternating && i % 2 != 0);
    if (width == 1) {
      const mp_limb_t word = x.is_zero() ? 0 : x.limbs()[0];
      to[0] = negate ? mp_limb_t{0} - word : word;
      continue;
    }
    const std::size_t n = x.limbs().size();
    std::copy_n(x.limbs().data(), n, to);
    clear_from(to, n, width);
    if (negate) mpn_neg(to, to, static_cast<mp_size_t>(width));
  }
}

std::size_t word_value_scratch(std::size_t bits) noexcept { return std::max(SignedRows::width(bits) + 1, step_limbs); }

// A value of j coefficients is below 2^(bits + 1) |x|^(j - 1) where |f_i| < 2^bits and |x| >= 2. At 1 it is below
// 2^bits j, and the number of coefficients less than doubles by a step.
std::int32_t value_at_word(mp_limb_t* row, mp_limb_t* scratch, const SignedRows& f, const WordPoint& x) noexcept {
  const std::size_t w = SignedRows::width(f.bits);
  std::size_t bits = f.bits + 2 + x.sum_bits();
  const std::size_t size = limbs_for_bits(bits);
  const SumOfRows short_sum = w <= sum_limbs ? sums[2 * (w - 1) + (size - w)] : nullptr;
  const auto sum = [&](mp_limb_t* to, std::size_t first, std::size_t count) {
    const mp_limb_t* const rows = f.limbs + first * w;
    if (count == 1) {
      std::copy_n(rows, w, to);
      if (size > w) to[w] = sign_limb(rows[w - 1]);
      return;
    }
    if (short_sum != nullptr) return short_sum(to, rows, x.powers(), count);
    sum_of_long_rows(to, size, rows, w, x.powers(), count);
  };
  const std::size_t k = x.count();
  std::size_t at = (f.count - 1) / k * k;
  sum(row, at, f.count - at);
  std::size_t n = size;
  while (at != 0) {
    at -= k;
    bits += x.step_bits();
    for (; 64 * n < bits; ++n) row[n] = sign_limb(row[n - 1]);
    sum(scratch, at, k);
    if (n > step_limbs) {
      long_step(row, n, x.step(), scratch, size);
      continue;
    }
    const mp_limb_t sign = sign_limb(scratch[size - 1]);
    for (std::size_t i = size; i < n; ++i) scratch[i] = sign;
    steps[n - 1](row, x.step(), scratch);
  }
  const bool negative = row[n - 1] >> 63 != 0;
  if (negative) mpn_neg(row, row, static_cast<mp_size_t>(n));
  return signed_size(strip(row, n), negative);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
