// Dixon's lifting: digits of the solution in base p, one after another.
//
// Let C be the inverse of A modulo p. With r_0 = b, digits d_k = C r_k mod p and r_{k+1} = (r_k - A d_k) / p, which is
// exact, the sum x of d_k p^k satisfies A x = b modulo p^K. Entries of r stay about as long as those of A. A common
// denominator D is found by reconstructing numbers that D so far does not make short; then N = D x modulo p^K. If p^K
// exceeds what the entries of A N - D b can be in size, they are zero, since p^K divides them.
// Literature: docs/reference/bibliography.md, [dixon82].
#include "system/linear/dixon_lifting.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <span>
#include <utility>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/rational_roots/rational_candidates.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide_sum = unsigned __int128;

constexpr std::size_t spare_bits = 64;
constexpr std::size_t first_look = 6;    // digits
constexpr std::size_t least_batch = 16;  // numbers
constexpr int sums_looked_at = 2;

Integer sum_of_sizes(const LinearRow& row) {
  Integer sum;
  for (const Integer& c : row.coefficients) sum += abs(c);
  return sum;
}

class DixonLifting {
 public:
  /// right: one number for each of the factors' rows.
  DixonLifting(const std::vector<LinearRow>& rows, std::vector<Integer> right, const SparseFactors& factors,
               std::uint64_t p, std::size_t columns, const ExecutionContext& ctx)
      : factors_(factors), p_(p), columns_(columns), ctx_(ctx), rest_(std::move(right)) {
    for (const std::uint32_t i : factors.rows()) {
      rows_.push_back(&rows[i]);
      greatest_row_ = std::max(greatest_row_, sum_of_sizes(rows[i]));
    }
    for (const Integer& b : rest_) greatest_right_ = std::max(greatest_right_, abs(b));
  }

  LinearSolution run() {
    std::size_t next_look = first_look;
    for (;;) {
      while (digits_.size() < next_look) add_digit();
      if (auto solution = look()) return std::move(*solution);
      next_look += next_look / 3;
    }
  }

 private:
  void add_digit() {
    ctx_.poll();
    held_.emplace_back(ctx_.memory(), columns_ * sizeof(std::uint64_t));
    std::vector<std::uint64_t> right(rest_.size());
    for (std::size_t i = 0; i < right.size(); ++i) right[i] = rest_[i].view().mod(p_);
    std::vector<std::uint64_t>& d = digits_.emplace_back(columns_);
    factors_.solve(right, d);
    parallel_for(ctx_, rest_.size(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        rest_[i].with_mpz([&](mpz_ptr r) {
          const LinearRow& row = *rows_[i];
          for (std::size_t k = 0; k < row.columns.size(); ++k)
            mpz_submul_ui(r, row.coefficients[k].view().mpz(), d[row.columns[k]]);
          mpz_divexact_ui(r, r, p_);
        });
    });
  }

  /// The powers p^(2^i) that numbers of so many digits are put together by.
  void extend_powers() {
    if (powers_.empty()) powers_.emplace_back(p_);
    while ((std::size_t{2} << (powers_.size() - 1)) < digits_.size())
      powers_.push_back(mul(powers_.back(), powers_.back()));
  }
  /// Digits from begin to end of a number.
  Integer number(std::size_t column, std::size_t begin, std::size_t end) const {
    if (end - begin == 1) return Integer(digits_[begin][column]);
    std::size_t level = 0;
    while ((std::size_t{2} << level) < end - begin) ++level;
    const std::size_t middle = begin + (std::size_t{1} << level);
    Integer high = mul(number(column, middle, end), powers_[level]);
    high += number(column, begin, middle);
    return high;
  }
  /// Modulo p^K.
  Integer weighted_sum(int seed) const {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed) + 1);  // NOLINT(cert-msc51-cpp): as results do not change
    std::vector<std::uint64_t> weights(columns_);
    for (std::uint64_t& w : weights) w = random() >> 32;
    Integer sum;
    for (std::size_t k = digits_.size(); k-- > 0;) {
      sum *= Integer(p_);
      wide_sum of_digits = 0;  // products below 2^92
      for (std::size_t c = 0; c < columns_; ++c) of_digits += wide_sum{weights[c]} * digits_[k][c];
      sum += (Integer(static_cast<std::uint64_t>(of_digits >> 64)) << 64);
      sum += Integer(static_cast<std::uint64_t>(of_digits));
    }
    return sum;
  }
  Integer symmetric(const Integer& a) const {
    Integer r = floor_div_rem(a, modulus_).second;
    if ((r << 1) > modulus_) r -= modulus_;
    return r;
  }
  bool is_short(const Integer& a) const { return a.bit_length() + spare_bits < modulus_.bit_length(); }

  /// D x in the symmetric residues, and D times what that takes to be short; false where digits are too few.
  bool extend_denominator(const Integer& value, Integer& denominator) const {
    const Integer scaled = symmetric(mul(value, denominator));
    if (is_short(scaled)) return true;
    const auto fraction = small_fraction(floor_div_rem(scaled, modulus_).second, modulus_, ctx_);
    if (!fraction) return false;
    denominator *= fraction->denominator();
    return is_short(denominator);
  }

  std::optional<LinearSolution> look() {
    extend_powers();
    modulus_ = pow(Integer(p_), digits_.size());
    LinearSolution solution;
    solution.denominator = Integer(1);
    const std::size_t bytes = columns_ * (modulus_.bit_length() / 8 + sizeof(Integer));
    const MemoryReservation held(ctx_.memory(), bytes);
    // The denominator of a sum of all numbers with random weights is nearly always that of all of them.
    for (int k = 0; k < sums_looked_at; ++k)
      if (!extend_denominator(weighted_sum(k), solution.denominator)) return std::nullopt;
    solution.numerators.resize(columns_);
    // Each number is multiplied by what is known then, several at a time as long as that makes them short.
    std::vector<Integer> denominators;
    std::vector<std::size_t> ends;
    std::size_t batch = least_batch;
    for (std::size_t done = 0; done < columns_;) {
      const std::size_t count = std::min(batch, columns_ - done);
      std::vector<char> are_short(count, 0);
      parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          ctx_.poll();
          Integer& n = solution.numerators[done + i];
          n = symmetric(mul(number(done + i, 0, digits_.size()), solution.denominator));
          are_short[i] = is_short(n) ? 1 : 0;
        }
      });
      const auto accepted = static_cast<std::size_t>(std::ranges::find(are_short, 0) - are_short.begin());
      done += accepted;
      batch = accepted == count ? 2 * batch : least_batch;
      if (accepted == count) continue;
      denominators.push_back(solution.denominator);
      ends.push_back(done);
      if (!extend_denominator(number(done, 0, digits_.size()), solution.denominator)) return std::nullopt;
    }
    for (std::size_t k = 0, c = 0; k < ends.size(); ++k) {
      const Integer factor = exact_div(solution.denominator, denominators[k]);
      for (; c < ends[k]; ++c) solution.numerators[c] *= factor;
    }
    Integer greatest;
    for (const Integer& n : solution.numerators) greatest = std::max(greatest, abs(n));
    // |A N - D b| < p^K.
    if (mul(greatest_row_, greatest) + mul(solution.denominator, greatest_right_) >= modulus_) return std::nullopt;
    return solution;
  }

  const SparseFactors& factors_;
  std::uint64_t p_;
  std::size_t columns_;
  const ExecutionContext& ctx_;
  std::vector<Integer> rest_;
  std::vector<const LinearRow*> rows_;
  std::vector<std::vector<std::uint64_t>> digits_;
  std::vector<MemoryReservation> held_;  // for digits
  std::vector<Integer> powers_;
  Integer modulus_;  // p^K
  Integer greatest_row_;
  Integer greatest_right_;
};

}  // namespace

LinearSolution lifted_solution(const std::vector<LinearRow>& rows, std::vector<Integer> right,
                               const SparseFactors& factors, std::uint64_t p, std::size_t columns,
                               const ExecutionContext& ctx) {
  return DixonLifting(rows, std::move(right), factors, p, columns, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
