// The roots of the core on the half-lines: not more than proved, not fewer than signs change.
//
// Descartes' rule: the positive roots, counted with multiplicities, are not more than the sign variations. If equally
// many disjoint intervals have a change of sign, each of them has exactly one root, which is simple, and there is no
// other.
//
// Partitions: an annulus that is not listed has no root, a leaf X none on its closure, a leaf M at most one, and
// exactly one inside when the signs at its ends, which must not be zero, differ. That gives the exact number N of
// roots. N disjoint intervals that have at least one root each have exactly one each. A root of the core is simple (the
// derivative is not zero on a leaf M), so exactly one factor changes sign around it. A partition may be one of y = 1/x
// and the coefficients in reverse, whose positive roots are the inverses, with the same multiplicities.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "ring/held.hpp"
#include "ring/reversed.hpp"
#include "rootiso/check/verify.hpp"
#include "rootiso/check/verify_annuli.hpp"
#include "rootiso/check/verify_budan.hpp"
#include "rootiso/check/verify_points.hpp"
#include "rootiso/check/verify_tree.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::string text_of(const CoreInterval& i) {
  const auto shown = [](const PositiveDyadic& x) {
    return x.c.bit_length() > 256 || x.k > 256 || x.k < -256 ? std::string("...") : x.value().to_string();
  };
  return "(" + shown(i.lower) + ", " + shown(i.upper) + ")";
}

bool same(const PositiveDyadic& a, const PositiveDyadic& b) { return a.k == b.k && a.c == b.c; }

/// Whether f changes sign, for each interval. Throws Rejection where an end is a root.
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

/// Proves that exactly one factor changes sign on each interval, and that it has the stated multiplicity.
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

/// The leaves that have a root. The signs at all ends are found, and must not be zero.
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

/// Rejects partitions that are not those of the annuli that may have roots.
void check_cover(const IntegerVector& f, const std::vector<CertifiedAnnulus>& annuli, const ExecutionContext& ctx) {
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
}

/// The annuli of all claims that are looked at together.
struct AnnulusTask {
  std::int64_t exponent;
  bool inverse;
  std::vector<std::pair<std::size_t, std::size_t>> parts;  // the claim, and the annulus in its list
};

/// The annuli of all claims, grouped by exponent and by x or 1/x. Precondition: no claim lists an annulus twice.
std::vector<AnnulusTask> annulus_tasks(std::span<const HalfLineClaim> claims) {
  std::map<std::pair<std::int64_t, bool>, AnnulusTask> tasks;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const std::vector<CertifiedAnnulus>& annuli = claims[c].proof.annuli;
    for (std::size_t i = 0; i < annuli.size(); ++i) {
      const auto key = std::pair(annuli[i].exponent, annuli[i].inverse);
      tasks.try_emplace(key, AnnulusTask{key.first, key.second, {}}).first->second.parts.emplace_back(c, i);
    }
  }
  std::vector<AnnulusTask> list;
  list.reserve(tasks.size());
  for (auto& [key, task] : tasks) list.push_back(std::move(task));
  return list;
}

/// Proves the partitions of all claims: for each claim all roots, each alone in a cell, ascending.
std::vector<std::vector<CellOfRoot>> prove_annuli(std::span<const HalfLineClaim> claims, const ExecutionContext& ctx) {
  std::vector<IntegerVector> inverse(claims.size());  // what the inverses of the roots are roots of
  std::vector<MemoryReservation> held;
  std::vector<std::vector<std::vector<ProvedMonotone>>> found(claims.size());
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const std::vector<CertifiedAnnulus>& annuli = claims[c].proof.annuli;
    const IntegerVector& core = claims[c].proved.core;
    check_cover(core, annuli, ctx);
    found[c].resize(annuli.size());
    if (std::none_of(annuli.begin(), annuli.end(), [](const auto& a) { return a.inverse; })) continue;
    held.emplace_back(ctx.memory(), core.bytes());
    inverse[c] = reversed(core, ctx);
    // The second core is the first one of -x; its reverse is to be the first reverse of -x, not of the opposite sign.
    if (c == 1 && core.size() % 2 == 0) inverse[c].negate();
  }
  const std::vector<AnnulusTask> tasks = annulus_tasks(claims);
  parallel_for(ctx, tasks.size(), 1, [&](std::size_t t, std::size_t) {
    const AnnulusTask& task = tasks[t];
    const std::string name = "the partition of annulus " + std::to_string(task.exponent);
    std::vector<Partition> trees;
    std::vector<MemoryReservation> held_trees;
    for (const auto& [c, i] : task.parts) {
      std::optional<Partition> tree = read_partition(claims[c].proof.annuli[i].partition);
      if (!tree) throw Rejection{name + " is no tree"};
      held_trees.emplace_back(ctx.memory(), tree->ends.size() * (sizeof(std::uint32_t) + 16));
      trees.push_back(*std::move(tree));
    }
    const auto polynomial = [&](std::size_t c) -> const IntegerVector& {
      return task.inverse ? inverse[c] : claims[c].proved.core;
    };
    std::vector<PartitionClaim> partitions;
    for (std::size_t p = 0; p < trees.size(); ++p) {
      const auto& [c, i] = task.parts[p];
      partitions.push_back({polynomial(c), trees[p], claims[c].proof.annuli[i].size});
    }
    auto leaves = prove_partitions(partitions, task.inverse ? -1 - task.exponent : task.exponent, ctx);
    if (!leaves) throw Rejection{name + " is not proved"};
    for (std::size_t p = 0; p < trees.size(); ++p) {
      const auto& [c, i] = task.parts[p];
      found[c][i] = with_roots(polynomial(c), std::move((*leaves)[p]), ctx);
      if (task.inverse) std::reverse(found[c][i].begin(), found[c][i].end());
    }
  });
  std::vector<std::vector<CellOfRoot>> cells(claims.size());
  for (std::size_t c = 0; c < claims.size(); ++c)
    for (std::size_t i = 0; i < found[c].size(); ++i)
      for (ProvedMonotone& m : found[c][i])
        cells[c].push_back({std::move(m.c), m.k, claims[c].proof.annuli[i].inverse});
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

/// Proves that the intervals have the roots in the cells, one each.
void match(const HalfLineClaim& claim, const std::vector<CellOfRoot>& cells, const ExecutionContext& ctx) {
  const auto& [proved, proof, intervals] = claim;
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

void prove_by_variations(const HalfLineClaim& claim, const ExecutionContext& ctx) {
  if (!claim.proof.annuli.empty()) throw Rejection{"partitions beside Descartes' rule"};
  if (variations(claim.proved.core) != claim.intervals.size())
    throw Rejection{"the number of intervals is not that of the sign variations"};
  prove_changes(claim.proved, claim.intervals, ctx);
}

}  // namespace

void prove_half_lines(std::span<const HalfLineClaim> claims, const ExecutionContext& ctx) {
  std::vector<HalfLineClaim> by_annuli;
  for (const HalfLineClaim& claim : claims) {
    if (claim.proof.variations)
      prove_by_variations(claim, ctx);
    else
      by_annuli.push_back(claim);
  }
  const std::vector<std::vector<CellOfRoot>> cells = prove_annuli(by_annuli, ctx);
  ctx.progress("roots", 0.5);
  for (std::size_t c = 0; c < by_annuli.size(); ++c) match(by_annuli[c], cells[c], ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
