// Schoolbook multiplication in Z[x] of coefficients of at most one limb.
//
// Operands are first copied to arrays of words. Columns are sums in the narrowest two's complement accumulator that
// the a-priori bound bits_a + bits_b + log2(min length) + 1 allows: 64 bits, 128 bits, or 192 bits (on magnitudes
// and sign masks when a coefficient has all 64 bits). Cost: n m word products, about 1 ns each; span O(min(n, m));
// memory two words for each coefficient. No overflow: the bound covers every partial sum.
#include <algorithm>
#include <span>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide = unsigned __int128;
__extension__ using signed_wide = __int128;

/// Signed words; coefficients below 2^63 in magnitude.
struct SignedWords {
  std::span<std::int64_t> value;
  SignedWords(const IntegerVector& v, Workspace::Frame& frame) : value(frame.allocate<std::int64_t>(v.size())) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      const auto word = static_cast<std::int64_t>(v.signed_size(i) == 0 ? 0 : v.row(i)[0]);
      value[i] = v.signed_size(i) < 0 ? -word : word;
    }
  }
};

/// Magnitudes, and masks that are all ones for negative values.
struct MaskedWords {
  std::span<std::uint64_t> magnitude;
  std::span<std::uint64_t> mask;
  MaskedWords(const IntegerVector& v, Workspace::Frame& frame)
      : magnitude(frame.allocate<std::uint64_t>(v.size())), mask(frame.allocate<std::uint64_t>(v.size())) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      magnitude[i] = v.signed_size(i) == 0 ? 0 : v.row(i)[0];
      mask[i] = v.signed_size(i) < 0 ? ~std::uint64_t{0} : 0;
    }
  }
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

/// Runs column(k, first, last, row) over all columns, last inclusive.
template <class Column>
IntegerVector columns(const MulPlan& plan, const Column& column, const ExecutionContext& ctx) {
  const std::size_t la = plan.shape.length_a;
  const std::size_t lb = plan.shape.length_b;
  const std::size_t n = la + lb - 1;
  const std::size_t stride = limbs_for_bits(product_bits(plan.shape));
  IntegerVector result(n, stride);
  const std::size_t grain = plan.as<ColumnParameters>().grain;
  parallel_for(ctx, n, grain == 0 ? n : grain, [&](std::size_t begin, std::size_t end) {
    std::size_t since_poll = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t first = k < lb ? 0 : k - lb + 1;
      const std::size_t last = std::min(k, la - 1);
      since_poll += last - first + 1;
      if (since_poll > (1U << 19)) ctx.poll(), since_poll = 0;
      ctx.charge(last - first + 1);
      result.set_signed_size(k, column(k, first, last, result.row(k), stride));
    }
  });
  return result;
}

template <class Accumulator>
IntegerVector multiply_signed(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                              const ExecutionContext& ctx) {
  Workspace::Frame frame;
  const SignedWords copy_a(a, frame);
  const SignedWords copy_b(b, frame);
  const std::int64_t* x = copy_a.value.data();
  const std::int64_t* y = copy_b.value.data();
  const auto column = [=](std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row, std::size_t stride) {
    Accumulator sum = 0;
    for (std::size_t i = first; i <= last; ++i) sum += static_cast<Accumulator>(x[i]) * y[k - i];
    return store(row, stride, sum);
  };
  return columns(plan, column, ctx);
}

/// 63-bit operands, sums in 192 bits.
IntegerVector multiply_signed_long(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                   const ExecutionContext& ctx) {
  Workspace::Frame frame;
  const SignedWords copy_a(a, frame);
  const SignedWords copy_b(b, frame);
  const std::int64_t* x = copy_a.value.data();
  const std::int64_t* y = copy_b.value.data();
  const auto column = [=](std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row, std::size_t stride) {
    wide low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = first; i <= last; ++i) {
      const signed_wide term = static_cast<signed_wide>(x[i]) * y[k - i];
      low += static_cast<wide>(term);
      high += (low < static_cast<wide>(term)) + static_cast<std::uint64_t>(term >> 127);
    }
    return store(row, stride, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low >> 64), high);
  };
  return columns(plan, column, ctx);
}

IntegerVector multiply_masked(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                              const ExecutionContext& ctx) {
  Workspace::Frame frame;
  const MaskedWords x(a, frame);
  const MaskedWords y(b, frame);
  const auto column = [&](std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row, std::size_t stride) {
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
  };
  return columns(plan, column, ctx);
}

}  // namespace

IntegerVector mul_classical_words(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                  const ExecutionContext& ctx) {
  const std::size_t bits = product_bits(plan.shape) + 1;
  if (bits <= 64) return multiply_signed<std::int64_t>(plan, a, b, ctx);
  const bool signed_fits = plan.shape.bits_a <= 63 && plan.shape.bits_b <= 63;
  if (bits <= 128 && signed_fits) return multiply_signed<signed_wide>(plan, a, b, ctx);
  return signed_fits ? multiply_signed_long(plan, a, b, ctx) : multiply_masked(plan, a, b, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
