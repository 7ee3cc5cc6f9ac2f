// Bounds on degrees by slopes, bits by Hadamard's inequality, and what images cost.
#include "poly/multivariate/multi_resultant_shape.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

#include <polyfork/core/cpu.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multivariate/multi_parts.hpp"
#include "poly/multivariate/multi_resultant_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// max (den e_k + num e_main) over the terms, which may be negative.
std::int64_t largest_weight(std::span<const std::uint64_t> table, std::size_t n, std::size_t k, std::size_t main,
                            std::int64_t num, std::int64_t den) {
  std::int64_t largest = INT64_MIN;
  for (std::size_t i = 0; i < table.size(); i += n)
    largest = std::max(
        largest, den * static_cast<std::int64_t>(table[i + k]) + num * static_cast<std::int64_t>(table[i + main]));
  return largest;
}

std::size_t degree_bound(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::size_t n,
                         std::size_t k, const ResultantShape& s) {
  const auto da = static_cast<std::int64_t>(s.degree_a);
  const auto db = static_cast<std::int64_t>(s.degree_b);
  std::int64_t least = INT64_MAX;
  for (std::int64_t den = 1; den <= 3; ++den)
    for (std::int64_t num = -6; num <= 6; ++num) {
      const std::int64_t scaled = db * largest_weight(a, n, k, s.main, num, den) +
                                  da * largest_weight(b, n, k, s.main, num, den) - num * da * db;
      least = std::min(least, scaled < 0 ? 0 : scaled / den);
    }
  return static_cast<std::size_t>(least);
}

/// Bits of (sum_i (sum of the absolute values of coefficient i)^2)^(power / 2), rounded up.
std::size_t norm_bits(const MultiPolyZ& a, std::size_t main, std::size_t power) {
  const std::size_t n = a.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(a);
  std::map<std::uint64_t, Integer> sums;  // by exponents, of which few may occur below a high degree
  for (std::size_t i = 0; i < a.term_count(); ++i) sums[table[i * n + main]] += abs(a.coefficients()[i]);
  Integer squares;
  for (const auto& [exponent, s] : sums) squares += s * s;
  return saturating_add(saturating_mul(squares.bit_length(), power), 1) / 2;
}

}  // namespace

template <Ring R>
ResultantShape resultant_shape(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::size_t main) {
  ResultantShape s;
  const MultiExponents degrees_a = a.degrees();
  const MultiExponents degrees_b = b.degrees();
  s.main = main;
  s.degree_a = degrees_a[main];
  s.degree_b = degrees_b[main];
  s.sequence = {main};
  const std::vector<std::uint64_t> table_a = exponent_table(a);
  const std::vector<std::uint64_t> table_b = exponent_table(b);
  for (std::size_t k = 0; k < degrees_a.size(); ++k) {
    if (k == main || (degrees_a[k] == 0 && degrees_b[k] == 0)) continue;
    s.sequence.push_back(k);
    s.lengths.push_back(degree_bound(table_a, table_b, degrees_a.size(), k, s) + 1);
    s.size = saturating_mul(s.size, s.lengths.back());
  }
  for (const std::size_t k : s.sequence) {
    s.degrees_of_a.push_back(degrees_a[k]);
    s.degrees_of_b.push_back(degrees_b[k]);
  }
  return s;
}

template ResultantShape resultant_shape(const MultiPolyZ&, const MultiPolyZ&, std::size_t);
template ResultantShape resultant_shape(const MultiPolyZp&, const MultiPolyZp&, std::size_t);

ResultantPrimes resultant_primes(const MultiPolyZ& a, const MultiPolyZ& b, const ResultantShape& s) {
  const std::size_t bits = saturating_add(norm_bits(a, s.main, s.degree_b), norm_bits(b, s.main, s.degree_a));
  const bool in_lanes = resultants_in_lanes(s.degrees_of_a, a.term_count(), s.degrees_of_b, b.term_count(), s.lengths,
                                            LanePrimes().next());
  return {(bits + 2) / (in_lanes ? 49 : 61) + 1, in_lanes};  // both have more bits than they are divided by here
}

std::optional<ResultantPrimes> resultant_primes(const MultiPolyZp& a, const MultiPolyZp& b, const ResultantShape& s) {
  const std::uint64_t p = a.ring().modulus();
  if (std::any_of(s.lengths.begin(), s.lengths.end(), [&](std::size_t n) { return n > p; })) return std::nullopt;
  return ResultantPrimes{
      1, resultants_in_lanes(s.degrees_of_a, a.term_count(), s.degrees_of_b, b.term_count(), s.lengths, p)};
}

/// A value of the resultant costs Euclid's algorithm and its share of interpolation and remaindering, and what the
/// operands' terms ask for at values of the last variable that is left; results in one variable are interpolated by a
/// matrix of their own, or a tree where that would be large. Fitted to times from 30 us to 50 ms.
double resultant_images_cost(const ResultantShape& s, std::size_t terms_a, std::size_t terms_b,
                             const ResultantPrimes& primes) {
  constexpr std::size_t most_words = std::size_t{1} << 24;  // of the arrays for all primes
  constexpr std::size_t matrix_rows = 256;
  constexpr double start = 10000;
  constexpr double value = 250, step = 8, term = 6, matrix = 12, tree = 600;
  const bool wide = active_isa() >= Isa::ifma;
  const double lane_value = wide ? 70 : 150;
  const double lane_step = wide ? 2.5 : 4.5;
  if (saturating_mul(s.size, primes.count) > most_words) return std::numeric_limits<double>::infinity();
  const auto size = static_cast<double>(s.size);
  const auto steps = static_cast<double>(s.degree_a) * static_cast<double>(s.degree_b);
  const auto terms = static_cast<double>(terms_a + terms_b);
  const double one = primes.in_lanes ? lane_value + lane_step * steps : value + step * steps + term * terms;
  const double row = s.lengths.size() != 1 ? 0 : (s.size <= matrix_rows ? matrix * size : tree) * size;
  return start + static_cast<double>(primes.count) * (size * one + row);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
