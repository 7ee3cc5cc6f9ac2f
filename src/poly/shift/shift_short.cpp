// Bounds. Every value of Horner's scheme is a sum of at most |a_j| (1 + |c|)^j over all j, which is below
// max |a_j| 2 (1 + |c|)^(n - 1), and 1 + |c| is at most 2 to the bit length of c. For c = 1 and -1 no value exceeds
// the sum of all |a_j| C(j, i), which is at most max |a_j| C(n, i + 1), and C(n, k) is at most 2^n over the root of
// 3 m + 1, m half of n rounded down.
#include "poly/shift/shift_short.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t pair_bits = 126;

/// Bits that the values of Horner's scheme have more than the coefficients, at most.
std::size_t shift_growth(std::size_t n, mp_limb_t step) noexcept {
  if (step == 1) return n - (static_cast<std::size_t>(std::bit_width(3 * (n / 2) + 1)) - 1) / 2;
  return 1 + (n - 1) * static_cast<std::size_t>(std::bit_width(step));
}

/// Horner's scheme in words or pairs, in which everything fits.
template <class Accumulator>
void horner_in_words(Accumulator* a, std::size_t n, std::int64_t c) noexcept {
  if (c == 1) {
    for (std::size_t i = 0; i + 1 < n; ++i) {
      Accumulator above = a[n - 1];
      for (std::size_t j = n - 1; j-- > i;) a[j] = above = a[j] + above;
    }
  } else {
    for (std::size_t i = 0; i + 1 < n; ++i) {
      Accumulator above = a[n - 1];
      for (std::size_t j = n - 1; j-- > i;) a[j] = above = a[j] + c * above;
    }
  }
}

/// The same on rows of w limbs in two's complement.
void horner_in_rows(mp_limb_t* rows, std::size_t n, std::size_t w, mp_limb_t step, bool negative) noexcept {
  const auto limbs = static_cast<mp_size_t>(w);
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (std::size_t j = n - 1; j-- > i;) {
      mp_limb_t* const row = rows + j * w;
      if (step == 1)
        negative ? mpn_sub_n(row, row, row + w, limbs) : mpn_add_n(row, row, row + w, limbs);
      else
        negative ? mpn_submul_1(row, row + w, limbs, step) : mpn_addmul_1(row, row + w, limbs, step);
    }
}

/// The coefficient, of at most 126 bits.
SignedPair pair_of(const ReadRows& f, std::size_t i) noexcept {
  __extension__ using Magnitude = unsigned __int128;
  const mp_limb_t* const row = f.row(i);
  Magnitude magnitude = row[0];
  if (f.stride > 1) magnitude |= Magnitude{row[1]} << 64;
  return f.sizes[i] < 0 ? -static_cast<SignedPair>(magnitude) : static_cast<SignedPair>(magnitude);
}

void in_words(IntegerVector& out, const ReadRows& f, std::int64_t c, const ExecutionContext& ctx) {
  std::int64_t a[IntegerVector::stripe_rows];
  for (std::size_t i = 0; i < f.count; ++i) a[i] = signed_word(f.limbs[i], f.sizes[i]);
  horner_in_words(a, f.count, c);
  write_words(out, a, f.count, ctx);
}

void in_pairs(IntegerVector& out, const ReadRows& f, std::int64_t c, const ExecutionContext& ctx) {
  SignedPair a[IntegerVector::stripe_rows];
  for (std::size_t i = 0; i < f.count; ++i) a[i] = pair_of(f, i);
  horner_in_words(a, f.count, c);
  write_words(out, a, f.count, ctx);
}

constexpr std::size_t most_scratch = 1024;  // limbs on the stack

/// Rows on the stack that have room for all values and their signs.
void in_rows(IntegerVector& out, const ReadRows& f, std::size_t w, IntegerView c, const ExecutionContext& ctx) {
  const std::size_t n = f.count;
  mp_limb_t rows[most_scratch];
  std::int32_t sizes[IntegerVector::stripe_rows];
  for (std::size_t i = 0; i < n; ++i) {
    mp_limb_t* const row = rows + i * w;
    const std::size_t limbs = std::min(f.stride, w);  // zeros above
    std::copy_n(f.row(i), limbs, row);
    clear_from(row, limbs, w);
    if (f.sizes[i] < 0) mpn_neg(row, row, static_cast<mp_size_t>(w));
  }
  horner_in_rows(rows, n, w, c.limbs()[0], c.sign() < 0);
  std::size_t stride = 1;
  for (std::size_t i = 0; i < n; ++i) {
    mp_limb_t* const row = rows + i * w;
    const bool negative = row[w - 1] >> 63 != 0;
    if (negative) mpn_neg(row, row, static_cast<mp_size_t>(w));
    const std::size_t limbs = strip(row, w);
    stride = std::max(stride, limbs);
    sizes[i] = signed_size(limbs, negative);
  }
  const WrittenRows written = remade_rows(out, n, stride, ctx);  // rows have zeros above their sizes
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(rows + i * w, stride, written.row(i));
    written.sizes[i] = sizes[i];
  }
}

/// Rows of several limbs for up to so many coefficients: beyond, the tableau's tiles are faster (measured).
bool serves_rows(std::size_t n, std::size_t w, mp_limb_t step) noexcept {
  constexpr std::size_t most_coefficients = 24;
  return n <= most_coefficients && n * w <= most_scratch && (step == 1 || n <= 8);
}

}  // namespace

bool shift_short(IntegerVector& out, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  const ReadRows rows = read_rows(f);
  const std::size_t n = rows.count;
  if (n > IntegerVector::stripe_rows || rows.stride == 0 || c.limbs().size() != 1 || !ctx.tuning().empty())
    return false;
  const mp_limb_t step = c.limbs()[0];
  const std::size_t own_bits =
      rows.stride == 1 ? static_cast<std::size_t>(std::bit_width(joined_words(f))) : short_bits(f);
  const std::size_t bits = own_bits + shift_growth(n, step);
  const auto by = static_cast<std::int64_t>(c.sign() < 0 ? 0 - step : step);
  const bool is_word = step >> 62 == 0;
  const std::size_t w = limbs_for_bits(bits + 1);
  const bool fits_pairs = is_word && bits <= pair_bits;
  if (!fits_pairs && !serves_rows(n, w, step)) return false;
  ctx.poll();
  ctx.charge(n * (n + 1) / 2 * w);
  if (is_word && bits <= 62 && rows.stride == 1)
    in_words(out, rows, by, ctx);
  else if (fits_pairs)
    in_pairs(out, rows, by, ctx);
  else
    in_rows(out, rows, w, c, ctx);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
