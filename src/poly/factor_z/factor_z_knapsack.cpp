// The knapsack lattice: columns scaled to words, reduced, cut.
#include "poly/factor_z/factor_z_knapsack.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "poly/factor_z/factor_z_columns.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int column_bits = 54;  // of a scaled modulus: its row stays below the limit of entries

/// x / 2^e, rounded to the nearest integer, which fits a word.
std::int64_t scaled(const Integer& x, std::size_t e) {
  if (e == 0) return x.to_int64();
  Integer half = 1;
  half <<= e - 1;
  half += x;
  half >>= e;
  return half.to_int64();
}

}  // namespace

Knapsack::Knapsack(std::size_t r) : r_(r), log_scale_(std::bit_width(r - 1)) {
  std::vector<Lattice::Row> rows(r, Lattice::Row(r));
  const std::int64_t scale = std::int64_t{1} << log_scale_;
  for (std::size_t i = 0; i < r; ++i) rows[i][i] = scale;
  lattice_ = Lattice(std::move(rows));
  squared_norm_ = LatticeNorm{scale} * scale * static_cast<LatticeNorm>(r);
}

void Knapsack::feed(std::span<const Integer> residues, const Integer& modulus, double bound_bits,
                    const ExecutionContext& ctx) {
  // The bound gets about r units, as rounding errors have, or less where the modulus would not fit a word.
  const double modulus_bits = log2_of(modulus);
  const double wanted = std::max(bound_bits - static_cast<double>(log_scale_), modulus_bits - column_bits);
  const auto e = static_cast<std::size_t>(std::ceil(std::max(wanted, 0.0)));
  const std::int64_t q = scaled(modulus, e);
  const double largest = std::exp2(bound_bits - static_cast<double>(e)) * (1 + 0x1p-40);
  if (!(largest < static_cast<double>(q) / 4)) return;
  const auto units = static_cast<LatticeNorm>(std::ceil(largest)) + static_cast<LatticeNorm>(r_) + 1;

  std::vector<std::int64_t> y(r_);
  for (std::size_t i = 0; i < r_; ++i) {
    const Integer twice = residues[i] + residues[i];
    y[i] = scaled(twice > modulus ? residues[i] - modulus : residues[i], e);
  }
  std::vector<std::int64_t> values(lattice_.rank());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Lattice::Row& row = lattice_.rows()[i];
    LatticeNorm sum = 0;
    for (std::size_t j = 0; j < r_; ++j) sum += LatticeNorm{row[j] >> log_scale_} * y[j] % q;
    auto rest = static_cast<std::int64_t>(sum % q);
    if (rest > q / 2) rest -= q;
    if (rest < -(q / 2)) rest += q;
    values[i] = rest;
  }
  Lattice before = lattice_;
  lattice_.add_column(values, q);
  if (!lattice_.reduce(ctx)) {  // what a column does not tell cannot be wrong
    lattice_ = std::move(before);
    return;
  }
  squared_norm_ += units * units;
  lattice_.remove_long(squared_norm_, ctx);
}

std::vector<std::vector<std::size_t>> Knapsack::classes() const {
  std::map<std::vector<std::int64_t>, std::size_t> seen;  // columns of the matrix
  std::vector<std::vector<std::size_t>> classes;
  for (std::size_t j = 0; j < r_; ++j) {
    std::vector<std::int64_t> column;
    for (const Lattice::Row& row : lattice_.rows()) column.push_back(row[j]);
    const auto [at, fresh] = seen.emplace(std::move(column), classes.size());
    if (fresh) classes.emplace_back();
    classes[at->second].push_back(j);
  }
  return classes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
