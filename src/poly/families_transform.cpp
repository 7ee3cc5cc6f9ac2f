// perturb and shift_roots: what makes hard instances of easy ones.
//
// shift_roots computes q^n f(x - p/q) = g(q x - p) with g(y) = q^n f(y/q): scale, Taylor shift by -p, scale. The
// shift is Horner's scheme, n^2/2 steps row[j] -= p row[j+1], on rows of fixed width in two's complement: all is exact
// modulo 2^(64 w), and w is chosen so that every value fits with its sign. O(n^2 w) limb operations, n w limbs.

#include <algorithm>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/families.hpp>

#include "core/limits.hpp"
#include "poly/stripes.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork::inline v1 {
namespace detail {
namespace {

/// Rows of w limbs in two's complement.
struct FixedRows {
  std::size_t width;
  std::vector<mp_limb_t> limbs;

  mp_limb_t* row(std::size_t i) noexcept { return limbs.data() + i * width; }
  void store(std::size_t i, IntegerView value) noexcept {
    std::copy(value.limbs().begin(), value.limbs().end(), row(i));
    if (value.sign() < 0) mpn_neg(row(i), row(i), static_cast<mp_size_t>(width));
  }
};

/// target -= p source modulo 2^(64 w).
void subtract_multiple(mp_limb_t* target, const mp_limb_t* source, std::size_t w, IntegerView p) noexcept {
  const auto words = p.limbs();
  for (std::size_t k = 0; k < words.size() && k < w; ++k) {
    const auto rest = static_cast<mp_size_t>(w - k);
    if (words[k] == 1)
      p.sign() > 0 ? mpn_sub_n(target + k, target + k, source, rest) : mpn_add_n(target + k, target + k, source, rest);
    else
      p.sign() > 0 ? mpn_submul_1(target + k, source, rest, words[k])
                   : mpn_addmul_1(target + k, source, rest, words[k]);
  }
}

/// coefficients i -> base^e(i) times coefficient i.
std::vector<Integer> scaled(const PolyZ& f, const Integer& q, const ExecutionContext& ctx) {
  const std::size_t n = f.length() - 1;
  std::vector<Integer> c = f.elements();
  Integer power = 1;
  for (std::size_t i = n; i-- != 0;) {
    ctx.poll();
    power *= q;
    c[i] *= power;
  }
  return c;
}

}  // namespace
}  // namespace detail

PolyZ perturb(const PolyZ& f, std::size_t k, const ExecutionContext& ctx) {
  if (f.degree() < 1) throw DomainError("perturb needs a polynomial of positive degree");
  const IntegerVector& c = f.coefficients();
  const std::size_t changed = c.size() - 2;
  detail::check_limbs(detail::saturating_add(k, c.max_bits() + 1) / 64 + 1);
  const auto bits_of = [&](std::size_t stripe) {
    const std::size_t bits = detail::stripe_bits(c, stripe);
    if (stripe == changed / IntegerVector::stripe_rows) return std::max<std::size_t>(bits, 1) + k + 1;
    return bits == 0 ? 0 : bits + k;
  };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    ctx.poll();
    Integer value(c[i]);
    value <<= k;
    if (i == changed) value -= 1;
    const IntegerView view = value;
    std::copy(view.limbs().begin(), view.limbs().end(), row);
    return view.signed_size();
  };
  return PolyZ(detail::fill_stripes(c.size(), bits_of, fill, ctx)).with_variable(f.variable());
}

PolyZ shift_roots(const PolyZ& f, const Rational& shift, const ExecutionContext& ctx) {
  if (f.is_zero()) return f;
  const Integer& p = shift.numerator();
  const Integer& q = shift.denominator();
  const std::size_t n = f.length() - 1;
  // |g|_1 (1 + |p|)^n bounds every intermediate value, |f| q^n those of g.
  const std::size_t bits =
      f.coefficients().max_bits() + detail::ceil_log2(n + 1) + n * (q.bit_length() + p.bit_length() + 1) + 2;
  const std::size_t width = detail::limbs_for_bits(bits);
  const std::size_t row_bytes = width * sizeof(mp_limb_t);
  if (n + 1 > SIZE_MAX / 8 / row_bytes) throw DomainError("the shifted polynomial is too large");
  const MemoryReservation reservation(ctx.memory(), 3 * (n + 1) * row_bytes);

  const std::vector<Integer> g = detail::scaled(f, q, ctx);
  detail::FixedRows rows{width, std::vector<mp_limb_t>((n + 1) * width)};
  for (std::size_t i = 0; i <= n; ++i) rows.store(i, g[i]);
  for (std::size_t i = 0; i < n; ++i) {
    ctx.poll();
    ctx.charge((n - i) * width);
    for (std::size_t j = n; j-- > i;) detail::subtract_multiple(rows.row(j), rows.row(j + 1), width, p);
  }
  std::vector<Integer> result;
  result.reserve(n + 1);
  std::vector<mp_limb_t> magnitude(width);
  Integer power = 1;
  for (std::size_t i = 0; i <= n; ++i) {
    const std::int32_t size = detail::store_accumulator(magnitude.data(), width, rows.row(i), width);
    result.push_back(mul(IntegerView(magnitude.data(), size), power));
    power *= q;
  }
  return PolyZ(IntegerVector(std::span<const Integer>(result))).with_variable(f.variable());
}

}  // namespace polyfork::inline v1
