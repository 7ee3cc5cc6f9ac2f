// Powers of sparse polynomials over Z term by term: the multinomial theorem.
//
// With r factors left for the terms from l on, i of them c_l and its monomial, the coefficient of what is before times
// C(r, i) c_l^i follows from that of i - 1 by one product with a word and one exact division by one: c_l (r - i + 1)
// and i. For the last two terms c and d it is d (r - j + 1) and c j, from a power of c. So each term of the power costs
// a few passes over its limbs, whatever its length. Terms are then sorted; where monomials meet coefficients are added.
// Cost: O(N limbs) and the sort, N = C(k + t - 1, t - 1) for t terms. Precondition: |c| k is a word for all c.
// Against the recurrence for coefficients (FPS: Monagan, Pearce, CASC 2012), whose heap has t - 1 products for each
// term and which divides by long numbers; it is the better one only where many monomials meet.
#include <polyfork/poly/multi_products/detail/multinomial_power.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <gmp.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZ = SparseTerms<Integers>;

constexpr std::size_t most_power_terms = std::size_t{1} << 22;
constexpr std::size_t most_power_limbs = std::size_t{1} << 12;  // of a coefficient
constexpr std::size_t polled_rows = 64;

/// A magnitude in limbs.
struct Magnitude {
  mp_limb_t* limbs;
  std::size_t size;
  void multiply(mp_limb_t factor) noexcept {
    const mp_limb_t carry = mpn_mul_1(limbs, limbs, static_cast<mp_size_t>(size), factor);
    if (carry != 0) limbs[size++] = carry;
  }
  void divide(mp_limb_t divisor) noexcept {
    if (divisor != 1) mpn_divexact_1(limbs, limbs, static_cast<mp_size_t>(size), divisor);
    size = strip(limbs, size);
  }
};

/// The terms of a power as they come.
class MultinomialTerms {
 public:
  MultinomialTerms(const TermsZ& a, const MonomialLayout& layout, std::uint64_t k, std::size_t count, std::size_t width,
                   Workspace::Frame& frame, const ExecutionContext& ctx)
      : terms_(a.size()),
        words_(layout.words),
        k_(k),
        width_(width),
        monomials_(a.monomials, layout),
        keys(layout, MonomialWords(count * layout.words)),
        sizes(count),
        offsets(count),
        limbs(frame.allocate<mp_limb_t>(count * width)),
        ctx_(ctx) {
    for (std::size_t i = 0; i < terms_; ++i) {
      const IntegerView c = a.coefficients[i];
      factors_.push_back(c.limbs()[0]);
      negative_.push_back(c.sign() < 0);
    }
    levels_.resize(terms_ * (width_ + words_));
    powers_.resize((k_ + 1) * width_);
    power_sizes_.resize(k_ + 1);
    Magnitude power{powers_.data(), 1};
    power.limbs[0] = 1;
    for (std::uint64_t r = 0; r <= k_; ++r) {  // of the last term but one
      power_sizes_[r] = power.size;
      if (r == k_) break;
      std::copy_n(power.limbs, power.size, power.limbs + width_);
      power.limbs += width_;
      power.multiply(factors_[terms_ - 2]);
    }
  }

  void run() {
    mp_limb_t one = 1;
    std::fill_n(key(0), words_, std::uint64_t{0});
    descend(0, k_, {&one, 1}, false);
  }

 private:
  mp_limb_t* value(std::size_t level) noexcept { return levels_.data() + level * (width_ + words_); }
  std::uint64_t* key(std::size_t level) noexcept { return value(level) + width_; }

  /// The terms with r factors from those of `level` on, `before` being the coefficient of the others; their monomial
  /// stands in key(level).
  void descend(std::size_t level, std::uint64_t r, Magnitude before, bool minus) {
    if (level + 2 == terms_) return last_two(level, r, before, minus);
    Magnitude v{value(level), before.size};
    std::copy_n(before.limbs, before.size, v.limbs);
    std::copy_n(key(level), words_, key(level + 1));
    for (std::uint64_t i = 0;; ++i) {
      descend(level + 1, r - i, v, minus);
      if (i == r) return;
      v.multiply(factors_[level] * (r - i));
      v.divide(i + 1);
      minus = minus != negative_[level];
      // Deeper levels leave the keys of theirs only.
      std::copy_n(key(level), words_, key(level + 1));
      for (std::size_t w = 0; w < words_; ++w) key(level + 1)[w] += (i + 1) * (*monomials_)[level][w];
    }
  }

  void last_two(std::size_t level, std::uint64_t r, Magnitude before, bool minus) {
    if (++rows_ % polled_rows == 0) ctx_.poll();
    ctx_.charge((r + 1) * width_);
    Magnitude v{value(level), 0};
    const mp_limb_t* const power = powers_.data() + r * width_;
    const std::size_t n = power_sizes_[r];
    if (before.size == 1 && before.limbs[0] == 1) {
      std::copy_n(power, n, v.limbs);
      v.size = n;
    } else {
      mul_short_limbs(v.limbs, before.limbs, before.size, power, n);
      v.size = strip(v.limbs, before.size + n);
    }
    if (negative_[level] && r % 2 != 0) minus = !minus;
    const bool flips = negative_[level] != negative_[level + 1];
    const std::uint64_t* const first = (*monomials_)[level];
    const std::uint64_t* const second = (*monomials_)[level + 1];
    for (std::uint64_t j = 0;; ++j) {
      std::uint64_t* const to = keys_data() + count_ * words_;
      for (std::size_t w = 0; w < words_; ++w) to[w] = key(level)[w] + (r - j) * first[w] + j * second[w];
      offsets[count_] = used_;
      sizes[count_] = signed_size(v.size, minus);
      std::copy_n(v.limbs, v.size, limbs.data() + used_);
      used_ += v.size;
      ++count_;
      if (j == r) return;
      v.multiply(factors_[level + 1] * (r - j));
      v.divide(factors_[level] * (j + 1));
      minus = minus != flips;
    }
  }

  std::uint64_t* keys_data() noexcept { return const_cast<std::uint64_t*>(keys.data()); }

  std::size_t terms_;
  std::size_t words_;
  std::uint64_t k_;
  std::size_t width_;  // limbs that hold every coefficient and what it is made of
  InLayout monomials_;

 public:
  PackedMonomials keys;
  std::vector<std::int32_t> sizes;
  std::vector<std::size_t> offsets;  // of the limbs
  std::span<mp_limb_t> limbs;        // room for `width` for each term

  IntegerView coefficient(std::size_t i) const noexcept { return {limbs.data() + offsets[i], sizes[i]}; }

 private:
  const ExecutionContext& ctx_;
  std::vector<mp_limb_t> factors_;
  std::vector<bool> negative_;
  std::vector<mp_limb_t> levels_;
  std::vector<mp_limb_t> powers_;
  std::vector<std::size_t> power_sizes_;
  std::size_t count_ = 0;
  std::size_t used_ = 0;  // of the limbs
  std::size_t rows_ = 0;
};

/// The places of the terms in descending order of monomials.
std::vector<std::uint32_t> descending(const PackedMonomials& keys) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const std::size_t words = keys.words();
  const auto before = [&](std::uint32_t i, std::uint32_t j) { return compare_words(keys[i], keys[j], words) > 0; };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  return order;
}

/// The terms in that order, equal monomials added up, zeros left out.
TermsZ collected(const MultinomialTerms& all, const ExecutionContext& ctx) {
  const PackedMonomials& keys = all.keys;
  ctx.poll();
  const std::vector<std::uint32_t> order = descending(keys);
  ctx.poll();
  std::vector<std::uint32_t> begin;  // of equal monomials
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i == 0 || compare_words(keys[order[i]], keys[order[i - 1]], keys.words()) != 0)
      begin.push_back(static_cast<std::uint32_t>(i));
  const std::size_t n = begin.size();
  begin.push_back(static_cast<std::uint32_t>(order.size()));
  const auto bits_of = [&](std::size_t s) {
    const std::size_t last = std::min(n, (s + 1) * IntegerVector::stripe_rows);
    std::size_t bits = 0;
    for (std::size_t g = s * IntegerVector::stripe_rows; g < last; ++g) {
      const std::size_t more = ceil_log2(begin[g + 1] - begin[g]);
      for (std::size_t i = begin[g]; i < begin[g + 1]; ++i)
        bits = std::max(bits, all.coefficient(order[i]).bit_length() + more);
    }
    return bits;
  };
  const auto fill = [&](std::size_t g, mp_limb_t* row) {
    const IntegerView first = all.coefficient(order[begin[g]]);
    std::copy(first.limbs().begin(), first.limbs().end(), row);
    std::int32_t size = first.signed_size();
    for (std::size_t i = begin[g] + 1; i < begin[g + 1]; ++i)
      size = add_rows(row, {row, size}, all.coefficient(order[i]));
    return size;
  };
  IntegerVector sums = fill_stripes(n, bits_of, fill, ctx);
  PackedMonomials monomials(keys.layout());
  monomials.reserve(n);
  bool zeros = false;
  for (std::size_t g = 0; g < n; ++g) {
    if (g % polled_rows == 0) ctx.poll();
    monomials.push_back(keys[order[begin[g]]]);
    zeros = zeros || sums.signed_size(g) == 0;
  }
  if (!zeros) return {std::move(monomials), std::move(sums)};
  TermsBuilder<Integers> kept(keys.layout());
  for (std::size_t g = 0; g < n; ++g)
    if (sums.signed_size(g) != 0) kept.push_back(monomials[g], sums[g]);
  return kept.finish(ctx);
}

}  // namespace

std::optional<TermsZ> multinomial_power(const TermsZ& a, std::uint64_t k, const ExecutionContext& ctx) {
  const std::size_t t = a.size();
  // Factor by factor there are k - 1 products of coefficients for each term, which cost less where they are few.
  constexpr std::uint64_t few_factors = 5;
  if (t < 2 || (t > 2 && k <= few_factors) || k >= std::uint64_t{1} << 31) return std::nullopt;
  double terms = 1;
  for (std::size_t i = 1; i < t && terms <= static_cast<double>(most_power_terms); ++i)
    terms = terms * static_cast<double>(k + i) / static_cast<double>(i);
  if (terms > static_cast<double>(most_power_terms)) return std::nullopt;
  const auto exponent_bits = static_cast<std::size_t>(std::bit_width(k));
  Integer norm;
  for (std::size_t i = 0; i < t; ++i) norm += a.coefficients[i].abs();
  if (a.coefficients.max_bits(ctx) + exponent_bits > 64) return std::nullopt;
  const std::size_t width = limbs_for_bits(saturating_mul(norm.bit_length(), k)) + 3;
  if (width > most_power_limbs) return std::nullopt;
  std::uint64_t largest = 0;
  for (const std::uint64_t field : a.monomials.maxima()) largest = std::max(largest, field);
  if (largest > std::uint64_t{INT64_MAX} / k) return std::nullopt;
  const MonomialLayout layout = MonomialLayout::for_value(a.monomials.layout().fields, largest * k);
  const auto count = static_cast<std::size_t>(terms);  // every C(k + i, i) is a whole number below 2^53
  const MemoryReservation held(ctx.memory(),
                               saturating_add(saturating_mul(count, (layout.words + 2) * sizeof(std::uint64_t) +
                                                                        (width + 3) * sizeof(mp_limb_t)),
                                              saturating_mul(k + 1, width * sizeof(mp_limb_t))));
  Workspace::Frame frame;  // a thread's memory: fresh pages would take longer than the arithmetic
  MultinomialTerms all(a, layout, k, count, width, frame, ctx);
  all.run();
  return collected(all, ctx);
}

// Proof over C. Let S be the exponents of g = f^k, D_i = x_i d/dx_i, and |S| < C(k + d, d). Then a polynomial q != 0
// of degree m <= k in d variables vanishes on S, hence q(D) g = 0. Let h be an irreducible factor of f, of
// multiplicity e in g, e >= k. If the exponents of h span d dimensions, divide by h^(e-m) and take all modulo h:
// q_m(D_1 h, ..., D_d h) = 0 on h = 0, q_m the form of degree m of q. So the normals of the surface h = 0, in
// logarithms of the coordinates, are confined to a cone; the surface then contains a line through each of its points,
// along which h is a sum of exponentials that vanishes identically: a part of h's terms, some but not all, vanishes
// where h does, and h divides what has a smaller set of exponents, a contradiction. Otherwise h has, in other
// coordinates, c < d variables alone; coefficients of g in the other ones are multiples of h^k and have C(k + c, c)
// terms, by the same reasoning, and as many of them as f^k has terms at a generic point of the first ones: C(k + d -
// c, d - c) by induction. C(k + c, c) C(k + d - c, d - c) >= C(k + d, d). In one variable this is Hajos' lemma: a root
// of multiplicity k that is not zero asks for k + 1 terms.
std::uint64_t least_terms_of_power(std::uint64_t k, std::size_t d) noexcept {
  __extension__ using wide = unsigned __int128;
  constexpr double most = 18446744073709549568.0;  // the largest double below 2^64
  double about = 1;
  std::uint64_t terms = 1;
  for (std::size_t i = 1; i <= d; ++i) {
    about *= (static_cast<double>(k) + static_cast<double>(i)) / static_cast<double>(i);
    if (about * 1.0001 > most) return UINT64_MAX;
    terms = static_cast<std::uint64_t>(wide{terms} * (k + i) / i);
  }
  return terms;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
