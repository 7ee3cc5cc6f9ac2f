// Where roots stand in a picture: which part of the real line it shows, on which scale, and the pixel of each root,
// from decimal approximations of as many digits as the scale needs.
#include "plot/place_roots.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <polyfork/core/error.hpp>
#include <polyfork/rootiso/root_operations.hpp>

namespace polyfork_app {

namespace {

using polyfork::ExecutionContext;
using polyfork::Integer;
using polyfork::PolyZ;
using polyfork::Rational;
using polyfork::RootInterval;

constexpr double margin = 50;  // pixels beside the outermost roots
constexpr double apart = 4;    // pixels between roots that are told apart
constexpr std::size_t most_digits = 3000;
constexpr double largest_exponent = 1 << 22;
constexpr std::size_t most_bits = 1 << 13;  // of a number that a picture needs

/// Throws DomainError for 2^log2 beyond what is reasonable to compute with.
void check_size(double log2) {
  if (std::abs(log2) > largest_exponent)
    throw polyfork::DomainError(fmt::format("numbers beyond 2^{:.0f} cannot be drawn", largest_exponent));
}
void check_size(const Rational& x) {
  if (!x.is_zero()) check_size(log2_abs(x));
}

struct Range {
  Rational low, high;
};

/// The number itself, or the first thousands of bits of it.
Rational shortened(const Rational& x) {
  if (x.numerator().bit_length() + x.denominator().bit_length() <= most_bits) return x;
  const auto exponent = static_cast<std::int64_t>(log2_abs(x)) - static_cast<std::int64_t>(most_bits / 4);
  return Rational::dyadic((x * Rational::dyadic(Integer(1), -exponent)).floor(), exponent);
}

/// Digits after the point for a ten-millionth of 2^log2_width: a picture shows a thousandth, and its labels more.
std::size_t digits_for(double log2_width) {
  return static_cast<std::size_t>(std::clamp<double>(std::ceil(7 - log2_width * std::log10(2.0)), 0, most_digits));
}

std::size_t bytes_of(const Rational& x) {
  return (x.numerator().bit_length() + x.denominator().bit_length()) / 8 + 2 * sizeof(mp_limb_t);
}

/// Every root to so many digits after the point, where its interval does not say it already.
std::vector<Rational> approximate(const PolyZ& f, const std::vector<RootInterval>& roots, std::size_t digits,
                                  const ExecutionContext& ctx) {
  const Rational unit(Integer(1), polyfork::pow(Integer(10), digits));
  std::size_t bytes = roots.size() * (sizeof(RootInterval) + sizeof(std::size_t) + sizeof(std::string));
  for (const RootInterval& root : roots) bytes += bytes_of(root.lower) + bytes_of(root.upper) + 2 * digits;
  const polyfork::MemoryReservation held(ctx.memory(), bytes);
  std::vector<Rational> all(roots.size());
  std::vector<RootInterval> wide;
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    ctx.poll();
    if (roots[i].exact || roots[i].width() <= unit) {
      all[i] = shortened(roots[i].exact ? roots[i].lower : (roots[i].lower + roots[i].upper) / Rational(2));
    } else {
      wide.push_back(roots[i]);
      indices.push_back(i);
    }
  }
  if (wide.empty()) return all;
  const std::vector<std::string> decimals = polyfork::roots_to_decimal(f, wide, digits, ctx);
  for (std::size_t i = 0; i < wide.size(); ++i)  // rounding may leave the interval, and reach zero
    all[indices[i]] = shortened(std::clamp(Rational(decimals[i]), wide[i].lower, wide[i].upper));
  return all;
}

/// log2 of Fujiwara's bound for the complex roots, if any root is not zero.
std::optional<double> log2_root_bound(const PolyZ& f) {
  const std::size_t n = f.length() - 1;
  std::optional<double> bound;
  for (std::size_t i = 1; i <= n; ++i) {
    if (f.coefficients()[n - i].is_zero()) continue;
    const double ratio = log2_abs(Rational(f.coefficient(n - i))) - log2_abs(Rational(f.coefficient(n)));
    const double own = 1 + (ratio - (i == n ? 1 : 0)) / static_cast<double>(i);
    bound = std::max(bound.value_or(own), own);
  }
  return bound;
}

/// What to show about one root or none.
Range range_for_single_root(const PolyZ& f, const std::vector<Rational>& roots) {
  const std::optional<double> bound = log2_root_bound(f);
  if (bound) check_size(*bound);
  const Rational radius = bound ? dyadic_exp2(*bound + 0.4) : Rational(1);
  if (roots.empty() || roots[0].is_zero() || radius < abs(roots[0]) * Rational(20)) return {-radius, radius};
  const Rational distance = abs(roots[0]) * Rational(Integer(8), Integer(5));
  return {roots[0] - distance, roots[0] + distance};
}

/// Refines until the outermost roots are apart by many times the error.
Range range_of_roots(const PolyZ& f, const std::vector<RootInterval>& roots, std::vector<Rational>& at,
                     const ExecutionContext& ctx) {
  std::size_t digits = digits_for(log2_abs(roots.back().upper - roots.front().lower));
  for (;;) {
    at = approximate(f, roots, digits, ctx);
    const Rational span = at.back() - at.front();
    const std::size_t wanted = span.sign() > 0 ? digits_for(log2_abs(span)) : 2 * digits + 8;
    if (wanted <= digits || digits >= most_digits) break;
    digits = std::min(wanted, most_digits);
  }
  if (at.front() < at.back()) return {at.front(), at.back()};
  return {roots.front().lower, roots.back().upper};
}

/// Half of the smallest root that is not zero, as a power of two below it; nothing when all are.
std::optional<std::int64_t> unit_exponent(const std::vector<RootInterval>& roots) {
  std::optional<double> least;
  for (const RootInterval& root : roots) {
    const Rational& nearest = root.lower.sign() >= 0 ? root.lower : root.upper;
    if (!nearest.is_zero()) least = std::min(least.value_or(log2_abs(nearest)), log2_abs(nearest));
  }
  if (!least) return std::nullopt;
  return static_cast<std::int64_t>(std::floor(*least)) - 1;
}

}  // namespace

std::size_t separated_roots(const std::vector<Rational>& roots, const PlotAxis& axis) {
  std::size_t count = 0;
  double last = 0;
  for (const Rational& root : roots) {
    const double pixel = axis.pixel(root);
    if (count != 0 && pixel < last + apart) continue;
    last = pixel;
    ++count;
  }
  return count;
}

PlacedRoots place_roots(const PolyZ& f, const std::vector<RootInterval>& roots,
                        const std::optional<std::pair<Rational, Rational>>& interval, double pixel_low,
                        double pixel_high, const ExecutionContext& ctx) {
  for (const RootInterval& root : roots) {
    check_size(root.lower);
    check_size(root.upper);
  }
  std::vector<Rational> at;
  Range range;
  double room = 0;
  if (interval) {
    check_size(interval->first);
    check_size(interval->second);
    const Rational room_beside = interval->first < interval->second ? Rational(0) : abs(interval->first) + Rational(1);
    range = {shortened(interval->first) - room_beside, shortened(interval->second) + room_beside};
    at = approximate(f, roots, digits_for(log2_abs(range.high - range.low)), ctx);
  } else if (roots.size() < 2) {
    at = approximate(f, roots, 0, ctx);
    range = range_for_single_root(f, at);
    at = approximate(f, roots, digits_for(log2_abs(range.high - range.low)), ctx);
  } else {
    range = range_of_roots(f, roots, at, ctx);
    room = margin;
  }
  const auto padded = [&](const PlotAxis& axis) { return room > 0 ? axis.padded(room) : axis; };
  PlotAxis axis = padded(PlotAxis::linear(range.low, range.high, pixel_low, pixel_high));
  if (const auto unit = unit_exponent(roots)) {
    const PlotAxis logarithmic = padded(PlotAxis::symmetric_log(*unit, range.low, range.high, pixel_low, pixel_high));
    if (2 * separated_roots(at, logarithmic) >= 3 * separated_roots(at, axis)) {
      axis = logarithmic;
      at = approximate(f, roots, digits_for(static_cast<double>(*unit)), ctx);
    }
  }
  std::size_t bytes = roots.size() * sizeof(PlacedRoot);
  for (const Rational& x : at) bytes += bytes_of(x);
  PlacedRoots placed{axis, {}, polyfork::MemoryReservation(ctx.memory(), bytes)};
  const auto shown = [&](const Rational& x) { return std::clamp(axis.pixel(shortened(x)), pixel_low, pixel_high); };
  for (std::size_t i = 0; i < roots.size(); ++i) {
    ctx.poll();
    placed.roots.push_back({&roots[i], at[i], shown(at[i]), shown(roots[i].lower), shown(roots[i].upper)});
  }
  return placed;
}

}  // namespace polyfork_app
