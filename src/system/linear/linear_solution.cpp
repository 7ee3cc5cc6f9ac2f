// All solutions of linear equations: a point and directions, each by Dixon's lifting.
//
// Rows with pivots modulo a prime are independent over Q as well, and the others depend on them if they vanish on a
// basis of what is perpendicular to them, the directions.
#include "system/linear/linear_solution.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/primes.hpp>

#include "system/linear/dixon_lifting.hpp"
#include "system/linear/sparse_elimination.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int most_primes_tried = 3;
constexpr std::uint64_t primes_below_bits = 60;

/// The row's left side at x, times the denominator.
Integer left_side(const LinearRow& row, const LinearSolution& x) {
  Integer sum;
  for (std::size_t k = 0; k < row.columns.size(); ++k) sum += mul(row.coefficients[k], x.numerators[row.columns[k]]);
  return sum;
}

std::vector<WordRow> rows_modulo(const std::vector<LinearRow>& rows, std::uint64_t p) {
  std::vector<WordRow> words;
  words.reserve(rows.size());
  for (const LinearRow& row : rows) {
    WordRow& w = words.emplace_back();
    for (std::size_t k = 0; k < row.columns.size(); ++k) {
      const std::uint64_t c = row.coefficients[k].view().mod(p);
      if (c == 0) continue;
      w.columns.push_back(row.columns[k]);
      w.values.push_back(c);
    }
  }
  return words;
}

/// What one prime tells of the equations, and exact numbers from it.
class Attempt {
 public:
  Attempt(const std::vector<LinearRow>& rows, std::size_t columns, std::uint64_t p, const ExecutionContext& ctx)
      : rows_(rows),
        columns_(columns),
        p_(p),
        ctx_(ctx),
        factors_(SparseFactors::of(rows_modulo(rows, p), columns, p, ctx)) {
    std::vector<char> used(rows.size(), 0);
    for (const std::uint32_t i : factors_.rows()) used[i] = 1;
    for (std::uint32_t i = 0; i < used.size(); ++i)
      if (used[i] == 0) others_.push_back(i);
    std::vector<char> pivot(columns, 0);
    for (const std::uint32_t c : factors_.columns()) pivot[c] = 1;
    for (std::uint32_t c = 0; c < columns; ++c)
      if (pivot[c] == 0) free_.push_back(c);
  }

  std::size_t free_columns() const noexcept { return free_.size(); }

  /// Empty where the rank is greater than that modulo the prime. `kept`: with directions.
  std::optional<LinearSolutions> run(bool kept) {
    LinearSolutions all;
    all.directions.resize(kept ? free_.size() : 0);
    if (kept || !others_.empty()) {
      std::vector<char> dependent(free_.size(), 0);
      parallel_for(ctx_, free_.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          LinearSolution d = direction(free_[i]);
          dependent[i] = std::ranges::all_of(others_, [&](std::uint32_t r) {
            ctx_.poll();
            return left_side(rows_[r], d).is_zero();
          });
          if (kept) all.directions[i] = std::move(d);
        }
      });
      if (std::ranges::find(dependent, 0) != dependent.end()) return std::nullopt;
    }
    std::vector<Integer> right;
    right.reserve(factors_.rows().size());
    for (const std::uint32_t i : factors_.rows()) right.push_back(rows_[i].right);
    all.point = lifted(std::move(right));
    all.consistent = std::ranges::all_of(others_, [&](std::uint32_t r) {
      ctx_.poll();
      return left_side(rows_[r], all.point) == mul(rows_[r].right, all.point.denominator);
    });
    all.free = std::move(free_);
    return all;
  }

 private:
  LinearSolution lifted(std::vector<Integer> right) const {
    return lifted_solution(rows_, std::move(right), factors_, p_, columns_, ctx_);
  }
  LinearSolution direction(std::uint32_t column) const {
    std::vector<Integer> right;
    right.reserve(factors_.rows().size());
    for (const std::uint32_t i : factors_.rows()) {
      const LinearRow& row = rows_[i];
      const auto at = std::ranges::find(row.columns, column);
      right.push_back(at == row.columns.end() ? Integer()
                                              : -row.coefficients[static_cast<std::size_t>(at - row.columns.begin())]);
    }
    LinearSolution d = lifted(std::move(right));
    d.numerators[column] = d.denominator;
    return d;
  }

  const std::vector<LinearRow>& rows_;
  std::size_t columns_;
  std::uint64_t p_;
  const ExecutionContext& ctx_;
  SparseFactors factors_;
  std::vector<std::uint32_t> others_;  // rows
  std::vector<std::uint32_t> free_;
};

}  // namespace

std::optional<LinearSolutions> solve_linear(const std::vector<LinearRow>& rows, std::size_t columns,
                                            const LinearWanted& wanted, const ExecutionContext& ctx) {
  std::uint64_t p = std::uint64_t{1} << primes_below_bits;
  for (int i = 0; i < most_primes_tried; ++i) {
    p = previous_prime(p);
    Attempt attempt(rows, columns, p, ctx);
    const bool few = attempt.free_columns() <= wanted.most_directions;
    if (!few && !wanted.point_with_more) return std::nullopt;
    if (auto found = attempt.run(few)) return found;
  }
  return std::nullopt;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
