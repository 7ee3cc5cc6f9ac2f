// Leaves in words: change of basis, de Casteljau's algorithm, the two tests.
//
// Errors, in ulps of the WordModel of r rows. Padding with zero rows to a table's degree d changes nothing. b_j = sum
// q_i beta_ij with |beta_ij| <= 1 (the blossom of t^i at arguments +-1), the beta rounded to 2^-62 of themselves: r
// error for the model's own error, sum |q_i| 2^-62 < 1 for the table's, 1 for each of the two floors. Averaging floors
// once per stage and never enlarges an error, so a bisection adds d/2. What the series leaves out is at most `tail` in
// value and `slope_tail` in its derivative by t; on a cell of level l with parameter u in (0, 1), dt/du = 2^(1-l).
//
// Numbers are kept as unsigned words with leaf_zero for zero: their averages need no signed shift.
// Subdivision by de Casteljau's algorithm for real roots: Lane, Riesenfeld (BIT 21, 1981); Mourrain, Rouillier, Roy
// (2005).
#include "rootiso/local/bernstein_cells.hpp"

#include <algorithm>
#include <bit>

#include "core/limits.hpp"
#include "rootiso/local/bernstein_table.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Int128 = __int128;

constexpr std::uint64_t most_noise = std::uint64_t{1} << 58;  // beyond, nothing can be told

struct Cell {
  LeafCoefficients b;
  Subcell place;
};

/// b_0 .. b_d of the model on the whole cell.
void to_bernstein(const WordModel& model, const BernsteinTable& table, LeafCoefficients& b) {
  const std::size_t d = table.degree;
  for (std::size_t j = 0; 2 * j <= d; ++j) {
    Int128 even = 0;
    Int128 odd = 0;
    const std::int64_t* beta = table.row(j);
    for (std::size_t i = 0; i < model.rows; i += 2) even += static_cast<Int128>(model.q[i]) * beta[i];
    for (std::size_t i = 1; i < model.rows; i += 2) odd += static_cast<Int128>(model.q[i]) * beta[i];
    const auto e = static_cast<std::int64_t>(even >> BernsteinTable::fraction_bits);
    const auto o = static_cast<std::int64_t>(odd >> BernsteinTable::fraction_bits);
    b.at(d - j, d) = leaf_zero + static_cast<std::uint64_t>(e - o);
    b.at(j, d) = leaf_zero + static_cast<std::uint64_t>(e + o);
  }
}

/// 1 above the noise, -1 below, else 0.
int sign_beyond(std::uint64_t value, std::uint64_t noise) {
  if (value > leaf_zero + noise) return 1;
  return value < leaf_zero - noise ? -1 : 0;
}

class Leaf {
 public:
  Leaf(const LeafStart& start, unsigned narrowing, LeafResult& result)
      : start_(start),
        degree_(start.degree),
        kernels_(*leaf_table().select(active_isa())),
        narrowing_(narrowing),
        result_(result) {}

  void decide() {
    std::vector<Cell> open;
    open.reserve(deepest_leaf_level + 1 - start_.place.level);
    open.push_back({start_.b, start_.place});
    while (!open.empty()) {
      ++result_.nodes;
      if (settled(open.back())) {
        open.pop_back();
        continue;
      }
      // The right half stays, the left one goes on top: cells come in ascending order.
      open.emplace_back();
      Cell& right = open[open.size() - 2];
      Cell& left = open.back();
      kernels_.bisect(right.b, degree_, left.b);
      left.place = {right.place.level + 1, 2 * right.place.index};
      right.place = {left.place.level, left.place.index + 1};
    }
  }

 private:
  /// The error of a Bernstein coefficient at a level, without what the series leaves out.
  std::uint64_t coefficient_error(unsigned level) const {
    return saturating_add(start_.error, (level - start_.place.level) * ((degree_ + 1) / 2));
  }

  bool settled(const Cell& cell) {
    const unsigned level = cell.place.level;
    const std::uint64_t error = coefficient_error(level);
    const std::uint64_t noise = saturating_add(error, start_.tail);
    if (noise > most_noise) return undecided(cell);
    const LeafSigns values = kernels_.values(cell.b, degree_, noise);
    if (values.positive || values.negative) {
      result_.excluded.push_back(cell.place);
      return true;
    }

    const std::uint64_t rest = bound_scaled_up(saturating_mul(2, start_.slope_tail), level);
    const std::uint64_t slope_noise =
        saturating_add(saturating_mul(2, error), rest == UINT64_MAX ? rest : rest / degree_ + 1);
    if (slope_noise <= most_noise && is_monotone(cell, slope_noise)) {
      const int lower = sign_beyond(cell.b.at(0, degree_), noise);
      const int upper = sign_beyond(cell.b.at(degree_, degree_), noise);
      result_.monotone.push_back(narrowing_ != 0 && lower * upper < 0 ? narrowed(cell, lower)
                                                                      : MonotoneSubcell{cell.place, lower, upper});
      return true;
    }
    return level == deepest_leaf_level || kernels_.within(cell.b, degree_, 4 * noise) ? undecided(cell) : false;
  }

  bool is_monotone(const Cell& cell, std::uint64_t noise) const {
    const LeafSigns slopes = kernels_.slopes(cell.b, degree_, noise);
    return slopes.positive || slopes.negative;
  }

  /// The part of the cell that has its root. Precondition: f is monotone, with this sign at the lower end and the other
  /// at the upper one, both certain.
  MonotoneSubcell narrowed(const Cell& whole, int lower) const {
    Cell cell = whole;
    LeafCoefficients left;
    const unsigned last = std::min(cell.place.level + narrowing_, deepest_leaf_level);
    while (cell.place.level < last) {
      kernels_.bisect(cell.b, degree_, left);
      const int middle =
          sign_beyond(cell.b.at(0, degree_), saturating_add(coefficient_error(cell.place.level + 1), start_.tail));
      if (middle == 0) break;
      ++cell.place.level;
      cell.place.index = 2 * cell.place.index + (middle == lower ? 1 : 0);
      if (middle != lower) cell.b = left;
    }
    return {cell.place, lower, -lower};
  }

  bool undecided(const Cell& cell) {
    result_.undecided.push_back(cell.place);
    return true;
  }

  const LeafStart& start_;
  std::size_t degree_;
  const LeafKernels& kernels_;
  unsigned narrowing_;
  LeafResult& result_;
};

}  // namespace

WordModel to_words(const LocalModel& model) {
  WordModel w;
  w.rows = model.rows();
  std::size_t bits = 0;
  for (std::size_t i = 0; i < w.rows; ++i) bits = std::max(bits, fixed_bits(model.q.row(i), model.q.limbs()));
  const std::size_t drop = bits > leaf_word_bits ? bits - leaf_word_bits : 0;
  for (std::size_t i = 0; i < w.rows; ++i) w.q[i] = fixed_word(model.q.row(i), model.q.limbs(), drop);
  w.error = saturating_add(bound_scaled_up(model.error, drop), drop != 0 ? 1 : 0);
  w.tail = bound_scaled_up(model.tail, drop);
  w.slope_tail = bound_scaled_up(model.slope_tail, drop);
  return w;
}

LeafResult decide_cells(const WordModel& model, unsigned narrowing) {
  const BernsteinTable& table = bernstein_table(model.rows - 1);
  LeafStart start;
  to_bernstein(model, table, start.b);
  start.place = {0, 0};
  start.degree = table.degree;
  start.error = saturating_add(saturating_mul(model.rows, model.error), 4);
  start.tail = model.tail;
  start.slope_tail = model.slope_tail;
  LeafResult result;
  decide_cells(start, narrowing, result);
  return result;
}

void decide_cells(const LeafStart& start, unsigned narrowing, LeafResult& result) {
  Leaf(start, narrowing, result).decide();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
