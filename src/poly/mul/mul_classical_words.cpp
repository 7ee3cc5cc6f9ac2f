// Schoolbook multiplication in Z[x] of coefficients of at most one limb.
//
// Operands are first copied to arrays of words. Columns are sums in the narrowest two's complement accumulator that
// the a-priori bound bits_a + bits_b + log2(min length) + 1 allows: 64 bits, 128 bits, or 192 bits (on magnitudes
// and sign masks when a coefficient has all 64 bits). Cost: n m word products, about 1 ns each; span O(min(n, m));
// memory two words for each coefficient. No overflow: the bound covers every partial sum. Short operands go the same
// way without a plan, on copies on the stack: one allocation, none into a result that has room. Columns of integers
// below 2^31 are summed in vectors of doubles (kernels/exact_columns.hpp), some 0.1 ns for a product.
#include <algorithm>
#include <bit>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/kernels/exact_columns.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide = unsigned __int128;
__extension__ using signed_wide = __int128;

mp_limb_t word_of(const IntegerVector& v, std::size_t i) noexcept { return v.signed_size(i) == 0 ? 0 : v.row(i)[0]; }

/// Signed words of coefficients below 2^63 in magnitude, in the given memory.
std::int64_t* signed_words(const IntegerVector& v, std::int64_t* words) noexcept {
  for (std::size_t i = 0; i < v.size(); ++i) words[i] = signed_word(word_of(v, i), v.signed_size(i));
  return words;
}

/// Magnitudes, and masks that are all ones for negative values.
struct MaskedWords {
  MaskedWords(const IntegerVector& v, std::uint64_t* memory) noexcept : magnitude(memory), mask(memory + v.size()) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      magnitude[i] = word_of(v, i);
      mask[i] = v.signed_size(i) < 0 ? ~std::uint64_t{0} : 0;
    }
  }
  std::uint64_t* magnitude;
  std::uint64_t* mask;
};

/// Writes a value of at most 192 bits in two's complement; the row has `stride` limbs and the value fits.
std::int32_t store(mp_limb_t* row, std::size_t stride, std::uint64_t w0, std::uint64_t w1, std::uint64_t w2) noexcept {
  mp_limb_t acc[3] = {w0, w1, w2};
  const bool negative = (w2 >> 63) != 0;
  if (negative) mpn_neg(acc, acc, 3);
  const std::size_t n = strip(acc, 3);
  for (std::size_t i = 0; i < stride; ++i) row[i] = i < 3 ? acc[i] : 0;
  return signed_size(n, negative);
}
std::int32_t store(mp_limb_t* row, std::size_t stride, std::int64_t value) noexcept {
  const bool negative = value < 0;
  const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  if (stride != 0) row[0] = magnitude;
  return signed_size(magnitude != 0, negative);
}
std::int32_t store(mp_limb_t* row, std::size_t stride, signed_wide value) noexcept {
  const bool negative = value < 0;
  const wide magnitude = negative ? 0 - static_cast<wide>(value) : static_cast<wide>(value);
  const auto low = static_cast<std::uint64_t>(magnitude);
  const auto high = static_cast<std::uint64_t>(magnitude >> 64);
  if (stride > 0) row[0] = low;
  if (stride > 1) row[1] = high;
  return signed_size(high != 0 ? 2 : low != 0, negative);
}

/// Sums of one accumulator.
template <class Accumulator>
struct SignedColumn {
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    Accumulator sum = 0;
    if (x == y) {  // a square: every product of two different coefficients stands for two
      for (std::size_t i = first; 2 * i < k; ++i) sum += static_cast<Accumulator>(x[i]) * x[k - i];
      sum *= 2;
      if (k % 2 == 0) sum += static_cast<Accumulator>(x[k / 2]) * x[k / 2];
      return store(row, stride, sum);
    }
    for (std::size_t i = first; i <= last; ++i) sum += static_cast<Accumulator>(x[i]) * y[k - i];
    return store(row, stride, sum);
  }
  const std::int64_t* x;
  const std::int64_t* y;
};

/// 63-bit operands, sums in 192 bits.
struct SignedLongColumn {
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    wide low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = first; i <= last; ++i) {
      const signed_wide term = static_cast<signed_wide>(x[i]) * y[k - i];
      low += static_cast<wide>(term);
      high += (low < static_cast<wide>(term)) + static_cast<std::uint64_t>(term >> 127);
    }
    return store(row, stride, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low >> 64), high);
  }
  const std::int64_t* x;
  const std::int64_t* y;
};

struct MaskedColumn {
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    wide low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = first; i <= last; ++i) {
      const std::uint64_t mask = x.mask[i] ^ y.mask[k - i];
      const wide product = wide{x.magnitude[i]} * y.magnitude[k - i];
      const wide wide_mask = (wide{mask} << 64) | mask;
      const wide term = (product ^ wide_mask) - wide_mask;  // two's complement of 128 bits, sign extension follows
      low += term;
      high += (low < term) + (product == 0 ? 0 : mask);
    }
    return store(row, stride, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low >> 64), high);
  }
  MaskedWords x;
  MaskedWords y;
};

/// use(column) with the narrowest column for these operands; memory: two words for each coefficient.
template <class Use>
void with_column(const MulShape& s, const IntegerVector& a, const IntegerVector& b, std::uint64_t* memory,
                 const Use& use) {
  const std::size_t bits = product_bits(s) + 1;
  if (s.bits_a > 63 || s.bits_b > 63)
    return use(MaskedColumn{MaskedWords(a, memory), MaskedWords(b, memory + 2 * a.size())});
  auto* const words = reinterpret_cast<std::int64_t*>(memory);
  const std::int64_t* x = signed_words(a, words);
  const std::int64_t* y = &a == &b ? x : signed_words(b, words + a.size());
  if (bits <= 64)
    use(SignedColumn<std::int64_t>{x, y});
  else if (bits <= 128)
    use(SignedColumn<signed_wide>{x, y});
  else
    use(SignedLongColumn{x, y});
}

/// The terms of column k, last inclusive.
struct Terms {
  Terms(std::size_t k, std::size_t la, std::size_t lb) noexcept
      : first(k < lb ? 0 : k - lb + 1), last(std::min(k, la - 1)) {}
  std::size_t first;
  std::size_t last;
};

/// Both operands as doubles, the shorter one in halves; memory: one double for
/// each coefficient and for each of the shorter one, and zeros on both sides.
struct ExactOperands {
  ExactOperands(const MulShape& s, const IntegerVector& a, const IntegerVector& b, double* memory) noexcept {
    const IntegerVector& shorter = a.size() <= b.size() ? a : b;
    const IntegerVector& longer = a.size() <= b.size() ? b : a;
    double* const low = memory;
    double* const high = low + shorter.size();
    double* const other = high + shorter.size() + ExactColumns::block;
    constexpr std::int64_t half = std::int64_t{1} << (ExactColumns::half_bits - 1);
    const bool whole = s.bits_a + s.bits_b <= ExactColumns::whole_bits;
    for (std::size_t i = 0; i < shorter.size(); ++i) {
      const std::int64_t x = signed_word(word_of(shorter, i), shorter.signed_size(i));
      const std::int64_t upper = whole ? 0 : (x + half) >> ExactColumns::half_bits;
      high[i] = static_cast<double>(upper);
      low[i] = static_cast<double>(x - upper * (2 * half));
    }
    std::fill_n(other - ExactColumns::block, ExactColumns::block, 0.0);
    for (std::size_t i = 0; i < longer.size(); ++i)
      other[i] = static_cast<double>(signed_word(word_of(longer, i), longer.signed_size(i)));
    std::fill_n(other + longer.size(), ExactColumns::block, 0.0);
    columns = {low, whole ? nullptr : high, shorter.size(), other, longer.size()};
  }
  ExactColumns::Operands columns;
};

/// Columns [begin, end) of the product into the result's rows.
void store_exact_columns(const ExactColumns& kernel, const ExactColumns::Operands& operands, IntegerVector& result,
                         std::size_t stride, std::size_t begin, std::size_t end) {
  constexpr std::size_t at_once = 256;
  std::int64_t low[at_once];
  std::int64_t high[at_once];
  for (std::size_t k = begin; k < end; k += at_once) {
    const std::size_t stop = std::min(end, k + at_once);
    kernel.run(operands, low, high, k, stop);
    if (operands.high == nullptr) {
      for (std::size_t j = k; j < stop; ++j) result.set_signed_size(j, store(result.row(j), stride, low[j - k]));
      continue;
    }
    for (std::size_t j = k; j < stop; ++j) {
      const signed_wide sum = static_cast<signed_wide>(high[j - k]) * (1 << ExactColumns::half_bits) + low[j - k];
      result.set_signed_size(j, store(result.row(j), stride, sum));
    }
  }
}

}  // namespace

bool in_exact_columns(const MulShape& s) noexcept {
  return std::max(s.bits_a, s.bits_b) <= ExactColumns::most_bits &&
         std::min(s.length_a, s.length_b) >= ExactColumns::fewest_terms && exact_columns(active_isa()) != nullptr;
}

IntegerVector mul_classical_words(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                  const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const std::size_t n = product_length(s);
  const std::size_t stride = limbs_for_bits(product_bits(s));
  const std::size_t grain = plan.as<ColumnParameters>().grain;
  Workspace::Frame frame;
  if (in_exact_columns(s)) {
    const std::size_t shorter = std::min(a.size(), b.size());
    const auto copies = frame.allocate<double>(a.size() + b.size() + shorter + 2 * ExactColumns::block);
    const ExactOperands operands(s, a, b, copies.data());
    IntegerVector result(n, stride);
    const std::size_t columns_per_poll = (std::size_t{1} << 21) / shorter + 1;
    parallel_for(ctx, n, grain == 0 ? n : grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; k += columns_per_poll) {
        const std::size_t stop = std::min(end, k + columns_per_poll);
        ctx.poll();
        ctx.charge((stop - k) * shorter);
        store_exact_columns(*exact_columns(active_isa()), operands.columns, result, stride, k, stop);
      }
    });
    return result;
  }
  const auto memory = frame.allocate<std::uint64_t>(2 * (a.size() + b.size()));
  IntegerVector result(n, stride);
  with_column(s, a, b, memory.data(), [&](const auto& column) {
    parallel_for(ctx, n, grain == 0 ? n : grain, [&](std::size_t begin, std::size_t end) {
      std::size_t since_poll = 0;
      for (std::size_t k = begin; k < end; ++k) {
        const Terms terms(k, a.size(), b.size());
        const std::size_t count = terms.last - terms.first + 1;
        since_poll += count;
        if (since_poll > (1U << 19)) ctx.poll(), since_poll = 0;
        ctx.charge(count);
        result.set_signed_size(k, column(k, terms.first, terms.last, result.row(k), stride));
      }
    });
  });
  return result;
}

namespace {

/// Signed words of a short vector below 2^63 in magnitude; zeros have zero limbs.
void copy_signed(const IntegerVector& v, std::int64_t* words) noexcept {
  const mp_limb_t* const limbs = v.row(0);
  const std::int32_t* const sizes = v.signed_sizes().data();
  for (std::size_t i = 0; i < v.size(); ++i) words[i] = signed_word(limbs[i], sizes[i]);
}

/// out = a b where every partial sum is below 2^63, for at most `most` coefficients each: loops of fixed length, over
/// zeros behind the coefficients.
template <std::size_t most>
void mul_few(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  std::int64_t y[most] = {};
  std::int64_t sums[2 * most] = {};
  const mp_limb_t* const limbs_a = a.row(0);
  const mp_limb_t* const limbs_b = b.row(0);
  const std::int32_t* const sizes_a = a.signed_sizes().data();
  const std::int32_t* const sizes_b = b.signed_sizes().data();
  const std::size_t la = a.size();
  const std::size_t lb = b.size();
  for (std::size_t j = 0; j < lb; ++j) y[j] = signed_word(limbs_b[j], sizes_b[j]);
  for (std::size_t i = 0; i < la; ++i) {
    const std::int64_t factor = signed_word(limbs_a[i], sizes_a[i]);
    std::int64_t* const row = sums + i;
    for (std::size_t j = 0; j < most; ++j) row[j] += factor * y[j];
  }
  const std::size_t n = la + lb - 1;
  remake_short(out, n, 1, ctx);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t k = 0; k < n; ++k) store_word(limbs + k, sizes + k, sums[k]);
}

/// out = a b where every partial sum is below 2^63: row by row, the first term of every column is written.
void mul_small(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer <= 4) return mul_few<4>(out, a, b, ctx);
  if (longer <= 6) return mul_few<6>(out, a, b, ctx);
  constexpr std::size_t most = IntegerVector::stripe_rows;
  std::int64_t x[most];
  std::int64_t y[most];
  std::int64_t sums[2 * most];
  const std::size_t la = a.size();
  const std::size_t lb = b.size();
  const std::size_t n = la + lb - 1;
  copy_signed(a, x);
  copy_signed(b, y);
  for (std::size_t j = 0; j < lb; ++j) sums[j] = x[0] * y[j];
  for (std::size_t i = 1; i < la; ++i) {
    const std::int64_t factor = x[i];
    std::int64_t* const row = sums + i;
    for (std::size_t j = 0; j + 1 < lb; ++j) row[j] += factor * y[j];
    row[lb - 1] = factor * y[lb - 1];
  }
  remake_short(out, n, 1, ctx);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t k = 0; k < n; ++k) store_word(limbs + k, sizes + k, sums[k]);
}

/// Whether square_small reaches: half of every column of the square of `length` words, which are joined, is a word.
bool halves_are_words(mp_limb_t joined, std::size_t length) noexcept {
  return joined >> 32 == 0 && static_cast<wide>(joined * joined) * ((length + 1) / 2) >> 63 == 0;
}

/// out = a^2 for at most 64 coefficients, where halves of sums are words, the sums themselves maybe not: products of
/// two different coefficients, which stand for two, are added up, two rows at a time. Magnitudes then have 64 bits.
void square_small(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  constexpr std::size_t most = IntegerVector::stripe_rows;
  std::int64_t x[most];
  std::int64_t halves[2 * most];
  const std::size_t length = a.size();
  const std::size_t n = 2 * length - 1;
  const ReadRows rows = read_rows(a);
  for (std::size_t i = 0; i < most && i < length; ++i) {
    x[i] = signed_word(rows.limbs[i], rows.sizes[i]);
    halves[2 * i] = halves[2 * i + 1] = 0;
  }
  for (std::size_t i = 0; i + 1 < length; i += 2) {
    const std::int64_t first = x[i];
    const std::int64_t second = x[i + 1];
    halves[2 * i + 1] += first * second;
    if (i + 2 == length) break;
    halves[2 * i + 2] += first * x[i + 2];
    for (std::size_t j = i + 2; j + 1 < length; ++j) halves[i + j + 1] += first * x[j + 1] + second * x[j];
    halves[i + length] += second * x[length - 1];
  }
  remake_short(out, n, 1, ctx);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  const auto store_double = [&](std::size_t k, std::int64_t half, std::int64_t odd) {
    const std::int64_t mask = half >> 63;
    const auto twice = 2 * static_cast<mp_limb_t>(half) + static_cast<mp_limb_t>(odd);
    limbs[k] = (twice ^ static_cast<mp_limb_t>(mask)) - static_cast<mp_limb_t>(mask);
    sizes[k] = static_cast<std::int32_t>(mask) | static_cast<std::int32_t>(twice != 0);
  };
  for (std::size_t k = 0; k + 1 < n; k += 2) {
    const std::int64_t square = x[k / 2] * x[k / 2];
    store_double(k, halves[k] + (square >> 1), square & 1);
    store_double(k + 1, halves[k + 1], 0);
  }
  const std::int64_t square = x[length - 1] * x[length - 1];
  store_double(n - 1, square >> 1, square & 1);
}

/// The bits of the sum of magnitudes. Precondition: at most 64 words of at most 57 bits.
std::size_t norm_bits(const IntegerVector& v) noexcept {
  const mp_limb_t* const limbs = v.row(0);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += limbs[i];
  return static_cast<std::size_t>(std::bit_width(sum));
}

/// No sum of products exceeds 63 bits: by the lengths or, where these just fail, by the norms.
bool sums_are_words(const IntegerVector& a, std::size_t bits_a, const IntegerVector& b, std::size_t bits_b) noexcept {
  const std::size_t bits = bits_a + bits_b;
  if (bits + static_cast<std::size_t>(std::bit_width(std::min(a.size(), b.size()))) < 64) return true;
  if (bits >= 63 || std::max(bits_a, bits_b) > 57) return false;
  return norm_bits(a) + bits_b <= 63 || norm_bits(b) + bits_a <= 63;
}

}  // namespace

bool mul_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  static_assert(MulTuning().one_limb_length >= IntegerVector::stripe_rows);
  if (a.empty() || b.empty() || !is_short(a) || !is_short(b) || !ctx.tuning().empty()) return false;
  const bool square = &a == &b;
  const mp_limb_t joined_a = joined_words(a);
  const auto bits_a = static_cast<std::size_t>(std::bit_width(joined_a));
  const auto bits_b = square ? bits_a : static_cast<std::size_t>(std::bit_width(joined_words(b)));
  if (bits_a == 0 || bits_b == 0) return false;
  ctx.poll();
  const MulShape s{a.size(), b.size(), bits_a, bits_b};
  constexpr std::size_t fewest_in_vectors = 16;
  if (std::min(a.size(), b.size()) >= fewest_in_vectors && in_exact_columns(s)) {
    ctx.charge(a.size() * b.size());
    double memory[3 * IntegerVector::stripe_rows + 2 * ExactColumns::block];
    const ExactOperands operands(s, a, b, memory);
    const std::size_t stride = limbs_for_bits(product_bits(s));
    remake_short(out, product_length(s), stride, ctx);
    store_exact_columns(*exact_columns(active_isa()), operands.columns, out, stride, 0, out.size());
    return true;
  }
  if (square && a.size() > 6 && halves_are_words(joined_a, a.size())) {  // up to six, mul_few has fixed lengths
    ctx.charge(a.size() * a.size());
    square_small(out, a, ctx);
    return true;
  }
  if (sums_are_words(a, bits_a, b, bits_b)) {
    ctx.charge(a.size() * b.size());
    mul_small(out, a, b, ctx);
    return true;
  }
  if (mul_short_digits(out, s, a, b, ctx)) return true;
  ctx.charge(a.size() * b.size());
  const std::size_t n = product_length(s);
  const std::size_t stride = limbs_for_bits(product_bits(s));
  std::uint64_t memory[4 * IntegerVector::stripe_rows];
  with_column(s, a, b, memory, [&](const auto& column) {  // from here on operands are read as copies only
    remake_short(out, n, stride, ctx);
    std::int32_t* const sizes = unwritten_sizes(out);
    mp_limb_t* const rows = out.row(0);
    for (std::size_t k = 0; k < n; ++k) {
      const Terms terms(k, s.length_a, s.length_b);
      sizes[k] = column(k, terms.first, terms.last, rows + k * stride, stride);
    }
  });
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
