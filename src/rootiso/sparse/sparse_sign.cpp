// An enclosure sums the positive and the negative terms apart, both rounded outwards. It tells the sign unless that is
// zero, or terms cancel that are very much larger than the rest. Zero is recognised beforehand:
//
//   With x = p / q >= 1 and t_0 = c_0, f(x) = 0 demands that p^g divides t_i, g the gap to the next exponent, since all
//   other terms of the numerator have that factor; then t_(i+1) = t_i / p^g q^g + c_(i+1), and f(x) = 0 when the last
//   one is zero. |t_(i+1)| <= |t_i| + |c_(i+1)|. For x < 1 the terms are taken from the top, with p and q exchanged.
//
// Where the terms below (x < 1) or above (x > 1) some gap vanish together, they are left out: the rest, smaller by as
// much as the gap is wide, has the sign.
#include "rootiso/sparse/sparse_sign.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "rootiso/sparse/scaled.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t first_bits = 64;
constexpr std::size_t cancelling_bits = 512;  // from which on parts that vanish are looked for

/// t / p^gap q^gap, or nothing where the division leaves a remainder. p >= 2.
std::optional<Integer> carried_over(const Integer& t, const Integer& p, const Integer& q, std::uint64_t gap) {
  if (t.is_zero()) return t;
  if (gap > t.bit_length() / (p.bit_length() - 1)) return std::nullopt;
  auto [quotient, remainder] = trunc_div_rem(t, pow(p, gap));
  if (!remainder.is_zero()) return std::nullopt;
  return quotient * pow(q, gap);
}

/// Whether the terms vanish together: in ascending degree at p / q, in descending degree at q / p. p >= 2, unless p =
/// q.
template <class Iterator>
bool vanish_together(Iterator first, Iterator last, const Integer& p, const Integer& q) {
  Integer t = first->coefficient;
  for (Iterator next = std::next(first); next != last; ++first, ++next) {
    if (!p.is_one()) {
      const std::uint64_t a = first->exponent;
      const std::uint64_t b = next->exponent;
      auto carried = carried_over(t, p, q, a < b ? b - a : a - b);
      if (!carried) return false;
      t = std::move(*carried);
    }
    t += next->coefficient;
  }
  return t.is_zero();
}

Scaled magnitude(const Integer& c) { return {abs(c), 0}; }

Scaled scaled(const DyadicNumber& x) { return {x.c, -static_cast<WideExponent>(x.k)}; }

/// f without the terms that vanish together at the end that dominates at x.
FewTerms without_vanishing_part(FewTerms f, const Integer& p, const Integer& q) {
  const bool small = p < q;
  for (std::size_t count = f.size() - 1; count > 1; --count) {
    // At x < 1 the lowest terms dominate. That they vanish is seen from their top.
    if (small ? vanish_together(std::make_reverse_iterator(f.begin() + static_cast<std::ptrdiff_t>(count)), f.rend(), q,
                                p)
              : vanish_together(f.end() - static_cast<std::ptrdiff_t>(count), f.end(), p, q)) {
      if (small)
        f.erase(f.begin(), f.begin() + static_cast<std::ptrdiff_t>(count));
      else
        f.resize(f.size() - count);
      return f;
    }
  }
  return f;
}

}  // namespace

bool vanishes_at(const FewTerms& f, const Integer& p, const Integer& q) {
  if (f.empty()) return true;
  return p < q ? vanish_together(f.rbegin(), f.rend(), q, p) : vanish_together(f.begin(), f.end(), p, q);
}

std::size_t power_bits(const FewTerms& f) noexcept {
  return static_cast<std::size_t>(std::bit_width(f.back().exponent) + std::bit_width(f.size())) + 8;
}

std::optional<int> sign_on(const FewTerms& f, const DyadicNumber& lower, const DyadicNumber& upper, std::size_t bits) {
  const Scaled low = scaled(lower);
  const Scaled high = scaled(upper);
  Scaled least{1, 0};  // enclosures of the powers
  Scaled greatest{1, 0};
  Scaled positive[2];
  Scaled negative[2];
  std::uint64_t exponent = 0;
  for (const FewTerm& term : f) {
    least = product(least, power(low, term.exponent - exponent, bits, Rounding::down), bits, Rounding::down);
    greatest = product(greatest, power(high, term.exponent - exponent, bits, Rounding::up), bits, Rounding::up);
    exponent = term.exponent;
    const Scaled c = magnitude(term.coefficient);
    Scaled* const side = term.coefficient.sign() > 0 ? positive : negative;
    side[0] = sum(side[0], product(c, least, bits, Rounding::down), bits, Rounding::down);
    side[1] = sum(side[1], product(c, greatest, bits, Rounding::up), bits, Rounding::up);
  }
  if (compare(positive[0], negative[1]) > 0) return 1;
  if (compare(negative[0], positive[1]) > 0) return -1;
  return std::nullopt;
}

int sign_at(const FewTerms& f, const DyadicNumber& x, const ExecutionContext& ctx) {
  const std::size_t bits = first_bits + power_bits(f);
  if (const auto sign = sign_on(f, x, x, bits); sign) return *sign;
  // In lowest terms.
  Integer p = x.c;
  Integer q = 1;
  if (x.k > 0) {
    const std::size_t common = std::min(p.trailing_zeros(), static_cast<std::size_t>(x.k));
    p >>= common;
    q <<= static_cast<std::size_t>(x.k) - common;
  } else {
    p <<= static_cast<std::size_t>(-x.k);
  }
  if (vanishes_at(f, p, q)) return 0;
  if (p == q) {
    Integer value;
    for (const FewTerm& term : f) value += term.coefficient;
    return value.sign();
  }
  FewTerms rest = f;
  for (std::size_t more = 2 * bits;; more *= 2) {
    ctx.poll();
    if (more > cancelling_bits) rest = without_vanishing_part(std::move(rest), p, q);
    if (const auto sign = sign_on(rest, x, x, more); sign) return *sign;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
