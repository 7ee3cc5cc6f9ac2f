// Bernstein coefficients in words, halved by de Casteljau's algorithm along the partition.
//
// A model of m rows is rounded down to words, |q_i + e_i - exact| <= E. On t in [-1, 1], for a degree d >= m - 1 (rows
// beyond m are zero), the coefficient of t^i in b_j is beta_ij = K_i / C(d, i), (1 + z)^j (1 - z)^(d-j) = sum K_i z^i,
// the value of the blossom of t^i at j ones and d - j minus ones: |beta_ij| <= 1. The table holds beta_ij cut to
// multiples of 2^-62. Errors of a b_j: m E from the rows; sum |q_i| 2^-62 <= 65 2^54 2^-62 < 1 from the table; less
// than 2 from the two floors. Averages are rounded down once a stage and keep the larger error of two, so that a
// halving adds d/2. Together, at level l,
//
//   error = m E + 3 + l d/2.
//
// f is in the hull of the b_j within error + tail: one sign beyond that excludes roots on the closed cell. With u in
// [0, 1] on the cell, f_u = d times the hull of the differences of neighbours, each within 2 error, and |h_u| <=
// 2^(1-l) slope_tail, dt/du being 2^(1-l): one sign beyond 2 error + 2^(1-l) slope_tail / d makes f strictly monotone
// on the closed cell.
//
// Words are unsigned with 2^62 for zero, so that averages need no signed shift: |b_j| < 65 2^54 + 2 < 2^61.
#include "rootiso/check/verify_words.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "rootiso/check/verify_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Int128 = __int128;

constexpr std::uint64_t zero = std::uint64_t{1} << 62;
constexpr std::size_t word_bits = 54;
constexpr int fraction_bits = 62;
constexpr unsigned deepest = 56;
constexpr unsigned extra_levels = 5;  // below a leaf that is not proved at once
constexpr std::uint64_t most_noise = std::uint64_t{1} << 58;
constexpr std::size_t degree_step = 4;

using Coefficients = std::array<std::uint64_t, most_word_rows>;

/// beta_ij for one degree, rows j <= d/2; the others follow from beta_i(d-j) = (-1)^i beta_ij.
struct Basis {
  std::size_t degree = 0;
  std::vector<std::int64_t> beta;
};

Basis make_basis(std::size_t d) {
  Basis basis{d, std::vector<std::int64_t>((d / 2 + 1) * (d + 1))};
  const auto n = static_cast<Int128>(d);
  for (std::size_t j = 0; 2 * j <= d; ++j) {
    // (1 - z^2) P' = ((2j - d) - d z) P gives (i + 1) K_(i+1) = (2j - d) K_i - (d - i + 1) K_(i-1)
    Int128 before = 0;
    Int128 k = 1;
    Int128 binomial = 1;
    for (std::size_t i = 0; i <= d; ++i) {
      basis.beta[j * (d + 1) + i] = static_cast<std::int64_t>((k << fraction_bits) / binomial);
      const auto at = static_cast<Int128>(i);
      const Int128 next = ((2 * static_cast<Int128>(j) - n) * k - (n - at + 1) * before) / (at + 1);
      before = k;
      k = next;
      binomial = binomial * (n - at) / (at + 1);
    }
  }
  return basis;
}

const Basis& basis_of(std::size_t degree) {
  static const auto all = [] {
    std::array<Basis, (most_word_rows - 1) / degree_step> made;
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = make_basis((i + 1) * degree_step);
    return made;
  }();
  return all[std::max<std::size_t>((degree + degree_step - 1) / degree_step, 1) - 1];
}

struct Range {
  std::uint64_t least;
  std::uint64_t most;
};

int sign_beyond(const Range& r, std::uint64_t noise) {
  if (r.least > zero + noise) return 1;
  return r.most < zero - noise ? -1 : 0;
}

class Words {
 public:
  explicit Words(const ProvedModel& model)
      : rows_(model.rows()), basis_(basis_of(model.rows() - 1)), d_(basis_.degree) {
    const FixedRows& q = model.q;
    std::size_t bits = 0;
    for (std::size_t i = 0; i < rows_; ++i) bits = std::max(bits, row_bits(q.row(i), q.limbs()));
    const std::size_t drop = bits - std::min(bits, word_bits);
    const std::size_t whole = drop / 64;
    const auto part = static_cast<unsigned>(drop % 64);
    std::array<std::int64_t, most_word_rows> w;
    for (std::size_t i = 0; i < rows_; ++i) {
      const mp_limb_t fill = q.is_negative(i) ? ~mp_limb_t{0} : 0;
      const mp_limb_t low = whole < q.limbs() ? q.row(i)[whole] : fill;
      const mp_limb_t high = whole + 1 < q.limbs() ? q.row(i)[whole + 1] : fill;
      w[i] = static_cast<std::int64_t>(part == 0 ? low : (low >> part) | (high << (64 - part)));
    }
    error_ = bound_add(bound_mul(rows_, bound_add(bound_shift(model.error, drop), drop != 0 ? 1 : 0)), 3);
    tail_ = bound_shift(model.tail, drop);
    slope_tail_ = bound_shift(model.slope_tail, drop);
    for (std::size_t j = 0; 2 * j <= d_; ++j) {
      const std::int64_t* beta = basis_.beta.data() + j * (d_ + 1);
      Int128 even = 0;
      Int128 odd = 0;
      for (std::size_t i = 0; i < rows_; i += 2) even += static_cast<Int128>(w[i]) * beta[i];
      for (std::size_t i = 1; i < rows_; i += 2) odd += static_cast<Int128>(w[i]) * beta[i];
      const auto e = static_cast<std::int64_t>(even >> fraction_bits);
      const auto o = static_cast<std::int64_t>(odd >> fraction_bits);
      whole_[j] = zero + static_cast<std::uint64_t>(e + o);
      whole_[d_ - j] = zero + static_cast<std::uint64_t>(e - o);
    }
  }

  const Coefficients& whole() const { return whole_; }

  /// The left half in `left`, the right half in place.
  void halve(Coefficients& b, Coefficients& left) const {
    left[0] = b[0];
    for (std::size_t stage = 1; stage <= d_; ++stage) {
      for (std::size_t i = 0; i + stage <= d_; ++i) b[i] = (b[i] + b[i + 1]) >> 1;
      left[stage] = b[0];
    }
  }

  bool excluded(const Coefficients& b, unsigned level, unsigned extra) const {
    const std::uint64_t n = noise(level);
    if (n > most_noise) return false;
    const Range r = range(b);
    if (sign_beyond(r, n) != 0) return true;
    // an end in the noise, or signs that differ there, cannot be excluded below either
    const int first = sign_beyond({b[0], b[0]}, n);
    if (extra == 0 || level >= deepest || first == 0 || first != sign_beyond({b[d_], b[d_]}, n)) return false;
    Coefficients right = b;
    Coefficients left;
    halve(right, left);
    return excluded(left, level + 1, extra - 1) && excluded(right, level + 1, extra - 1);
  }

  int monotone(const Coefficients& b, unsigned level, unsigned extra) const {
    const std::uint64_t rest = bound_shift(bound_mul(2, slope_tail_), level) / d_ + 1;
    const std::uint64_t n = bound_add(bound_mul(2, error(level)), rest);
    if (n > most_noise) return 0;
    Range slopes{~std::uint64_t{0}, 0};
    for (std::size_t i = 0; i < d_; ++i) {
      const std::uint64_t slope = b[i + 1] - b[i] + zero;
      slopes = {std::min(slopes.least, slope), std::max(slopes.most, slope)};
    }
    const int direction = sign_beyond(slopes, n);
    if (direction != 0 || extra == 0 || level >= deepest) return direction;
    Coefficients right = b;
    Coefficients left;
    halve(right, left);
    const int below = monotone(left, level + 1, extra - 1);
    return below != 0 && below == monotone(right, level + 1, extra - 1) ? below : 0;
  }

  int end_sign(std::uint64_t b, unsigned level) const {
    const std::uint64_t n = noise(level);
    return n > most_noise ? 0 : sign_beyond({b, b}, n);
  }

  std::uint64_t last(const Coefficients& b) const { return b[d_]; }

  /// Whether the noise hides the values, or the cell is too deep for words.
  bool is_undecidable(const Coefficients& b, unsigned level) const {
    const std::uint64_t n = noise(level);
    if (n > most_noise || level >= deepest) return true;
    const Range r = range(b);
    return r.least > zero - 4 * n && r.most < zero + 4 * n;
  }

 private:
  std::uint64_t error(unsigned level) const { return bound_add(error_, level * (d_ / 2)); }
  std::uint64_t noise(unsigned level) const { return bound_add(error(level), tail_); }

  Range range(const Coefficients& b) const {
    Range r{b[0], b[0]};
    for (std::size_t i = 1; i <= d_; ++i) r = {std::min(r.least, b[i]), std::max(r.most, b[i])};
    return r;
  }

  std::size_t rows_;
  const Basis& basis_;
  std::size_t d_;
  std::uint64_t error_ = 0;
  std::uint64_t tail_ = 0;
  std::uint64_t slope_tail_ = 0;
  Coefficients whole_;
};

/// Goes through a subtree, left before right; a recursion is at most `deepest` deep.
class Check {
 public:
  Check(const Words& words, const Partition& tree) : words_(words), tree_(tree) {}

  void visit(Coefficients& b, const WordNode& node) {
    const char letter = tree_.letters[node.position];
    if (letter == 'S') {
      if (words_.is_undecidable(b, node.level)) return out_.open.push_back(node);
      Coefficients left;
      words_.halve(b, left);
      visit(left, {node.level + 1, 2 * node.index, tree_.left(node.position)});
      visit(b, {node.level + 1, 2 * node.index + 1, tree_.right(node.position)});
    } else if (letter == 'X') {
      if (!words_.excluded(b, node.level, extra_levels)) out_.open.push_back(node);
    } else if (words_.monotone(b, node.level, extra_levels) != 0) {
      out_.monotone.push_back({node, words_.end_sign(b[0], node.level), words_.end_sign(words_.last(b), node.level)});
    } else {
      out_.open.push_back(node);
    }
  }

  WordOutcome finish() { return std::move(out_); }

 private:
  const Words& words_;
  const Partition& tree_;
  WordOutcome out_;
};

}  // namespace

WordOutcome check_in_words(const ProvedModel& model, const Partition& tree, std::size_t position) {
  const Words words(model);
  Check check(words, tree);
  Coefficients b = words.whole();
  check.visit(b, {0, 0, position});
  return check.finish();
}

bool excluded_in_words(const ProvedModel& model) {
  const Words words(model);
  return words.excluded(words.whole(), 0, extra_levels);
}

int monotone_in_words(const ProvedModel& model, int& lower_sign, int& upper_sign) {
  const Words words(model);
  const int direction = words.monotone(words.whole(), 0, extra_levels);
  lower_sign = words.end_sign(words.whole()[0], 0);
  upper_sign = words.end_sign(words.last(words.whole()), 0);
  return direction;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
