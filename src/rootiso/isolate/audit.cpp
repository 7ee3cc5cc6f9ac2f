// The audit of an isolation: order, signs at the ends of all cells, Descartes' rule.
//
// The signs are evaluated anew. Where hundreds of ends lie in one annulus of a long polynomial they come from the
// checker's models, which share no code with the engines' (verify_points.hpp); for a polynomial in x^h whose cells are
// short they are those of the polynomial in y = x^h at the powers of the ends.
#include "rootiso/isolate/audit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "rootiso/check/verify_points.hpp"
#include "rootiso/values/descartes.hpp"
#include "rootiso/values/point_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t short_bits = 52;  // up to here points are evaluated several at a time

[[noreturn]] void fail(const char* what) {
  throw Error(std::string("internal error: the isolation failed its audit: ") + what);
}

void check_order(const Preprocessed& pre, const std::vector<DyadicCell>& cells) {
  auto point = pre.rational_roots.begin();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].touches_zero()) fail("a cell touches zero");
    if (i > 0 && cells[i - 1].end_against_start(cells[i]) > 0) fail("two cells meet");
    if (point == pre.rational_roots.end()) continue;
    const Rational lower = cells[i].lower();
    const Rational upper = cells[i].upper();
    while (point != pre.rational_roots.end() && point->value < lower) ++point;
    if (point != pre.rational_roots.end() && point->value <= upper) fail("a cell meets a rational root");
  }
}

/// The ends of the cells, each once, ascending.
std::vector<DyadicPoint> ends_of(const std::vector<DyadicCell>& cells) {
  std::vector<DyadicPoint> ends;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i == 0 || cells[i - 1].end_against_start(cells[i]) != 0) ends.push_back({cells[i].c, cells[i].k});
    ends.push_back({cells[i].c + Integer(1), cells[i].k});
  }
  return ends;
}

/// Writes the signs at those points of one half-line that are marked, as far as the checker's models decide them.
void signs_by_models(const IntegerVector& f, const std::vector<DyadicPoint>& points, const std::vector<char>& by_models,
                     bool negative, const std::vector<KnownSize>& sizes, std::vector<int>& signs,
                     const ExecutionContext& ctx) {
  std::vector<std::size_t> places;
  std::vector<PositiveDyadic> positive;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (by_models[i] == 0 || (points[i].c.sign() < 0) != negative) continue;
    places.push_back(i);
    positive.push_back({abs(points[i].c), points[i].k});
  }
  if (!models_pay(f, positive.size())) return;
  ModelUse how;
  for (KnownSize known : sizes)
    if (std::exchange(known.negative, false) == negative) how.known.push_back(known);
  std::vector<int> found;
  if (negative) {
    const MemoryReservation held(ctx.memory(), f.bytes());
    IntegerVector mirrored = f.copy(ctx);
    for (std::size_t i = 1; i < mirrored.size(); i += 2) mirrored.set_signed_size(i, -mirrored.signed_size(i));
    found = signs_on_models(mirrored, positive, ctx, how);
  } else {
    found = signs_on_models(f, positive, ctx, how);
  }
  for (std::size_t i = 0; i < places.size(); ++i) signs[places[i]] = found[i];
}

/// Marks the points whose annuli have enough points for models to pay.
std::vector<char> in_full_annuli(const std::vector<DyadicPoint>& points) {
  const auto annulus = [](const DyadicPoint& p) {
    return std::pair(p.c.sign() < 0, static_cast<std::int64_t>(p.c.bit_length()) - p.k);
  };
  std::map<std::pair<bool, std::int64_t>, std::size_t> counts;
  for (const DyadicPoint& p : points) ++counts[annulus(p)];
  std::vector<char> by_models;
  by_models.reserve(points.size());
  for (const DyadicPoint& p : points) by_models.push_back(counts[annulus(p)] >= ModelUse{}.fewest_points ? 1 : 0);
  return by_models;
}

/// Writes the signs at those of the points for which asked(i) holds.
template <class Asked>
void evaluate_signs(const MeasuredVector& f, const std::vector<DyadicPoint>& points, const Asked& asked,
                    const std::vector<ExpectedSize>& expected, std::vector<int>& signs, const ExecutionContext& ctx) {
  std::vector<std::size_t> places;
  std::vector<DyadicPoint> open;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!asked(i)) continue;
    places.push_back(i);
    open.push_back(points[i]);
  }
  const std::vector<PointValue> values = values_at(f, open, ctx, nullptr, expected);
  for (std::size_t i = 0; i < open.size(); ++i) signs[places[i]] = values[i].sign;
}

/// The signs at the points: on models where an annulus has many of them, else by evaluation.
std::vector<int> signs_of(const IntegerVector& f, const std::vector<DyadicPoint>& points,
                          const std::vector<KnownSize>& sizes, const ExecutionContext& ctx) {
  const MeasuredVector sized(f, ctx);
  std::vector<int> signs(points.size(), 0);
  std::vector<ExpectedSize> expected;
  for (const KnownSize& known : sizes)
    if (!known.inverse) expected.push_back({known.j + 1, known.negative, known.size});
  std::vector<char> by_models(points.size(), 0);
  if (models_pay(f, points.size())) by_models = in_full_annuli(points);
  const auto on_models = [&] {
    fork_join(
        ctx, [&] { signs_by_models(f, points, by_models, false, sizes, signs, ctx); },
        [&] { signs_by_models(f, points, by_models, true, sizes, signs, ctx); });
  };
  const auto others = [&] {
    evaluate_signs(
        sized, points, [&](std::size_t i) { return by_models[i] == 0; }, expected, signs, ctx);
  };
  fork_join(ctx, on_models, others);
  // The signs that the models did not decide.
  evaluate_signs(
      sized, points, [&](std::size_t i) { return by_models[i] != 0 && signs[i] == 0; }, expected, signs, ctx);
  return signs;
}

/// The signs of the product at the points, up to a common factor: those of the polynomial in x^h where powers are
/// short.
std::vector<int> values_of(const Preprocessed& pre, std::vector<DyadicPoint> points,
                           const std::vector<KnownSize>& sizes, const ExecutionContext& ctx) {
  const auto is_long = [&](const DyadicPoint& p) { return p.c.bit_length() * pre.power > short_bits; };
  // The rational points of the power are roots of the product only, not of `deflated_factors`.
  if (pre.power == 1 || pre.deflated_factors.empty() || pre.factors.size() != 1 || !pre.rational_roots.empty() ||
      !pre.deflated_points.empty() || std::any_of(points.begin(), points.end(), is_long))
    return signs_of(pre.factors.product().coefficients(), points, pre.power == 1 ? sizes : std::vector<KnownSize>(),
                    ctx);
  const bool even = pre.power % 2 == 0;
  std::vector<std::size_t> place(points.size());
  std::vector<DyadicPoint> powers;
  for (std::size_t i = 0; i < points.size(); ++i) {
    DyadicPoint& p = points[i];
    if (even && p.c.sign() < 0) {
      place[i] = points.size();  // the mirror image is looked up below
      continue;
    }
    place[i] = powers.size();
    powers.push_back({pow(p.c, pre.power), p.k * static_cast<std::int64_t>(pre.power)});
  }
  const std::vector<int> values = signs_of(pre.deflated_factors.product().coefficients(), powers, sizes, ctx);
  std::vector<int> result(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    // f(-x) = f(x), and the cells of an even f are symmetric: so are their ends
    result[i] = values[place[i] < points.size() ? place[i] : place[points.size() - 1 - i]];
  return result;
}

bool is_symmetric(const std::vector<DyadicCell>& cells) {
  const std::size_t n = cells.size();
  for (std::size_t i = 0; i < n; ++i)
    if (!(cells[i] == cells[n - 1 - i].mirrored())) return false;
  return true;
}

void check_signs(const Preprocessed& pre, const std::vector<DyadicCell>& cells, const std::vector<KnownSize>& sizes,
                 const ExecutionContext& ctx) {
  // The answers of power_root_cells are symmetric also for an interval; those of other methods for the whole line.
  if (pre.power % 2 == 0 && !is_symmetric(cells)) fail("an even polynomial with unsymmetric roots");
  const std::vector<int> values = values_of(pre, ends_of(cells), sizes, ctx);
  auto value = values.begin();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i == 0 || cells[i - 1].end_against_start(cells[i]) != 0) {
      if (i != 0) ++value;
    }
    const int lower = *value;
    const int upper = *++value;
    if (lower * upper != -1) fail("an interval without a change of sign");
  }
}

/// Descartes' rule: no more roots than sign variations, and fewer by an even number.
void check_count(std::size_t roots, std::size_t variations) {
  if (roots > variations || (variations - roots) % 2 != 0) fail("Descartes' rule forbids the number of roots");
}

void check_counts(const Preprocessed& pre, const std::vector<DyadicCell>& cells, const ExecutionContext& ctx) {
  const IntegerVector& f = pre.factors.product().coefficients();
  const auto negative = static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(), [](const DyadicCell& cell) { return cell.c.sign() < 0; }));
  check_count(cells.size() - negative, sign_variations(f, false, ctx));
  check_count(negative, sign_variations(f, true, ctx));
}

}  // namespace

void audit_cells(const Preprocessed& pre, const std::vector<DyadicCell>& cells, bool whole_line,
                 const std::vector<KnownSize>& sizes, const ExecutionContext& ctx) {
  if (pre.factors.empty()) {
    if (!cells.empty()) fail("roots of a constant");
    return;
  }
  const MemoryReservation held(ctx.memory(), 9 * bytes_of(cells));
  check_order(pre, cells);
  if (whole_line) check_counts(pre, cells, ctx);
  check_signs(pre, cells, sizes, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
