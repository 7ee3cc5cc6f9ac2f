// The roots of the core on one half-line: not more than proved, not fewer than signs change.
//
// By Descartes' rule, counted with multiplicities there are at most as many as sign variations; as many disjoint intervals
// with a change of sign make it exactly one simple root in each, and no other. Otherwise: an annulus that is not listed has
// none, a leaf X none on its closure, a leaf M at most one, and exactly one inside when the signs at its ends differ, which
// must not be zero. That is the exact number N. N disjoint intervals that have at least one each have exactly one each. A
// root of the core is simple (its derivative is not zero on a leaf M), so exactly one factor changes sign around it. All this
// may be said of y = 1/x and the coefficients in reverse, whose positive roots are the inverses, with the same multiplicities.
#include <algorithm>
#include <optional>

#include <polyfork/core/parallel.hpp>

#include "ring/held.hpp"
#include "ring/reversed.hpp"
#include "rootiso/verify.hpp"
#include "rootiso/verify_annuli.hpp"
#include "rootiso/verify_budan.hpp"
#include "rootiso/verify_points.hpp"
#include "rootiso/verify_tree.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

std::string text_of(const CoreInterval& i) {
  const auto shown = [](const PositiveDyadic& x) {
    return x.c.bit_length() > 256 || x.k > 256 || x.k < -256 ? std::string("...") : x.value().to_string();
  };
  return "(" + shown(i.lower) + ", " + shown(i.upper) + ")";
}

bool same(const PositiveDyadic& a, const PositiveDyadic& b) { return a.k == b.k && a.c == b.c; }

/// The change of sign of f on each interval: false where there is none, a Rejection where an end is a root.
std::vector<bool> changes(const IntegerVector& f, const std::vector<CoreInterval>& intervals,
                          const ExecutionContext& ctx) {
  std::vector<PositiveDyadic> ends;
  std::vector<std::size_t> lower(intervals.size());
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (i == 0 || !same(intervals[i - 1].upper, intervals[i].lower)) ends.push_back(intervals[i].lower);
    lower[i] = ends.size() - 1;
    ends.push_back(intervals[i].upper);
  }
  const std::vector<int> signs = signs_at(f, ends, ctx);
  std::vector<bool> changed(intervals.size());
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const int product = signs[lower[i]] * signs[lower[i] + 1];
    if (product == 0) throw Rejection{"an end of " + text_of(intervals[i]) + " is a root"};
    changed[i] = product < 0;
  }
  return changed;
}

/// Exactly one factor changes sign on each interval, and it has the stated multiplicity.
void prove_changes(const ProvedFactors& proved, const std::vector<CoreInterval>& intervals,
                   const ExecutionContext& ctx) {
  std::vector<std::size_t> count(intervals.size(), 0);
  for (std::size_t g = 0; g < proved.factors.size(); ++g) {
    const std::vector<bool> changed = changes(proved.factors[g], intervals, ctx);
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      if (!changed[i]) continue;
      ++count[i];
      if (proved.multiplicities[g] != intervals[i].multiplicity)
        throw Rejection{"the multiplicity of the root in " + text_of(intervals[i]) + " is not proved"};
    }
  }
  for (std::size_t i = 0; i < intervals.size(); ++i)
    if (count[i] != 1) throw Rejection{"no single change of sign on " + text_of(intervals[i])};
}

std::size_t variations(const IntegerVector& f) {
  std::size_t count = 0;
  int last = f[0].sign();
  for (std::size_t i = 1; i < f.size(); ++i) {
    const int sign = f[i].sign();
    if (sign == 0) continue;
    if (sign != last) ++count;
    last = sign;
  }
  return count;
}

/// Of the leaves, those with a root: signs at all ends are found, and must not be zero.
std::vector<ProvedMonotone> with_roots(const IntegerVector& f, std::vector<ProvedMonotone> leaves,
                                       const ExecutionContext& ctx) {
  std::vector<PositiveDyadic> points;
  for (const ProvedMonotone& m : leaves) {
    if (m.lower_sign == 0) points.push_back({m.c, m.k});
    if (m.upper_sign == 0) points.push_back({m.c + Integer(1), m.k});
  }
  const std::vector<int> signs = signs_at(f, points, ctx);
  auto next = signs.begin();
  std::vector<ProvedMonotone> found;
  for (ProvedMonotone& m : leaves) {
    if (m.lower_sign == 0) m.lower_sign = *next++;
    if (m.upper_sign == 0) m.upper_sign = *next++;
    if (m.lower_sign == 0 || m.upper_sign == 0) throw Rejection{"an end of a cell of a partition is a root"};
    if (m.lower_sign != m.upper_sign) found.push_back(std::move(m));
  }
  return found;
}

/// A cell of x, or of y = 1/x, with one root inside.
struct CellOfRoot {
  Integer c;
  std::int64_t k;
  bool inverse;
};

/// All roots, each alone in a cell, ascending.
std::vector<CellOfRoot> prove_annuli(const IntegerVector& f, const std::vector<CertifiedAnnulus>& annuli,
                                     const ExecutionContext& ctx) {
  std::vector<std::int64_t> needed = annuli_to_cover(f, false, ctx);
  if (annuli.size() < needed.size()) {
    // Outer annuli may be left out where Budan's theorem shows that there is nothing.
    if (!no_root_beyond(f, false, needed[annuli.size()], ctx))
      throw Rejection{"annuli without a partition that may have roots"};
    needed.resize(annuli.size());
  }
  if (!std::equal(needed.begin(), needed.end(), annuli.begin(), annuli.end(),
                  [](std::int64_t j, const CertifiedAnnulus& a) { return j == a.exponent; }))
    throw Rejection{"the partitions are not those of the annuli that may have roots"};
  const bool some_inverse = std::any_of(annuli.begin(), annuli.end(), [](const auto& a) { return a.inverse; });
  const MemoryReservation held_reversed(ctx.memory(), some_inverse ? f.bytes() : 0);
  const IntegerVector g = some_inverse ? reversed(f, ctx) : IntegerVector();
  std::vector<std::vector<ProvedMonotone>> parts(annuli.size());
  parallel_for(ctx, annuli.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const CertifiedAnnulus& a = annuli[i];
      const std::optional<Partition> tree = read_partition(a.partition);
      if (!tree) throw Rejection{"the partition of annulus " + std::to_string(a.exponent) + " is no tree"};
      const MemoryReservation held(ctx.memory(), tree->ends.size() * (sizeof(std::uint32_t) + 16));
      auto leaves = prove_partition(a.inverse ? g : f, a.inverse ? -1 - a.exponent : a.exponent, *tree, ctx);
      if (!leaves) throw Rejection{"the partition of annulus " + std::to_string(a.exponent) + " is not proved"};
      parts[i] = with_roots(a.inverse ? g : f, *std::move(leaves), ctx);
      if (a.inverse) std::reverse(parts[i].begin(), parts[i].end());
    }
  });
  std::vector<CellOfRoot> cells;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (ProvedMonotone& m : parts[i]) cells.push_back({std::move(m.c), m.k, annuli[i].inverse});
  return cells;
}

/// a 2^-j <= b 2^-k.
bool not_above(const Integer& a, std::int64_t j, const Integer& b, std::int64_t k) {
  const std::int64_t level = std::max(j, k);
  return (a << static_cast<std::size_t>(level - j)) <= (b << static_cast<std::size_t>(level - k));
}

bool contains(const CoreInterval& interval, const CellOfRoot& cell) {
  const Integer next = cell.c + Integer(1);
  if (!cell.inverse)
    return not_above(interval.lower.c, interval.lower.k, cell.c, cell.k) &&
           not_above(next, cell.k, interval.upper.c, interval.upper.k);
  // x lies between 2^k / (c + 1) and 2^k / c
  return not_above(interval.lower.c * next, interval.lower.k, Integer(1), -cell.k) &&
         not_above(Integer(1), -cell.k, interval.upper.c * cell.c, interval.upper.k);
}

}  // namespace

void prove_half_line(const ProvedFactors& proved, const CertifiedHalfLine& proof,
                     const std::vector<CoreInterval>& intervals, const ExecutionContext& ctx) {
  if (proof.variations) {
    if (!proof.annuli.empty()) throw Rejection{"partitions beside Descartes' rule"};
    if (variations(proved.core) != intervals.size())
      throw Rejection{"the number of intervals is not that of the sign variations"};
    return prove_changes(proved, intervals, ctx);
  }
  const std::vector<CellOfRoot> cells = prove_annuli(proved.core, proof.annuli, ctx);
  if (cells.size() != intervals.size())
    throw Rejection{std::to_string(cells.size()) + " irrational roots are proved on a half-line, " +
                    std::to_string(intervals.size()) + " are listed"};
  if (proved.factors.size() > 1) return prove_changes(proved, intervals, ctx);
  std::vector<CoreInterval> inside;  // not around their cells, so that the signs at their own ends count
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!contains(intervals[i], cells[i])) inside.push_back(intervals[i]);
    if (intervals[i].multiplicity != proved.multiplicities.front())
      throw Rejection{"the multiplicity of the root in " + text_of(intervals[i]) + " is not proved"};
  }
  const std::vector<bool> changed = changes(proved.core, inside, ctx);
  for (std::size_t i = 0; i < inside.size(); ++i)
    if (!changed[i]) throw Rejection{"no change of sign on " + text_of(inside[i])};
}

}  // namespace detail
}  // namespace polyfork::inline v1
