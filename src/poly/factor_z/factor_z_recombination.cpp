// Recombination of local factors: subsets where they are few, small ones and a knapsack lattice where they are many.
//
// All rest on the same columns, coefficients of logarithmic derivatives with bounds, which need far less precision
// than the coefficients of factors do: an irreducible f is proved so as soon as the columns exclude all sets, and a
// factor is found as soon as its own coefficients, not their bounds, fit the modulus. So precision starts low and
// doubles.
#include "poly/factor_z/factor_z_recombination.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/limits.hpp"
#include "poly/factor_z/factor_z_bounds.hpp"
#include "poly/factor_z/factor_z_knapsack.hpp"
#include "poly/factor_z/factor_z_subsets.hpp"
#include "poly/factor_z/small_sets.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double doubtful_bits = 14;       // columns exclude a wrong set but for one in 2^14
constexpr double small_set_gain = 60;      // excludes wrong sets of few local factors
constexpr double most_column_gain = 42;    // bits that a column of a lattice tells
constexpr double spare_precision = 0.01;   // of what columns need at least
constexpr std::size_t most_doublings = 8;  // of the number of columns

LeafGroups single_leaves(std::size_t r) {
  LeafGroups groups(r);
  for (std::size_t i = 0; i < r; ++i) groups[i] = {i};
  return groups;
}

}  // namespace

// What is left and the factors that are found have no more coefficients than f and one more for each factor, all of
// them within the bound for factors.
Recombination::Recombination(const IntegerVector& f, const ModularFactors& local, const ExecutionContext& ctx)
    : ctx_(ctx),
      degrees_(local.degrees),
      held_(ctx.memory(), saturating_mul(2 * f.size(), factor_bound_bits(f, f.size() - 1) / 8 + sizeof(mp_limb_t))),
      tree_(f, local.factors, ctx),
      groups_(single_leaves(local.factors.size())) {
  set_remaining(f.copy(ctx));
}

MemoryReservation Recombination::hold_columns(std::size_t columns) const {
  const std::size_t each = tree_.ring().limbs() * sizeof(mp_limb_t) + sizeof(Integer);
  return {ctx_.memory(), saturating_mul(columns * groups_.size(), each)};
}

std::vector<IntegerVector> Recombination::run() {
  const auto degree = static_cast<double>(f_.size() - 1);
  while (!groups_.empty()) {
    ctx_.poll();
    ctx_.progress("recombination", 1 - static_cast<double>(f_.size() - 1) / degree);
    if (groups_.size() == 1)
      finish();
    else if (groups_.size() <= most_groups_for_subsets)
      while (search_subsets()) {
      }
    else if (small_sets_left_)
      search_small_sets();
    else
      search_knapsack();
  }
  return std::move(found_);
}

void Recombination::set_remaining(IntegerVector f) {
  f_ = std::move(f);
  if (f_.size() > 1) complete_bits_ = static_cast<double>(factor_bound_bits(f_, (f_.size() - 1) / 2) + 2);
}

/// What is left is irreducible.
void Recombination::finish() {
  found_.push_back(std::move(f_));
  groups_.clear();
}

/// The least k for which p^k has so many bits.
std::size_t Recombination::exponent_for(double bits) const {
  const double each = std::log2(static_cast<double>(tree_.prime()));
  return static_cast<std::size_t>(std::max(1.0, std::ceil(bits / each + 0x1p-20)));
}

void Recombination::lift_to_bits(double bits) { tree_.lift(exponent_for(bits)); }

void Recombination::raise_precision() {
  const double bits = log2_of(tree_.ring().modulus());
  const double doubled = 2 * bits;
  // The last step needs no more than completeness does.
  lift_to_bits(bits < complete_bits_ ? std::min(doubled, std::max(complete_bits_ + 1, bits + 8)) : doubled);
}

std::size_t Recombination::degree_of(const std::vector<std::size_t>& group) const {
  std::size_t degree = 0;
  for (const std::size_t leaf : group) degree += tree_.factor(leaf).length - 1;
  return degree;
}

/// One pass over the sets. False when f_ is done.
bool Recombination::search_subsets() {
  const std::size_t r = groups_.size();
  std::vector<std::size_t> degrees;
  for (const auto& group : groups_) degrees.push_back(degree_of(group));
  const std::vector<ColumnBound> columns = column_bounds(f_, 2);
  lift_to_bits(precision_for(columns, static_cast<double>(r) + doubtful_bits, 60));
  SubsetSearch search(degrees, degrees_);
  const MemoryReservation held = hold_columns(columns.size());
  const std::vector<std::vector<Integer>> values = column_values(f_, tree_, groups_, columns, ctx_);
  for (std::size_t c = 0; c < columns.size(); ++c)
    search.add_column(values[c], tree_.ring().modulus(), columns[c].bits);
  while (const std::optional<std::uint32_t> set = search.next()) {
    std::vector<bool> in_factor(r);
    for (std::size_t i = 0; i < r; ++i) in_factor[i] = ((*set >> i) & 1) != 0;
    Trial trial = try_set(in_factor, tree_.ring());
    if (trial.outcome == Outcome::none) continue;
    if (trial.outcome == Outcome::factor)
      split_off(std::move(trial), in_factor);
    else
      raise_precision();
    return groups_.size() > 1;
  }
  finish();
  return false;
}

/// One pass over sets of few local factors, all of which are groups of their own still.
void Recombination::search_small_sets() {
  const std::size_t r = groups_.size();
  std::vector<std::size_t> degrees;
  for (const auto& group : groups_) degrees.push_back(degree_of(group));
  const std::vector<ColumnBound> columns = column_bounds(f_, 2);
  lift_to_bits(precision_for(columns, small_set_gain, 60));
  std::vector<SmallSets::Set> sets;
  {
    SmallSets search(degrees, degrees_);
    const MemoryReservation held = hold_columns(columns.size());
    const std::vector<std::vector<Integer>> values = column_values(f_, tree_, groups_, columns, ctx_);
    for (std::size_t c = 0; c < columns.size(); ++c)
      search.add_column(values[c], tree_.ring().modulus(), columns[c].bits);
    sets = search.find(ctx_);
  }
  small_sets_left_ = !sets.empty();
  if (sets.empty()) return;
  const std::size_t count = sets.size();
  std::vector<bool> in_set(r);
  for (const SmallSets::Set& set : sets)
    for (const std::size_t i : set) in_set[i] = true;
  for (std::size_t i = 0; i < r; ++i)
    if (!in_set[i]) sets.push_back({i});
  merge(sets);
  split_off_first(count);
}

/// Moves those of the first groups that are factors to those found; the others are taken apart.
void Recombination::split_off_first(std::size_t count) {
  const double bits = log2_of(tree_.ring().modulus());
  bool done = false;
  for (double tried = first_bits_tried(); 2 * tried < bits && !done; tried *= 4)
    done = first_groups_are_factors(count, power_ring(tree_.prime(), exponent_for(tried)));
  if (done || first_groups_are_factors(count, tree_.ring())) return;
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (groups_.size() == 1) return finish();  // a set, in which no smaller one is a factor
    ctx_.poll();
    std::vector<bool> in_factor(groups_.size());
    in_factor[at] = true;
    Trial trial = try_set(in_factor, tree_.ring());
    if (trial.outcome == Outcome::factor)
      split_off(std::move(trial), in_factor);
    else
      ++at;
  }
  LeafGroups left;
  for (const auto& group : groups_)
    for (const std::size_t leaf : group) left.push_back({leaf});
  groups_ = std::move(left);
  small_sets_left_ = false;
}

/// Moves one factor to those found.
void Recombination::split_off(Trial trial, const std::vector<bool>& in_factor) {
  found_.push_back(std::move(trial.factor));
  LeafGroups left;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (!in_factor[i]) left.push_back(std::move(groups_[i]));
  groups_ = std::move(left);
  set_remaining(std::move(trial.rest));
}

void Recombination::merge(const std::vector<std::vector<std::size_t>>& classes) {
  LeafGroups merged(classes.size());
  for (std::size_t c = 0; c < classes.size(); ++c)
    for (const std::size_t i : classes[c]) merged[c].insert(merged[c].end(), groups_[i].begin(), groups_[i].end());
  groups_ = std::move(merged);
}

/// To the precision at which columns tell `gain` bits; where that is reached already, to the one at which each column
/// tells all it can; where all columns of f, or very many, have told that in vain, further.
void Recombination::lift_for(const std::vector<ColumnBound>& columns, double gain) {
  const double bits = log2_of(tree_.ring().modulus());
  const double least = precision_for(columns, gain, most_column_gain);
  const double most = columns.back().bits + most_column_gain;
  // Some bits more cost next to nothing where there are many, and a lattice less is reduced.
  const double wanted = std::min(most, least * (1 + spare_precision));
  if (bits < wanted)
    lift_to_bits(wanted);
  else if (vain_rounds_ != 0 && bits < most)
    lift_to_bits(most);
  else if (vain_rounds_ > most_doublings || (vain_rounds_ != 0 && columns.size() + 2 >= f_.size()))
    raise_precision();
}

void Recombination::search_knapsack() {
  if (groups_final_ && !is_complete(tree_.ring())) {  // only precision lacks
    raise_precision();
    return try_groups();
  }
  const std::size_t r = groups_.size();
  const double each_dimension = std::log2(static_cast<double>(2 * r)) / 2 + 2;
  const double rounding = std::log2(static_cast<double>(r));  // bits of a column that r rounded entries take
  // More columns where those of the last round did not join any groups.
  std::vector<ColumnBound> columns = column_bounds(f_, (8 + r / 4) << std::min(vain_rounds_, most_doublings));
  lift_for(columns, each_dimension * static_cast<double>(r));
  const Integer& modulus = tree_.ring().modulus();
  const double reached = log2_of(modulus);
  std::erase_if(columns, [&](const ColumnBound& c) { return reached - c.bits < rounding + 4; });
  if (vain_rounds_ == 0) {  // no more columns than are likely to be enough: their values take long
    double wanted = 1.5 * each_dimension * static_cast<double>(r);
    std::size_t used = 0;
    for (; used < columns.size() && wanted > 0; ++used)
      wanted -= std::min(reached - columns[used].bits, most_column_gain) - rounding;
    columns.resize(used);
  }
  const MemoryReservation held = hold_columns(columns.size());
  const std::vector<std::vector<Integer>> values = column_values(f_, tree_, groups_, columns, ctx_);
  Knapsack knapsack(r);
  std::vector<std::vector<std::size_t>> classes;
  ++vain_rounds_;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    ctx_.poll();
    knapsack.feed(values[c], modulus, columns[c].bits, ctx_);
    if (knapsack.rank() == 1) return finish();
    classes = knapsack.classes();
    if (classes.size() < r && classes.size() == knapsack.rank()) break;
  }
  if (classes.empty()) return;
  if (classes.size() < r) vain_rounds_ = 0;
  groups_final_ = classes.size() < r && classes.size() == knapsack.rank();
  merge(classes);
  try_groups();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
