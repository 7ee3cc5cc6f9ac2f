// The leaf engine: change of basis, de Casteljau's algorithm, the two tests.
//
// Errors, in ulps of the WordModel of r rows. Padding with zero rows to a table's degree d changes nothing. b_j = sum q_i
// beta_ij with |beta_ij| <= 1 (the blossom of t^i at arguments +-1), the beta rounded to 2^-62 of themselves: r error for
// the model's own error, sum |q_i| 2^-62 < 1 for the table's, 1 for each of the two floors. Averaging floors once per
// stage and never enlarges an error, so a bisection adds d/2. What the series leaves out is at most `tail` in value and
// `slope_tail` in its derivative by t; on a cell of level l with parameter u in (0, 1), dt/du = 2^(1-l).
//
// Numbers are kept as unsigned words with 2^62 for zero: their averages need no signed shift.
// de Casteljau subdivision for real roots: Lane, Riesenfeld (BIT 21, 1981); Mourrain, Rouillier, Roy (2005).
#include "rootiso/bernstein_cells.hpp"

#include <algorithm>
#include <bit>

#include "core/limits.hpp"
#include "rootiso/bernstein_table.hpp"
#include "rootiso/fixed_point.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

__extension__ using Int128 = __int128;

constexpr std::uint64_t zero = std::uint64_t{1} << 62;
constexpr std::size_t word_bits = 54;  // of a coefficient: differences of sums of 65 stay below 2^62
constexpr unsigned deepest = 56;       // level of a leaf's cells
constexpr std::uint64_t most_noise = std::uint64_t{1} << 58;  // beyond, nothing can be told

using Coefficients = std::array<std::uint64_t, most_leaf_rows>;

struct Cell {
  Coefficients b;
  Subcell place;
};

/// b_0 .. b_d of the model on the whole cell.
void to_bernstein(const WordModel& model, const BernsteinTable& table, Coefficients& b) {
  const std::size_t d = table.degree;
  for (std::size_t j = 0; 2 * j <= d; ++j) {
    Int128 even = 0;
    Int128 odd = 0;
    const std::int64_t* beta = table.row(j);
    for (std::size_t i = 0; i < model.rows; i += 2) even += static_cast<Int128>(model.q[i]) * beta[i];
    for (std::size_t i = 1; i < model.rows; i += 2) odd += static_cast<Int128>(model.q[i]) * beta[i];
    const auto e = static_cast<std::int64_t>(even >> BernsteinTable::fraction_bits);
    const auto o = static_cast<std::int64_t>(odd >> BernsteinTable::fraction_bits);
    b[d - j] = zero + static_cast<std::uint64_t>(e - o);
    b[j] = zero + static_cast<std::uint64_t>(e + o);
  }
}

/// The left half in `left`, the right half in place.
void bisect(Coefficients& b, std::size_t d, Coefficients& left) {
  left[0] = b[0];
  for (std::size_t stage = 1; stage <= d; ++stage) {
    for (std::size_t i = 0; i + stage <= d; ++i) b[i] = (b[i] + b[i + 1]) >> 1;
    left[stage] = b[0];
  }
}

struct Range {
  std::uint64_t least;
  std::uint64_t most;
};

Range range_of(const Coefficients& b, std::size_t d) {
  std::uint64_t least = b[0];
  std::uint64_t most = b[0];
  for (std::size_t i = 1; i <= d; ++i) {
    least = std::min(least, b[i]);
    most = std::max(most, b[i]);
  }
  return {least, most};
}

/// The differences b_{i+1} - b_i, with `zero` added.
Range slopes_of(const Coefficients& b, std::size_t d) {
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < d; ++i) {
    const std::uint64_t slope = b[i + 1] - b[i] + zero;
    least = std::min(least, slope);
    most = std::max(most, slope);
  }
  return {least, most};
}

/// 1 when all of the range lies above zero by more than the noise, -1 below, else 0.
int sign_beyond(const Range& r, std::uint64_t noise) {
  if (r.least > zero + noise) return 1;
  return r.most < zero - noise ? -1 : 0;
}

int sign_beyond(std::uint64_t value, std::uint64_t noise) { return sign_beyond({value, value}, noise); }

class Leaf {
 public:
  Leaf(const WordModel& model, unsigned narrowing)
      : model_(model), table_(bernstein_table(model.rows - 1)), narrowing_(narrowing) {}

  LeafResult decide() {
    std::vector<Cell> open(1);
    open.reserve(deepest + 1);
    to_bernstein(model_, table_, open.back().b);
    open.back().place = {0, 0};
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
      bisect(right.b, table_.degree, left.b);
      left.place = {right.place.level + 1, 2 * right.place.index};
      right.place = {left.place.level, left.place.index + 1};
    }
    return std::move(result_);
  }

 private:
  /// Of a Bernstein coefficient at a level, the series' rest not included.
  std::uint64_t coefficient_error(unsigned level) const {
    const std::uint64_t once = saturating_add(saturating_mul(model_.rows, model_.error), 4);
    return saturating_add(once, level * ((table_.degree + 1) / 2));
  }

  bool settled(const Cell& cell) {
    const unsigned level = cell.place.level;
    const std::uint64_t error = coefficient_error(level);
    const std::uint64_t noise = saturating_add(error, model_.tail);
    if (noise > most_noise) return undecided(cell);
    const Range values = range_of(cell.b, table_.degree);
    if (sign_beyond(values, noise) != 0) {
      result_.excluded.push_back(cell.place);
      return true;
    }

    const std::uint64_t rest = bound_scaled_up(saturating_mul(2, model_.slope_tail), level);
    const std::uint64_t slope_noise =
        saturating_add(saturating_mul(2, error), rest == UINT64_MAX ? rest : rest / table_.degree + 1);
    if (slope_noise <= most_noise && sign_beyond(slopes_of(cell.b, table_.degree), slope_noise) != 0) {
      const int lower = sign_beyond(cell.b[0], noise);
      const int upper = sign_beyond(cell.b[table_.degree], noise);
      result_.monotone.push_back(narrowing_ != 0 && lower * upper < 0 ? narrowed(cell, lower)
                                                                      : MonotoneSubcell{cell.place, lower, upper});
      return true;
    }
    const bool hidden = values.least > zero - 4 * noise && values.most < zero + 4 * noise;
    return hidden || level == deepest ? undecided(cell) : false;
  }

  /// The part of the cell that has its root. Precondition: f is monotone, with this sign at the lower end and the other at
  /// the upper one, both certain.
  MonotoneSubcell narrowed(Cell cell, int lower) const {
    Coefficients left;
    const unsigned last = std::min(cell.place.level + narrowing_, deepest);
    while (cell.place.level < last) {
      bisect(cell.b, table_.degree, left);
      const int middle = sign_beyond(cell.b[0], saturating_add(coefficient_error(cell.place.level + 1), model_.tail));
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

  const WordModel& model_;
  const BernsteinTable& table_;
  unsigned narrowing_;
  LeafResult result_;
};

}  // namespace

WordModel to_words(const LocalModel& model) {
  WordModel w;
  w.rows = model.rows();
  std::size_t bits = 0;
  for (std::size_t i = 0; i < w.rows; ++i) bits = std::max(bits, fixed_bits(model.q.row(i), model.q.limbs()));
  const std::size_t drop = bits > word_bits ? bits - word_bits : 0;
  for (std::size_t i = 0; i < w.rows; ++i) w.q[i] = fixed_word(model.q.row(i), model.q.limbs(), drop);
  w.error = saturating_add(bound_scaled_up(model.error, drop), drop != 0 ? 1 : 0);
  w.tail = bound_scaled_up(model.tail, drop);
  w.slope_tail = bound_scaled_up(model.slope_tail, drop);
  return w;
}

LeafResult decide_cells(const WordModel& model, unsigned narrowing) { return Leaf(model, narrowing).decide(); }

}  // namespace detail
}  // namespace polyfork::inline v1
