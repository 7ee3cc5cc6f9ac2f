// Roots of Q(x^h) from those of Q.
//
// For s in (A 2^-m, (A+1) 2^-m), A >= 0, integer h-th roots enclose r = s^(1/h); the smallest standard cell around the
// enclosure is the cell of r, unless that touches zero or meets another one. Then the cells of s are halved, all of
// them together, since evaluations at many points cost less for each; about half of the cells that are left need no
// further halving after each round. For odd h negative s are mirrored, for even h the roots are.
#include "rootiso/isolate/deflation.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "rootiso/values/point_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// floor(a^(1/h)) for a >= 0, and whether that is exact.
std::pair<Integer, bool> integer_root(const Integer& a, std::size_t h) {
  Integer root;
  bool exact = false;
  root.with_mpz([&](mpz_ptr r) { exact = mpz_root(r, a.view().mpz(), h) != 0; });
  return {std::move(root), exact};
}

/// floor(a 2^e).
Integer scaled(const Integer& a, std::int64_t e) {
  return e >= 0 ? a << static_cast<std::size_t>(e) : a >> static_cast<std::size_t>(-e);
}

/// A positive number s and the enclosure of its h-th root.
struct Radicand {
  DyadicCell cell;         // of s, when it is irrational
  Rational point;          // s itself when exact
  std::int64_t level = 0;  // at which the root of an exact s is placed
  bool exact = false;
  bool negative = false;  // the root of q is -s
  int lower_sign = 0;     // of q at the end of the cell that is nearer to zero; 0 when not yet known
  DyadicCell root;        // of the h-th root
  bool placed = false;

  Rational lower() const { return exact ? point : cell.lower(); }
};

constexpr std::int64_t working_bits = 16;  // of the h-th root beyond what is known

/// Finds the smallest standard cell around the enclosure of the h-th root.
void place(Radicand& s, std::size_t h, const ExecutionContext& ctx) {
  const auto power = static_cast<std::int64_t>(h);
  if (s.exact) {
    const Rational value = s.point * Rational::dyadic(1, power * s.level);
    s.root = {integer_root(value.floor(), h).first, s.level};
    s.placed = !s.root.c.is_zero();
    return;
  }
  const Integer end = s.cell.c + Integer(1);
  // low <= 2^fine r < high, with fine so large that the cell of s is wide against the rounding
  const auto top = static_cast<std::int64_t>(end.bit_length());
  const std::int64_t fine = working_bits + top - (top - s.cell.k) / power;
  const std::int64_t e = power * fine - s.cell.k;
  const MemoryReservation held(ctx.memory(), static_cast<std::size_t>(std::max<std::int64_t>(e, 0) + top));
  const Integer low = integer_root(scaled(s.cell.c, e), h).first;
  const Integer high = integer_root(scaled(end, e), h).first + Integer(1);
  // the leading bits that both have in common
  Integer differing;
  differing.with_mpz([&](mpz_ptr d) { mpz_xor(d, low.view().mpz(), high.view().mpz()); });
  s.root = DyadicCell{low, fine}.ancestor(fine - static_cast<std::int64_t>(differing.bit_length()));
  s.placed = !s.root.c.is_zero();
}

/// Halves the cells of the listed numbers s.
void halve(const MeasuredVector& q, const std::vector<Radicand*>& which, const ExecutionContext& ctx) {
  std::vector<DyadicPoint> points;
  const auto point = [](const Radicand& s, const DyadicCell& at) {
    return DyadicPoint{s.negative ? -at.c : at.c, at.k};
  };
  for (Radicand* s : which) {
    s->placed = false;
    if (s->exact) {
      ++s->level;
      continue;
    }
    if (s->lower_sign == 0) points.push_back(point(*s, s->cell));
    points.push_back(point(*s, s->cell.right_half()));
  }
  const std::vector<PointValue> values = values_at(q, points, ctx);
  auto next = values.begin();
  for (Radicand* s : which) {
    if (s->exact) continue;
    if (s->lower_sign == 0) s->lower_sign = (next++)->sign;
    const int middle = (next++)->sign;
    s->cell = middle == s->lower_sign ? s->cell.right_half() : s->cell.left_half();
  }
}

std::vector<Radicand> radicands_of(const std::vector<DyadicCell>& cells, const std::vector<Rational>& points,
                                   std::size_t h) {
  const bool odd = h % 2 == 1;
  std::vector<Radicand> radicands;
  for (const DyadicCell& cell : cells) {
    const bool negative = cell.c.sign() < 0;
    if (negative && !odd) continue;
    Radicand s;
    s.negative = negative;
    s.cell = negative ? cell.mirrored() : cell;
    radicands.push_back(std::move(s));
  }
  for (const Rational& x : points) {
    if (x.sign() < 0 && !odd) continue;
    Radicand s;
    s.exact = true;
    s.negative = x.sign() < 0;
    s.point = abs(x);
    const auto size = static_cast<std::int64_t>(s.point.numerator().bit_length()) -
                      static_cast<std::int64_t>(s.point.denominator().bit_length());
    s.level = 1 - size / static_cast<std::int64_t>(h);
    radicands.push_back(std::move(s));
  }
  return radicands;
}

bool nested(const DyadicCell& a, const DyadicCell& b) { return a.contains(b) || b.contains(a); }

}  // namespace

std::pair<Rational, Rational> deflated_interval(const std::pair<Rational, Rational>& interval, std::size_t h) {
  // |x|^h rounded down or up to a power of two of which the exponent is a multiple of h
  const auto power = [h](const Rational& x, bool up) {
    if (x.is_zero()) return Rational(0);
    std::int64_t e = static_cast<std::int64_t>(x.numerator().bit_length()) -
                     static_cast<std::int64_t>(x.denominator().bit_length());  // 2^(e-1) < |x| < 2^(e+1)
    e = up ? e + 1 : e - 1;
    return Rational::dyadic(1, e * static_cast<std::int64_t>(h));
  };
  const auto& [a, b] = interval;
  if (h % 2 == 0) {
    const bool around_zero = a.sign() <= 0 && b.sign() >= 0;
    return {around_zero ? Rational(0) : power(std::min(abs(a), abs(b)), false), power(std::max(abs(a), abs(b)), true)};
  }
  const auto signed_power = [&](const Rational& x, bool outward) {
    const Rational p = power(x, outward);
    return x.sign() < 0 ? -p : p;
  };
  return {signed_power(a, a.sign() < 0), signed_power(b, b.sign() > 0)};
}

std::optional<Rational> rational_power_root(const Rational& s, std::size_t h) {
  const auto [numerator, exact] = integer_root(abs(s.numerator()), h);
  if (!exact) return std::nullopt;
  const auto [denominator, exact_too] = integer_root(s.denominator(), h);
  if (!exact_too) return std::nullopt;
  return Rational(s.sign() < 0 ? -numerator : numerator, denominator);
}

std::vector<DyadicCell> power_root_cells(const IntegerVector& q, const std::vector<DyadicCell>& cells,
                                         const std::vector<Rational>& points, std::size_t h,
                                         const ExecutionContext& ctx) {
  const MeasuredVector sized(q, ctx);
  std::vector<Radicand> radicands = radicands_of(cells, points, h);
  // By sign and size, so that roots of one sign are neighbours. Cells and points may be mixed: a point may lie in a
  // cell beside its root until both are fine enough.
  std::vector<Radicand*> order;
  order.reserve(radicands.size());
  for (Radicand& s : radicands) order.push_back(&s);
  std::vector<Radicand*> open = order;
  while (!open.empty()) {
    ctx.poll();
    for (Radicand* s : open) place(*s, h, ctx);
    open.clear();
    if (!points.empty())
      std::sort(order.begin(), order.end(), [](const Radicand* a, const Radicand* b) {
        return a->negative != b->negative ? a->negative : a->lower() < b->lower();
      });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto meets = [&](std::size_t other) {
        return order[other]->negative == order[i]->negative && order[other]->placed && order[i]->placed &&
               nested(order[other]->root, order[i]->root);
      };
      if (!order[i]->placed || (i > 0 && meets(i - 1)) || (i + 1 < order.size() && meets(i + 1)))
        open.push_back(order[i]);
    }
    halve(sized, open, ctx);
  }
  std::vector<DyadicCell> result;
  for (const Radicand* s : order) {
    if (h % 2 == 0) result.push_back(s->root.mirrored());
    result.push_back(s->negative ? s->root.mirrored() : s->root);
  }
  std::sort(result.begin(), result.end(), [](const DyadicCell& a, const DyadicCell& b) { return a.starts_before(b); });
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
