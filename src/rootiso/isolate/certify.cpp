// Making certificates: the factorisation in y = x^power, and partitions where Descartes' rule is not sharp.
#include "rootiso/isolate/certify.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "ring/held.hpp"
#include "ring/reversed.hpp"
#include "rootiso/check/verify_annuli.hpp"
#include "rootiso/check/verify_sign.hpp"
#include "rootiso/values/annulus.hpp"
#include "rootiso/values/descartes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

PolyZ plain(const PolyZ& f, const ExecutionContext& ctx) { return PolyZ(charged_copy(f.coefficients(), ctx)); }

/// The letters of one annulus. Its cells are those from `begin` to `end`, ascending.
std::string letters_of(const DyadicCell& annulus, const std::vector<ProvedCell>& cells, std::size_t begin,
                       std::size_t end) {
  std::string letters;
  std::vector<DyadicCell> open{annulus};
  while (!open.empty()) {
    DyadicCell cell = std::move(open.back());
    open.pop_back();
    if (begin < end && cells[begin].cell == cell) {
      letters += cells[begin++].monotone ? 'M' : 'X';
      continue;
    }
    if (begin == end || cells[begin].cell.k <= cell.k) throw Error("internal error: a partition with a gap");
    letters += 'S';
    open.push_back(cell.right_half());
    open.push_back(cell.left_half());
  }
  return letters;
}

/// Coefficients of the longest core whose sizes are stated: for longer ones they cost the checker little.
constexpr std::size_t longest_with_sizes = 4096;

/// Adds the sizes of the core (of its mirror image when `negative`) in the annuli, so that the checker need not find
/// them.
void add_sizes(const IntegerVector& core, bool negative, std::vector<CertifiedAnnulus>& annuli,
               const ExecutionContext& ctx) {
  if (core.size() > longest_with_sizes) return;
  const MemoryReservation held(ctx.memory(), 2 * core.bytes());
  IntegerVector near = core.copy(ctx);
  for (std::size_t i = 1; negative && i < near.size(); i += 2) near.set_signed_size(i, -near.signed_size(i));
  const IntegerVector far = reversed(near, ctx);
  parallel_for(ctx, annuli.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      CertifiedAnnulus& a = annuli[i];
      a.size = size_in_annulus(a.inverse ? far : near, a.inverse ? -1 - a.exponent : a.exponent, ctx);
    }
  });
}

/// The proof for one half-line: Descartes' rule where it allows no more roots than were found, else the partitions,
/// seen from zero.
CertifiedHalfLine half_line(const IntegerVector& core, bool negative, const LocalRoots& found,
                            const ExecutionContext& ctx) {
  CertifiedHalfLine half;
  const auto is_here = [negative](const DyadicCell& cell) { return (cell.c.sign() < 0) == negative; };
  const auto roots = static_cast<std::size_t>(std::count_if(found.cells.begin(), found.cells.end(), is_here));
  if (sign_variations(core, negative, ctx) == roots) return half;
  half.variations = false;
  const auto seen_from_zero = [&](const std::vector<ProvedCell>& proved) {
    std::vector<ProvedCell> cells;
    for (const ProvedCell& p : proved)
      if (is_here(p.cell)) cells.push_back({negative ? p.cell.mirrored() : p.cell, p.monotone});
    if (negative) std::reverse(cells.begin(), cells.end());
    return cells;
  };
  const std::vector<ProvedCell> near = seen_from_zero(found.proved.of_x);
  const std::vector<ProvedCell> far = seen_from_zero(found.proved.of_inverse);
  const auto lies_in = [](const ProvedCell& p, std::int64_t j) { return annulus_of(p.cell).j == j; };
  std::size_t near_begin = 0;        // the first cell of x that is left
  std::size_t far_end = far.size();  // one beyond the last cell of 1/x that is left; 1/x descends as x ascends
  for (const std::int64_t j : annuli_to_cover(core, negative, ctx)) {
    ctx.poll();
    if (near_begin == near.size() && far_end == 0) break;  // beyond the largest root, which the checker sees for itself
    std::size_t end = near_begin;
    while (end < near.size() && lies_in(near[end], j)) ++end;
    std::size_t begin = far_end;
    if (end == near_begin)
      while (begin > 0 && lies_in(far[begin - 1], -1 - j)) --begin;
    if (begin == far_end)
      half.annuli.push_back({j, letters_of(Annulus{j, false}.cell(), near, near_begin, end)});
    else
      half.annuli.push_back({j, letters_of(Annulus{-1 - j, false}.cell(), far, begin, far_end), true});
    near_begin = end;
    far_end = begin;
  }
  if (near_begin != near.size() || far_end != 0) throw Error("internal error: cells of a partition are left over");
  add_sizes(core, negative, half.annuli, ctx);
  return half;
}

/// The content: the leading coefficient of f over those of all points and factors.
Integer content_of(const PolyZ& f, const IsolationCertificate& c) {
  Integer product = 1;
  for (const CertifiedPoint& p : c.points) product *= pow(p.value.denominator(), p.multiplicity);
  for (const CertifiedFactor& g : c.factors) product *= pow(g.polynomial.leading_coefficient(), g.multiplicity);
  return exact_div(f.leading_coefficient(), product);
}

/// Whether f, but for its powers of x and its sign, is the core in x^power itself.
bool is_core(const PolyZ& f, const IntegerVector& core, std::size_t power) {
  const std::size_t zeros = f.length() - 1 - (core.size() - 1) * power;
  const bool opposite = f.leading_coefficient().sign() != core[core.size() - 1].sign();
  for (std::size_t i = 0; i < core.size(); ++i)
    if (f.coefficients()[zeros + i * power] != (opposite ? -core[i] : core[i])) return false;
  return true;
}

}  // namespace

IsolationCertificate make_certificate(const PolyZ& f, const Preprocessed& pre, const LocalRoots& found,
                                      const ExecutionContext& ctx) {
  IsolationCertificate c;
  c.polynomial = plain(f, ctx);
  c.power = pre.power;
  const auto& points = pre.power == 1 ? pre.rational_roots : pre.deflated_roots;
  const FactoredPoly& factors = pre.core_factors();
  for (const RationalRoot& r : points)
    if (!r.value.is_zero()) c.points.push_back({r.value, r.multiplicity});
  std::sort(c.points.begin(), c.points.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  const IntegerVector& core = pre.core();
  const bool itself =
      c.points.empty() &&
      (factors.empty() || (factors.size() == 1 && factors.front().multiplicity == 1 && is_core(f, core, pre.power)));
  if (!itself) {
    for (const auto& [factor, multiplicity] : factors) c.factors.push_back({plain(factor, ctx), multiplicity});
    c.content = content_of(f, c);
  }
  c.positive = half_line(core, false, found, ctx);
  if (pre.power % 2 == 1) c.negative = half_line(core, true, found, ctx);
  return c;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
