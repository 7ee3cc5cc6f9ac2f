// Descartes' rule of signs in the Bernstein basis, with errors.
//
// On the disc |x| <= 2^B that holds all roots (Fujiwara's bound) the polynomial is written in the Bernstein basis of
// [-2^B, 2^B], in fixed point, with one bound for the errors of all coefficients: those that come from the balls, since
// powers have Bernstein coefficients in [-1, 1] there, and the roundings. De Casteljau's algorithm makes convex
// combinations, so that errors grow by its roundings only. An interval whose coefficients allow no sign change is
// empty; one with exactly one holds one root (Vincent; Collins and Akritas). Others are parted at a point where the
// sign is known: which of a few points near the middle does not matter, so that no point has to be tested for zero.
// Polynomials with approximate coefficients: Eigenwillig, Kettner, Krandick, Mehlhorn, Schmitt, Wolpert, A Descartes
// algorithm for polynomials with bit-stream coefficients, CASC 2005.
#include "system/points/fibre_isolation.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A polynomial on an interval: Bernstein coefficients and the bound of their errors.
struct Node {
  std::vector<Integer> b;
  Integer error;
  DyadicInterval interval;
};

/// B with |x| < 2^(B-1) for all roots; empty where the leading coefficient may be zero or all others are.
std::optional<std::int64_t> log2_root_bound(const std::vector<Ball>& f) {
  const std::size_t n = f.size() - 1;
  const Integer least = sub(abs(f[n].middle), f[n].radius);
  if (least.sign() <= 0) return std::nullopt;
  const auto leading = static_cast<std::int64_t>(least.bit_length()) - 1;
  std::int64_t bound = std::numeric_limits<std::int64_t>::min();
  for (std::size_t j = 0; j < n; ++j) {
    const Integer most = add(abs(f[j].middle), f[j].radius);
    if (most.is_zero()) continue;
    const auto ratio = static_cast<std::int64_t>(most.bit_length()) - leading;
    const auto steps = static_cast<std::int64_t>(n - j);
    // Rounded up; quotients of negative numbers are as they are.
    bound = std::max(bound, ratio > 0 ? (ratio + steps - 1) / steps : ratio / steps);
  }
  if (bound == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  return bound + 2;
}

Node bernstein_on_disc(const std::vector<Ball>& f, std::int64_t bound) {
  const std::size_t n = f.size() - 1;
  const auto guard = static_cast<std::int64_t>(2 * std::bit_width(n) + 16);
  // a_j = f_j 2^(B (j - n) + guard): the polynomial in v = x / 2^B, up to a power of two.
  std::vector<Integer> a;
  Integer error(3);
  for (std::size_t j = 0; j <= n; ++j) {
    const std::int64_t shift = bound * (static_cast<std::int64_t>(j) - static_cast<std::int64_t>(n)) + guard;
    a.push_back(shifted(f[j].middle, shift));
    error += shifted(f[j].radius, shift) + Integer(2);
  }
  // v = w - 1, w = 2 u: Pascal's triangle with signs.
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = n; j-- > i;) a[j] -= a[j + 1];
  // Coefficients of u^j over C(n, j), with so many more bits that their roundings stay below a unit after the sums.
  const std::size_t more = n + 4;
  Integer binomial(1);
  for (std::size_t j = 0; j <= n; ++j) {
    a[j] = floor_div_rem(a[j] << (j + more), binomial).first;
    binomial = exact_div(mul(binomial, Integer(n - j)), Integer(j + 1));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = n; j > i; --j) a[j] += a[j - 1];
  for (Integer& c : a) c = c >> more;
  const Integer end = shifted(Integer(1), std::max<std::int64_t>(bound, 0));
  return {std::move(a), std::move(error), {-end, end, std::max<std::int64_t>(-bound, 0)}};
}

int sign_of(const Integer& value, const Integer& error) { return abs(value) <= error ? 0 : value.sign(); }

/// The least and the greatest number of sign changes that the true coefficients may have.
std::pair<std::size_t, std::size_t> sign_changes(const Node& node) {
  std::size_t least = 0;
  int last = 0;
  // The greatest number with the last sign being + or -; an impossible one is negative.
  std::array<std::ptrdiff_t, 2> most = {0, 0};
  bool first = true;
  for (const Integer& c : node.b) {
    const int s = sign_of(c, node.error);
    if (s != 0) {
      if (last != 0 && s != last) ++least;
      last = s;
    }
    constexpr std::ptrdiff_t impossible = std::numeric_limits<std::ptrdiff_t>::min() / 2;
    std::array<std::ptrdiff_t, 2> next = {impossible, impossible};
    if (first) {
      next = {s >= 0 ? 0 : impossible, s <= 0 ? 0 : impossible};
    } else {
      if (s >= 0) next[0] = std::max(most[0], most[1] + 1);
      if (s <= 0) next[1] = std::max(most[1], most[0] + 1);
    }
    most = next;
    first = false;
  }
  return {least, static_cast<std::size_t>(std::max(most[0], most[1]))};
}

/// The two parts at (16 - k) lower + k upper over 16; empty where the sign at that point is not known.
std::optional<std::pair<Node, Node>> parted(const Node& node, unsigned k) {
  const std::size_t n = node.b.size() - 1;
  std::vector<Integer> b = node.b;
  std::vector<Integer> left;
  left.reserve(n + 1);
  left.push_back(b[0]);
  for (std::size_t i = n; i > 0; --i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (k == 8)
        b[j] = add(b[j], b[j + 1]) >> 1;
      else
        b[j] = add(mul(b[j], Integer(16 - k)), mul(b[j + 1], Integer(k))) >> 4;
    }
    left.push_back(b[0]);
  }
  const Integer error = add(node.error, Integer(n));
  if (sign_of(b[0], error) == 0) return std::nullopt;
  const DyadicInterval& x = node.interval;
  const Integer lower = x.lower << 4;
  const Integer upper = x.upper << 4;
  const Integer middle = add(mul(x.lower, Integer(16 - k)), mul(x.upper, Integer(k)));
  return std::pair<Node, Node>({std::move(left), error, {lower, middle, x.scale + 4}},
                               {std::move(b), error, {middle, upper, x.scale + 4}});
}

/// Halves whose Bernstein coefficients take more bit operations than this are searched at the same time: de Casteljau's
/// algorithm takes some tens of microseconds for them.
constexpr std::size_t least_fork_work = std::size_t{1} << 17;
/// Deeper halves are searched one after the other.
constexpr int most_forks = 24;

/// The search of intervals; one that is undecided ends all.
class FibreSearch {
 public:
  /// Deeper than the unit of the balls, which `deepest` tells, there is nothing to see.
  FibreSearch(std::int64_t deepest, bool forks, const ExecutionContext& ctx)
      : deepest_(deepest), forks_(forks), ctx_(ctx) {}

  bool failed() const noexcept { return failed_; }

  /// The roots in the node's interval, ascending; `depth` halvings were made before.
  std::vector<FibreRoot> roots_in(Node start, int depth) {
    std::vector<FibreRoot> roots;
    std::vector<Node> open;
    open.push_back(std::move(start));
    while (!open.empty() && !failed_) {
      ctx_.poll();
      const Node node = std::move(open.back());
      open.pop_back();
      const auto [least, most] = sign_changes(node);
      if (most == 0) continue;
      if (least == 1 && most == 1) {
        roots.push_back({node.interval, node.b.back().sign()});
        continue;
      }
      auto parts = parts_of(node);
      if (!parts) {
        failed_ = true;
      } else if (forks_ && depth < most_forks) {
        // The node was the only one.
        std::vector<FibreRoot> right;
        fork_join(
            ctx_, [&] { roots = roots_in(std::move(parts->first), depth + 1); },
            [&] { right = roots_in(std::move(parts->second), depth + 1); });
        std::move(right.begin(), right.end(), std::back_inserter(roots));
      } else {
        open.push_back(std::move(parts->second));
        open.push_back(std::move(parts->first));
      }
    }
    return roots;
  }

 private:
  std::optional<std::pair<Node, Node>> parts_of(const Node& node) const {
    if (node.interval.scale > deepest_) return std::nullopt;
    for (const unsigned k : {8U, 7U, 9U, 6U, 10U, 5U, 11U})
      if (auto parts = parted(node, k)) return parts;
    return std::nullopt;
  }

  std::int64_t deepest_;
  bool forks_;
  const ExecutionContext& ctx_;
  std::atomic<bool> failed_{false};
};

}  // namespace

std::optional<std::vector<FibreRoot>> isolate_fibre(const std::vector<Ball>& f, std::int64_t scale,
                                                    const ExecutionContext& ctx) {
  const auto bound = log2_root_bound(f);
  if (!bound) return std::nullopt;
  Node start = bernstein_on_disc(f, *bound);
  if (sign_of(start.b.front(), start.error) == 0 || sign_of(start.b.back(), start.error) == 0) return std::nullopt;
  std::size_t bits = 0;
  for (const Integer& c : start.b) bits = std::max(bits, c.bit_length());
  FibreSearch search(4 * (std::max<std::int64_t>(scale, 0) + std::abs(*bound) + 64),
                     f.size() * f.size() * bits > least_fork_work, ctx);
  auto roots = search.roots_in(std::move(start), 0);
  if (search.failed()) return std::nullopt;
  return roots;
}

DyadicInterval narrow_root(const std::vector<Ball>& f, std::int64_t scale, const DyadicInterval& interval,
                           int upper_sign, const ExecutionContext& ctx) {
  std::vector<Ball> derivative;
  for (std::size_t i = 1; i < f.size(); ++i) derivative.push_back(times(f[i], Integer(i)));
  const Ball start = ball_around(interval, scale);
  Integer lower = start.lower();
  Integer upper = start.upper();
  while (sub(upper, lower) > 4) {
    ctx.poll();
    const Integer width = sub(upper, lower);
    const Integer middle = add(lower, upper) >> 1;
    const Ball slope = evaluate(derivative, {middle, sub(upper, middle)}, scale);
    if (!slope.contains_zero()) {
      const Ball value = evaluate(f, {middle, Integer()}, scale);
      const auto step =
          quotient({value.lower(), value.upper(), scale}, {slope.lower(), slope.upper(), scale}, Integer(1));
      const Integer low = sub(middle, step->upper);
      const Integer high = sub(middle, step->lower);
      if (low > lower) lower = low;
      if (high < upper) upper = high;
      // Half of the width is what bisection would have gained.
      if (sub(upper, lower) + sub(upper, lower) > width) break;
      continue;
    }
    bool moved = false;
    for (const unsigned k : {8U, 7U, 9U, 5U, 11U}) {
      const Integer point = (mul(lower, Integer(16 - k)) + mul(upper, Integer(k))) >> 4;
      const int s = evaluate(f, {point, Integer()}, scale).sign();
      if (s == 0) continue;
      (s == upper_sign ? upper : lower) = point;
      moved = true;
      break;
    }
    if (!moved) break;
  }
  // No wider than before, at a scale at which that can be said.
  if (scale < interval.scale) return interval;
  return {std::move(lower), std::move(upper), scale};
}

std::optional<DyadicInterval> linear_root(const std::vector<Ball>& f, std::int64_t scale) {
  return quotient({-f[0].upper(), -f[0].lower(), scale}, {f[1].lower(), f[1].upper(), scale}, Integer(1));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
