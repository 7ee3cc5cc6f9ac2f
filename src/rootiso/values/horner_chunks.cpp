// Horner's rule on parts of the rows at the same time, put together by powers of the point.
//
// Errors, in units of y, that is of its last digit. A part: each of its steps has a floor of the magnitude, below one
// unit, and none grows since z < 1. The power: p = z^m up to e 2^-F, F = 64 limbs bits behind the point; a square of a
// power that is e too small is at most 2 e + 1 too small, a product with z at most e + 1, so that e < 4 m < 2^62 in the
// end; |y| is below 2^(F - 64), which leaves less than one unit for a product with p, and its floor another.
#include "rootiso/values/horner_chunks.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/rows/fixed_rows.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Limbs = std::vector<mp_limb_t>;

constexpr unsigned digit_bits = 52;
constexpr std::uint64_t digit_mask = (std::uint64_t{1} << digit_bits) - 1;
constexpr std::size_t block_digits = std::size_t{1} << 14;  // in the second cache

/// One lane of y as limbs in two's complement.
void from_digits(const std::uint64_t* y, std::size_t lanes, std::size_t digits, Limbs& out) {
  std::fill(out.begin(), out.end(), mp_limb_t{0});
  for (std::size_t d = 0; d < digits; ++d) {
    const std::size_t place = d * digit_bits;
    const bool last = d + 1 == digits;
    const std::uint64_t digit = y[d * lanes];
    const auto bits = static_cast<unsigned>(place % 64);
    out[place / 64] |= digit << bits;
    const mp_limb_t high = last ? static_cast<mp_limb_t>(static_cast<std::int64_t>(digit) >> (63 - bits) >> 1)
                                : (bits == 0 ? 0 : digit >> (64 - bits));
    out[place / 64 + 1] |= high;
    if (last)
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(place / 64 + 2), out.end(),
                (digit >> 63) != 0 ? ~mp_limb_t{0} : 0);
  }
}

void to_digits(const Limbs& row, std::size_t lanes, std::size_t digits, std::uint64_t* y) {
  for (std::size_t d = 0; d < digits; ++d) {
    const auto word = static_cast<std::uint64_t>(fixed_word(row.data(), row.size(), d * digit_bits));
    y[d * lanes] = d + 1 == digits ? word : word & digit_mask;
  }
}

/// a = floor(a b) for fractions a and b of equally many limbs.
void multiply_fraction(Limbs& a, const Limbs& b, Limbs& product) {
  const auto n = static_cast<mp_size_t>(a.size());
  mpn_mul_n(product.data(), a.data(), b.data(), n);
  std::copy_n(product.begin() + n, n, a.begin());
}

/// (z / 2^52)^m as a fraction of `limbs` limbs, from below. m >= 1.
Limbs power_of(std::uint64_t z, std::size_t m, std::size_t limbs) {
  Limbs base(limbs);
  base[limbs - 1] = z << (64 - digit_bits);
  Limbs power = base;
  Limbs product(2 * limbs);
  for (int bit = std::bit_width(m) - 2; bit >= 0; --bit) {
    multiply_fraction(power, Limbs(power), product);
    if ((m >> bit & 1) == 0) continue;
    const mp_limb_t high = mpn_mul_1(product.data(), power.data(), static_cast<mp_size_t>(limbs), base[limbs - 1]);
    std::copy_n(product.begin() + 1, limbs - 1, power.begin());
    power[limbs - 1] = high;
  }
  return power;
}

/// y = y p, the magnitude rounded down. y has one limb less than p.
void multiply_signed(Limbs& y, const Limbs& p, Limbs& product) {
  const auto n = static_cast<mp_size_t>(y.size());
  const bool negative = (y.back() >> 63) != 0;
  if (negative) mpn_neg(y.data(), y.data(), n);
  mpn_mul(product.data(), p.data(), static_cast<mp_size_t>(p.size()), y.data(), n);
  std::copy_n(product.begin() + static_cast<std::ptrdiff_t>(p.size()), y.size(), y.begin());
  if (negative) mpn_neg(y.data(), y.data(), n);
}

}  // namespace

void horner_in_chunks(const HornerKernel& kernel, DigitRowsOf a, std::size_t rows, std::size_t digits,
                      const std::uint64_t* z, std::uint64_t* y, std::size_t chunks, const ExecutionContext& ctx) {
  const std::size_t lanes = kernel.lanes;
  const std::size_t words = digits * lanes;
  const auto run = [&](std::size_t low, std::size_t high, std::uint64_t* out) {
    std::fill_n(out, words, std::uint64_t{0});
    const std::size_t step = std::max<std::size_t>(block_digits / digits, 1);
    std::vector<std::uint64_t> scratch;
    while (high != low) {
      ctx.poll();
      const std::size_t begin = high - std::min(high - low, step);
      kernel.run(a(begin, high, scratch), high - begin, digits, z, out);
      high = begin;
    }
  };
  if (chunks == 1) return run(0, rows, y);
  const std::size_t m = (rows + chunks - 1) / chunks;
  chunks = (rows + m - 1) / m;
  const MemoryReservation held(ctx.memory(), chunks * words * sizeof(std::uint64_t));
  std::vector<std::uint64_t> parts(chunks * words);
  parallel_for(ctx, chunks, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) run(k * m, std::min((k + 1) * m, rows), parts.data() + k * words);
  });
  const std::size_t limbs = digits * digit_bits / 64 + 2;
  parallel_for(ctx, lanes, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t lane = first; lane < last; ++lane) {
      ctx.poll();
      Limbs sum(limbs);
      from_digits(parts.data() + (chunks - 1) * words + lane, lanes, digits, sum);
      const Limbs power = power_of(z[lane], m, limbs + 1);
      Limbs part(limbs);
      Limbs product(2 * limbs + 1);
      for (std::size_t k = chunks - 1; k-- > 0;) {
        multiply_signed(sum, power, product);
        from_digits(parts.data() + k * words + lane, lanes, digits, part);
        mpn_add_n(sum.data(), sum.data(), part.data(), static_cast<mp_size_t>(limbs));
      }
      to_digits(sum, lanes, digits, y + lane);
    }
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
