// Bernstein coefficients of two digits, bisected down to the undecided parts.
//
// Errors, in units of the pair's low digit. With q_i = Q_i 2^52 + q'_i, |Q_i| <= 2^54, 0 <= q'_i < 2^52, and
// beta_ij = (B_ij 2^62 + B'_ij) 2^-124 rounded down,
//
//   q_i beta_ij = Q_i B_ij 2^-10 + Q_i B'_ij 2^-72 + q'_i B_ij 2^-62 + q'_i B'_ij 2^-124.
//
// The first three are summed exactly over the even i, and over the odd ones, and rounded down once each; the last ones
// add up to less than 65 / 1024, and what beta leaves out to less than sum |q_i| 2^-124 < 2^-11. So each of the two
// sums is off by less than 4, a coefficient by less than 8, besides rows times the model's own error. A bisection adds
// d / 2, as in words. Sums stay below 65 2^116 < 2^123; coefficients below 65 2^106, their high digits below 2^61, as
// the kernels want them.
//
// Words of a part: all coefficients divided by 2^drop and rounded down, which adds 1, the bounds divided and rounded
// up.
#include "rootiso/local/leaf_pairs.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include <polyfork/core/cpu.hpp>

#include "core/limits.hpp"
#include "rootiso/local/bernstein_table.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

constexpr unsigned low_bits = LeafPairs::low_bits;
constexpr std::size_t pair_bits = 54 + low_bits;
constexpr std::size_t worthwhile_bits = 16;  // of a model beyond those of words

/// A bisection takes a tenth of the time of a part's model, the change of basis half of it.
constexpr std::size_t bisections_of_a_model = 10;
constexpr std::size_t bisections_of_a_basis = 5;

std::size_t longest_row(const LocalModel& model) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < model.rows(); ++i) bits = std::max(bits, fixed_bits(model.q.row(i), model.q.limbs()));
  return bits;
}

struct PairCell {
  LeafPairs b;
  Subcell place;
};

Int128 coefficient(const LeafPairs& b, std::size_t j, std::size_t d) {
  const auto high = static_cast<std::int64_t>(b.high.at(j, d) - leaf_zero);
  return (static_cast<Int128>(high) << low_bits) + static_cast<Int128>(b.low.at(j, d));
}

void set_coefficient(LeafPairs& b, std::size_t j, std::size_t d, Int128 value) {
  b.high.at(j, d) = leaf_zero + static_cast<std::uint64_t>(static_cast<std::int64_t>(value >> low_bits));
  b.low.at(j, d) = static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << low_bits) - 1);
}

bool stands_before(const Subcell& a, const Subcell& b) {
  const unsigned level = std::max(a.level, b.level);
  return a.index << (level - a.level) < b.index << (level - b.level);
}

bool contains(const Subcell& cell, const Subcell& part) {
  return part.level >= cell.level && part.index >> (part.level - cell.level) == cell.index;
}

class PairLeaf {
 public:
  PairLeaf(const LocalModel& model, unsigned narrowing, LeafResult& result)
      : rows_(model.rows()),
        table_(bernstein_table(rows_ - 1)),
        degree_(table_.degree),
        kernels_(*leaf_table().select(active_isa())),
        narrowing_(narrowing),
        result_(result) {
    const std::size_t bits = longest_row(model);
    const std::size_t drop = bits > pair_bits ? bits - pair_bits : 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      mp_limb_t row[2];
      fixed_floor_shift(model.q.row(i), model.q.limbs(), drop, row, 2);
      const auto value = static_cast<Int128>((static_cast<Uint128>(row[1]) << 64) | row[0]);
      high_[i] = static_cast<std::int64_t>(value >> low_bits);
      low_[i] = static_cast<std::int64_t>(row[0] & ((std::uint64_t{1} << low_bits) - 1));
    }
    const std::uint64_t error = saturating_add(bound_scaled_up(model.error, drop), drop != 0 ? 1 : 0);
    error_ = saturating_add(saturating_mul(rows_, error), 8);
    tail_ = bound_scaled_up(model.tail, drop);
    slope_tail_ = bound_scaled_up(model.slope_tail, drop);
  }

  void decide(const std::vector<Subcell>& parts) {
    struct Open {
      PairCell cell;
      const Subcell* first;
      const Subcell* last;
    };
    std::vector<Open> open(1);
    to_bernstein(open.back().cell.b);
    open.back().cell.place = {0, 0};
    open.back().first = parts.data();
    open.back().last = parts.data() + parts.size();
    while (!open.empty()) {
      if (open.back().first->level == open.back().cell.place.level) {  // the part itself
        decide_part(open.back().cell);
        open.pop_back();
        continue;
      }
      ++result_.nodes;
      Open lower;
      Open& upper = open.back();
      kernels_.bisect_pairs(upper.cell.b, degree_, lower.cell.b);
      lower.cell.place = {upper.cell.place.level + 1, 2 * upper.cell.place.index};
      upper.cell.place = {lower.cell.place.level, lower.cell.place.index + 1};
      lower.first = upper.first;
      lower.last = std::partition_point(upper.first, upper.last,
                                        [&](const Subcell& part) { return contains(lower.cell.place, part); });
      upper.first = lower.last;
      if (upper.first == upper.last) open.pop_back();
      if (lower.first != lower.last) open.push_back(lower);
    }
  }

 private:
  void to_bernstein(LeafPairs& b) const {
    struct Sums {
      Int128 high = 0;   // Q B
      Int128 rest = 0;   // Q B'
      Int128 cross = 0;  // q' B
      Int128 total() const {
        constexpr unsigned fraction = BernsteinTable::fraction_bits;
        return (high >> (fraction - low_bits)) + (rest >> (2 * fraction - low_bits)) + (cross >> fraction);
      }
    };
    for (std::size_t j = 0; 2 * j <= degree_; ++j) {
      Sums sums[2];  // of even and odd rows
      const std::int64_t* const beta = table_.row(j);
      const std::int64_t* const rest = table_.rest_row(j);
      for (std::size_t i = 0; i < rows_; ++i) {
        Sums& s = sums[i % 2];
        s.high += static_cast<Int128>(high_[i]) * beta[i];
        s.rest += static_cast<Int128>(high_[i]) * rest[i];
        s.cross += static_cast<Int128>(low_[i]) * beta[i];
      }
      const Int128 even = sums[0].total();
      const Int128 odd = sums[1].total();
      set_coefficient(b, degree_ - j, degree_, even - odd);
      set_coefficient(b, j, degree_, even + odd);
    }
  }

  void decide_part(const PairCell& cell) {
    std::size_t bits = 0;
    for (std::size_t j = 0; j <= degree_; ++j) {
      const Int128 value = coefficient(cell.b, j, degree_);
      const auto magnitude = static_cast<Uint128>(value < 0 ? ~value : value);
      const auto top = static_cast<std::uint64_t>(magnitude >> 64);
      const int length = top != 0 ? 64 + std::bit_width(top) : std::bit_width(static_cast<std::uint64_t>(magnitude));
      bits = std::max(bits, static_cast<std::size_t>(length));
    }
    const std::size_t drop = bits > leaf_word_bits ? bits - leaf_word_bits : 0;
    LeafStart start;
    for (std::size_t j = 0; j <= degree_; ++j)
      start.b.at(j, degree_) =
          leaf_zero + static_cast<std::uint64_t>(static_cast<std::int64_t>(coefficient(cell.b, j, degree_) >> drop));
    start.place = cell.place;
    start.degree = degree_;
    const std::uint64_t error = saturating_add(error_, cell.place.level * ((degree_ + 1) / 2));
    start.error = saturating_add(bound_scaled_up(error, drop), 1);
    start.tail = bound_scaled_up(tail_, drop);
    start.slope_tail = bound_scaled_up(slope_tail_, drop);
    decide_cells(start, narrowing_, result_);
  }

  std::size_t rows_;
  const BernsteinTable& table_;
  std::size_t degree_;
  const LeafKernels& kernels_;
  unsigned narrowing_;
  LeafResult& result_;
  std::int64_t high_[most_leaf_rows];
  std::int64_t low_[most_leaf_rows];
  std::uint64_t error_;  // of a Bernstein coefficient on the whole cell
  std::uint64_t tail_;
  std::uint64_t slope_tail_;
};

}  // namespace

bool worth_pairs(const LocalModel& model, const LeafResult& result) {
  if (result.undecided.empty() || longest_row(model) < leaf_word_bits + worthwhile_bits) return false;
  if (result.undecided.front().level == 0) return false;  // a part of level 0 is the cell itself: its words are known
  std::size_t bisections = bisections_of_a_basis;
  for (const Subcell& part : result.undecided) bisections += part.level;
  return bisections < bisections_of_a_model * result.undecided.size();
}

void decide_in_pairs(const LocalModel& model, unsigned narrowing, LeafResult& result) {
  const std::vector<Subcell> parts = std::exchange(result.undecided, {});
  PairLeaf(model, narrowing, result).decide(parts);
  std::sort(result.excluded.begin(), result.excluded.end(), stands_before);
  std::sort(result.monotone.begin(), result.monotone.end(),
            [](const MonotoneSubcell& a, const MonotoneSubcell& b) { return stands_before(a.cell, b.cell); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
