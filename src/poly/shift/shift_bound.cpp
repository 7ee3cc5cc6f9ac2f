// Bounds for the bit lengths of shifted coefficients, all together or in segments.
#include "poly/shift/shift_bound.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <string>

#include <gmp.h>

#include <polyfork/core/parallel.hpp>

#include "poly/rows/fixed_rows.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// Far above the rounding of the doubles below, far below a bit.
constexpr double guard = 1e-9;
// Up to this length a sum of n terms is bounded by n times the largest: the logarithms would cost more than the bits.
constexpr std::size_t short_length = 64;

}  // namespace

double shift_growth(IntegerView c) {
  if (c.is_zero()) return 0;
  long exponent = 0;
  const double mantissa = std::abs(mpz_get_d_2exp(&exponent, c.mpz()));  // |c| < (mantissa + 2^-52) 2^exponent
  if (exponent < 50)
    return std::log2(1 + std::ldexp(mantissa, static_cast<int>(exponent))) + (c.abs().is_one() ? 0 : guard);
  return static_cast<double>(exponent) + std::log2(mantissa) + guard;
}

namespace {

/// bits_at(j) is the bit length of coefficient j < n.
template <class BitsAt>
std::size_t result_bits(std::size_t n, const BitsAt& bits_at, IntegerView c) {
  const double growth = shift_growth(c);
  // The sum as largest * 2^exponent: |a_j| < 2^(its bits).
  double largest = -1;
  for (std::size_t j = 0; j < n; ++j)
    if (const std::size_t bits = bits_at(j); bits != 0)
      largest = std::max(largest, static_cast<double>(bits) + static_cast<double>(j) * growth);
  if (largest < 0) return 0;
  if (n <= short_length) return static_cast<std::size_t>(std::ceil(largest + guard)) + ceil_log2(n);
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t bits = bits_at(j);
    if (bits == 0) continue;
    const double below = largest - (static_cast<double>(bits) + static_cast<double>(j) * growth);
    if (below < 70) sum += std::exp2(-below);  // the rest together is less than the guard
  }
  return static_cast<std::size_t>(std::ceil((largest + std::log2(sum)) * (1 + 1e-12) + guard));
}

}  // namespace

std::vector<std::size_t> bit_lengths(const IntegerVector& f) {
  std::vector<std::size_t> lengths(f.size());
  for (std::size_t j = 0; j < lengths.size(); ++j) lengths[j] = f[j].bit_length();
  return lengths;
}

std::vector<std::size_t> bit_lengths(const IntegerRows& f) {
  std::vector<std::size_t> lengths(f.count);
  for (std::size_t j = 0; j < lengths.size(); ++j) lengths[j] = magnitude_bits(f.row(j), f.width);
  return lengths;
}

std::size_t shift_result_bits(const IntegerVector& f, IntegerView c) {
  return result_bits(
      f.size(), [&](std::size_t j) { return f.signed_size(j) == 0 ? 0 : f[j].bit_length(); }, c);
}

std::size_t shift_result_bits(std::span<const std::size_t> lengths, IntegerView c) {
  return result_bits(
      lengths.size(), [&](std::size_t j) { return lengths[j]; }, c);
}

namespace {

/// log2(k!) for k < n, and how far a sum of three of these can be off.
struct LogFactorials {
  /// Those of at least n, from the plan cache: parts of all sizes ask for them.
  static std::shared_ptr<const LogFactorials> get(std::size_t n, const ExecutionContext& ctx) {
    constexpr std::size_t fewest = 1024;
    const std::size_t kept = std::max(std::bit_ceil(n), fewest);
    return ctx.plan_cache().get<LogFactorials>(
        "shift_bound/" + std::to_string(kept), [&] { return std::make_shared<const LogFactorials>(kept); },
        [](const LogFactorials& logs) { return sizeof logs + logs.values.size() * sizeof(double); });
  }

  explicit LogFactorials(std::size_t n) : values(n) {
    for (std::size_t k = 2; k < n; ++k) values[k] = values[k - 1] + std::log2(static_cast<double>(k));
    error = 4 * static_cast<double>(n) * (values.empty() ? 0 : values.back()) * 0x1p-53;
  }
  double binomial(std::size_t n, std::size_t k) const { return values[n] - values[k] - values[n - k]; }

  std::vector<double> values;
  double error = 0;
};

/// The i in [0, j] for which C(j, i) |c|^(j-i) is largest: the first one with (j - i) < (i + 1) |c|.
std::size_t largest_term(std::size_t j, IntegerView c) {
  const auto limbs = c.limbs();
  if (limbs.size() != 1 || limbs[0] > j) return 0;
  return (j - limbs[0]) / (1 + limbs[0]) + 1;
}

}  // namespace

std::vector<std::size_t> shift_segment_begins(std::size_t length) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  const std::size_t count = std::clamp<std::size_t>(length / 256, 1, 16);
  std::vector<std::size_t> begins;
  for (std::size_t s = 0; s < count; ++s) begins.push_back(length * s / count / rows * rows);
  return begins;
}

std::vector<std::size_t> shift_segment_bits(const IntegerVector& f, IntegerView c, std::span<const std::size_t> begins,
                                            const ExecutionContext& ctx) {
  return shift_segment_bits(bit_lengths(f), c, begins, ctx);
}

std::vector<std::size_t> shift_segment_bits(std::span<const std::size_t> lengths, IntegerView c,
                                            std::span<const std::size_t> begins, const ExecutionContext& ctx) {
  const std::size_t n = lengths.size();
  const std::shared_ptr<const LogFactorials> kept = LogFactorials::get(n, ctx);
  const LogFactorials& logs = *kept;
  const double log_c = c.abs().is_one() ? 0 : shift_growth(c);  // log2 |c| at most
  const auto bits_of = [&](std::size_t begin, std::size_t end) -> std::size_t {
    double largest = -1;
    for (std::size_t j = begin; j < n; ++j) {
      if (lengths[j] == 0) continue;
      const std::size_t i = std::clamp(largest_term(j, c), begin, std::min(j, end - 1));
      largest =
          std::max(largest, static_cast<double>(lengths[j]) + logs.binomial(j, i) + static_cast<double>(j - i) * log_c);
    }
    const double sum = largest + std::log2(static_cast<double>(n)) + logs.error + guard;
    return largest < 0 ? 0 : static_cast<std::size_t>(std::ceil(sum * (1 + 1e-12)));
  };
  std::vector<std::size_t> bits(begins.size());
  parallel_for(ctx, begins.size(), std::max<std::size_t>(1, (std::size_t{1} << 13) / n),
               [&](std::size_t s, std::size_t end) {
                 ctx.poll();
                 for (; s < end; ++s) bits[s] = bits_of(begins[s], s + 1 < begins.size() ? begins[s + 1] : n);
               });
  return bits;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
