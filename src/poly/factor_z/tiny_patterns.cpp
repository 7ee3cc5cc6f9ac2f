// Distinct degrees with the matrix of the Frobenius map.
//
// Rows x^(p i) modulo f come from one another by multiplications by x. With h a row, h(x^p) is a combination of them,
// so that x^(p^d) takes n^2 products each; gcds are Euclid's. Sums of 16 products of residues below 2^5 fit 16 bits;
// they are reduced by the reciprocal of p. All rows have one length, so that loops are vectors of the simplest
// processor, and nothing is allocated: a tenth of what a pattern modulo a longer prime takes. Source: Berlekamp,
// Factoring polynomials over finite fields, Bell System Technical Journal 46, 1967.
#include "poly/factor_z/tiny_patterns.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Tiny = std::uint16_t;

constexpr std::size_t row_length = most_tiny_degree;

/// inverses[p][a] = 1 / a modulo p.
constexpr auto tiny_inverses = [] {
  std::array<std::array<std::uint8_t, tiny_primes_end>, tiny_primes_end> table{};
  for (std::size_t p = 2; p < tiny_primes_end; ++p)
    for (std::size_t a = 1; a < p; ++a)
      for (std::size_t b = 1; b < p; ++b)
        if (a * b % p == 1) table[p][a] = static_cast<std::uint8_t>(b);
  return table;
}();

class TinyField {
 public:
  explicit TinyField(Tiny p) noexcept : p_(p), reciprocal_(static_cast<Tiny>(0x10000U / p)) {}
  Tiny modulus() const noexcept { return p_; }
  /// x modulo p: the quotient is at most one too small.
  Tiny reduce(Tiny x) const noexcept {
    const auto quotient = static_cast<Tiny>(std::uint32_t{x} * reciprocal_ >> 16);
    const auto r = static_cast<std::int16_t>(x - quotient * p_);
    return static_cast<Tiny>(r >= static_cast<std::int16_t>(p_) ? r - p_ : r);
  }
  Tiny product(Tiny a, Tiny b) const noexcept { return reduce(static_cast<Tiny>(a * b)); }
  Tiny negated(Tiny a) const noexcept { return a == 0 ? Tiny{0} : static_cast<Tiny>(p_ - a); }
  Tiny inverse(Tiny a) const noexcept { return tiny_inverses[p_][a]; }

 private:
  Tiny p_;
  Tiny reciprocal_;
};

/// Degree at most row_length, -1 for zero; beyond the degree all is zero. There is room for a row from each coefficient
/// on.
struct TinyPoly {
  std::array<Tiny, 2 * row_length + 8> c{};
  int degree = -1;

  Tiny lead() const noexcept { return c[static_cast<std::size_t>(degree)]; }
  void normalise(int from) noexcept {
    degree = from;
    while (degree >= 0 && lead() == 0) --degree;
  }
};

/// a mod b, and the quotient where it is asked for. b is not zero.
void divide(TinyPoly& a, const TinyPoly& b, TinyPoly* quotient, const TinyField field) noexcept {
  const Tiny inverse = field.inverse(b.lead());
  if (quotient != nullptr) quotient->degree = a.degree - b.degree;
  const int top = a.degree;
  for (int i = top; i >= b.degree; --i) {
    const Tiny q = field.product(a.c[static_cast<std::size_t>(i)], inverse);
    const auto shift = static_cast<std::size_t>(i - b.degree);
    if (quotient != nullptr) quotient->c[shift] = q;
    if (q == 0) continue;
    const Tiny x = field.negated(q);
    Tiny* const at = a.c.data() + shift;
    std::array<Tiny, row_length> changed;
    for (std::size_t k = 0; k < row_length; ++k) changed[k] = field.reduce(static_cast<Tiny>(at[k] + x * b.c[k]));
    std::copy_n(changed.begin(), row_length, at);
    at[row_length] = field.reduce(static_cast<Tiny>(at[row_length] + x * b.c[row_length]));
  }
  a.normalise(std::min(top, b.degree - 1));
}

TinyPoly tiny_gcd(TinyPoly a, TinyPoly b, const TinyField field) noexcept {
  TinyPoly* x = &a;
  TinyPoly* y = &b;
  while (y->degree > 0) {
    divide(*x, *y, nullptr, field);
    std::swap(x, y);
  }
  return y->degree == 0 ? *y : *x;
}

/// Powers of x^p modulo a monic f.
class FrobeniusMatrix {
 public:
  FrobeniusMatrix(const TinyPoly& f, const TinyField field) noexcept
      : field_(field), n_(static_cast<std::size_t>(f.degree)) {
    std::array<Tiny, row_length> tail{};  // x^n
    for (std::size_t i = 0; i < n_; ++i) tail[i] = field.negated(f.c[i]);
    std::array<Tiny, row_length + 8> row{};  // after one zero
    row[1] = 1;
    for (std::size_t i = 0;; ++i) {
      std::copy_n(row.begin() + 1, row_length, rows_[i].begin());
      if (i + 1 == n_) return;
      for (Tiny k = 0; k < field.modulus(); ++k) {
        const Tiny top = row[n_];
        std::array<Tiny, row_length> next;
        for (std::size_t j = 0; j < row_length; ++j) next[j] = field.reduce(static_cast<Tiny>(row[j] + top * tail[j]));
        std::copy_n(next.begin(), row_length, row.begin() + 1);
        for (std::size_t j = n_ + 1; j <= row_length; ++j) row[j] = 0;
      }
    }
  }

  /// h(x^p).
  std::array<Tiny, row_length> operator()(const std::array<Tiny, row_length>& h) const noexcept {
    const TinyField field = field_;
    std::array<Tiny, row_length> sums{};
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t i = 0; i < row_length; ++i) sums[i] = static_cast<Tiny>(sums[i] + h[j] * rows_[j][i]);
    for (std::size_t i = 0; i < row_length; ++i) sums[i] = field.reduce(sums[i]);
    return sums;
  }

 private:
  TinyField field_;
  std::size_t n_;
  std::array<std::array<Tiny, row_length>, row_length> rows_;
};

}  // namespace

TinyPattern tiny_pattern(const IntegerVector& f, std::uint64_t p) {
  TinyPattern pattern;
  const TinyField field(static_cast<Tiny>(p));
  const std::size_t n = f.size() - 1;
  TinyPoly rest;
  for (std::size_t i = 0; i <= n; ++i) rest.c[i] = static_cast<Tiny>(f[i].mod(p));
  if (rest.c[n] == 0) return pattern;
  rest.degree = static_cast<int>(n);
  const Tiny inverse = field.inverse(rest.c[n]);
  for (std::size_t i = 0; i <= n; ++i) rest.c[i] = field.product(rest.c[i], inverse);
  TinyPoly slope;
  for (std::size_t i = 1; i <= n; ++i) slope.c[i - 1] = field.product(rest.c[i], field.reduce(static_cast<Tiny>(i)));
  slope.normalise(static_cast<int>(n) - 1);
  if (tiny_gcd(rest, slope, field).degree != 0) return pattern;
  pattern.is_known = true;
  const FrobeniusMatrix matrix(rest, field);
  std::array<Tiny, row_length> h{};
  h[1] = 1;  // x, which nothing is asked of for n = 1
  for (std::size_t d = 1; 2 * d <= static_cast<std::size_t>(rest.degree); ++d) {
    h = matrix(h);
    TinyPoly difference;
    std::copy(h.begin(), h.end(), difference.c.begin());
    difference.c[1] = field.reduce(static_cast<Tiny>(difference.c[1] + p - 1));
    difference.normalise(static_cast<int>(n) - 1);
    const TinyPoly g = tiny_gcd(rest, difference, field);
    if (g.degree == 0) continue;
    pattern.count[d] = static_cast<std::uint8_t>(static_cast<std::size_t>(g.degree) / d);
    TinyPoly quotient;
    divide(rest, g, &quotient, field);
    rest = quotient;
  }
  if (rest.degree > 0) ++pattern.count[static_cast<std::size_t>(rest.degree)];
  return pattern;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
