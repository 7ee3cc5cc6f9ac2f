// Arithmetic of polynomials modulo a prime power: short products in accumulators, long ones through Z[x], division by
// monic polynomials from the leading terms or by an inverse power series.
//
// A coefficient of a short product is a sum of few products of two residues below m, so that it fits two rows and one
// limb more; it is reduced once. Division modulo m cannot be taken from Z[x], where quotients by a monic polynomial
// grow with every step.
#include "poly/factor/hensel_residues.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "poly/factor/residue_sum.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_products = 256;       // coefficients between two polls
constexpr std::size_t combined_products = 4096;  // of a task

/// Up to which length of the shorter operand, for residues of so many limbs, products are sums of products.
constexpr std::size_t short_length(std::size_t limbs) noexcept {
  return limbs <= 4 ? 24 : limbs <= 12 ? 10 : limbs <= 40 ? 5 : 2;
}

std::size_t row_limbs(const mp_limb_t* row, std::size_t n) noexcept {
  while (n != 0 && row[n - 1] == 0) --n;
  return n;
}

IntegerVector as_integers(const Residues& a, std::size_t n) {
  const std::size_t length = std::min(a.length, n);
  IntegerVector v(length, a.stride);
  for (std::size_t i = 0; i < length; ++i) {
    std::copy_n(a.row(i), a.stride, v.row(i));
    v.set_signed_size(i, static_cast<int>(row_limbs(a.row(i), a.stride)));
  }
  return v;
}

}  // namespace

IntegerView Residues::operator[](std::size_t i) const noexcept {
  return {row(i), static_cast<int>(row_limbs(row(i), stride))};
}

Residues reversed(const Residues& a) {
  Residues r(a.length, a.stride);
  for (std::size_t i = 0; i < a.length; ++i) std::copy_n(a.row(i), a.stride, r.row(a.length - 1 - i));
  return r;
}

Residues part(const Residues& a, std::size_t begin, std::size_t end) {
  Residues r(end - begin, a.stride);
  const std::size_t last = std::min(end, a.length);
  if (begin < last) std::copy(a.row(begin), a.row(begin) + (last - begin) * a.stride, r.limbs.data());
  return r;
}

ResidueRing::ResidueRing(Integer modulus) : modulus_(std::move(modulus)), limbs_(modulus_.view().limbs().size()) {
  if (modulus_.bit_length() < 64) word_.emplace(modulus_.view().limbs()[0]);
}

void ResidueRing::reduce_row(mp_limb_t* out, const mp_limb_t* a, std::size_t n, mp_limb_t* quotient) const noexcept {
  n = row_limbs(a, n);
  if (n < limbs_) {
    std::copy_n(a, n, out);
    std::fill(out + n, out + limbs_, 0);
    return;
  }
  mpn_tdiv_qr(quotient, out, 0, a, static_cast<mp_size_t>(n), modulus_.view().limbs().data(),
              static_cast<mp_size_t>(limbs_));
}

Residues ResidueRing::reduced(const Residues& a, const ExecutionContext& ctx) const {
  Residues r(a.length, limbs_);
  over_rows(a.length, a.stride, ctx, [&](std::size_t begin, std::size_t end) {
    std::vector<mp_limb_t> quotient(std::max(a.stride, limbs_) - limbs_ + 2);
    for (std::size_t i = begin; i < end; ++i) {
      if (a.stride < limbs_)
        std::copy_n(a.row(i), a.stride, r.row(i));
      else
        reduce_row(r.row(i), a.row(i), a.stride, quotient.data());
    }
  });
  return r;
}

Residues ResidueRing::reduced(const IntegerVector& a, const ExecutionContext& ctx) const {
  Residues r(a.size(), limbs_);
  over_rows(a.size(), limbs_, ctx, [&](std::size_t begin, std::size_t end) {
    Integer value;
    for (std::size_t i = begin; i < end; ++i) {
      if (i % poll_products == 0) ctx.poll();
      const IntegerView x = a[i];
      if (x.sign() < 0 || x.limbs().size() >= limbs_) {
        value.with_mpz([&](mpz_ptr z) { mpz_fdiv_r(z, x.mpz(), modulus_.view().mpz()); });
        std::copy_n(value.view().limbs().data(), value.view().limbs().size(), r.row(i));
      } else {
        std::copy_n(x.limbs().data(), x.limbs().size(), r.row(i));
      }
    }
  });
  return r;
}

Integer ResidueRing::symmetric(const Residues& a, std::size_t i) const {
  Integer value(a[i]);
  const Integer twice = value + value;
  return twice > modulus_ ? value - modulus_ : value;
}

IntegerVector ResidueRing::symmetric(const Residues& a, const ExecutionContext& ctx) const {
  IntegerVector v(a.length, limbs_);
  for (std::size_t i = 0; i < a.length; ++i) {
    if (i % poll_products == 0) ctx.poll();
    v.assign(i, symmetric(a, i));
  }
  return v;
}

Residues ResidueRing::product_of_integers(const Residues& a, const Residues& b, std::size_t n,
                                          const ExecutionContext& ctx) const {
  const IntegerVector x = as_integers(a, n);
  const IntegerVector y = as_integers(b, n);
  const IntegerVector product = n < x.size() + y.size() - 1 ? detail::mul_low(x, y, n, ctx) : polyfork::mul(x, y, ctx);
  Residues r = reduced(product, ctx);
  if (r.length < n) {
    r.limbs.resize(n * limbs_);
    r.length = n;
  }
  return r;
}

Residues ResidueRing::mul_low(const Residues& a, const Residues& b, std::size_t n, const ExecutionContext& ctx) const {
  if (a.length == 0 || b.length == 0) return Residues(n, limbs_);
  if (std::min({a.length, b.length, n}) > short_length(limbs_)) return product_of_integers(a, b, n, ctx);
  Residues r(n, limbs_);
  ResidueSum sum(*this, a.stride, b.stride);
  const std::size_t last = std::min(n, a.length + b.length - 1);
  for (std::size_t k = 0; k < last; ++k) {
    if (k % poll_products == 0) ctx.poll();
    const std::size_t first = k < b.length ? 0 : k - b.length + 1;
    sum.dot(r.row(k), a, first, b, k - first, std::min(k, a.length - 1) - first + 1);
  }
  return r;
}

Residues ResidueRing::mul(const Residues& a, const Residues& b, const ExecutionContext& ctx) const {
  if (a.length == 0 || b.length == 0) return Residues(0, limbs_);
  return mul_low(a, b, a.length + b.length - 1, ctx);
}

Residues ResidueRing::combine(const Residues& a, std::size_t begin, std::size_t count, const Residues& columns,
                              std::size_t stride, const ExecutionContext& ctx) const {
  Residues out(columns.length / stride, limbs_);
  const std::size_t grain = std::max<std::size_t>(1, combined_products / count);
  parallel_for(ctx, out.length, grain, [&](std::size_t first, std::size_t last) {
    ctx.poll();
    ResidueSum sum(*this, a.stride, columns.stride);
    for (std::size_t j = first; j < last; ++j) sum.dot(out.row(j), a, begin, columns, (j + 1) * stride - 1, count);
  });
  return out;
}

void ResidueRing::scale(Residues& a, const Integer& factor, const ExecutionContext& ctx) const {
  if (in_words()) {
    const std::uint64_t f = factor.is_zero() ? 0 : factor.view().limbs()[0];
    for (mp_limb_t& x : a.limbs) x = word_->mul(x, f);
    return;
  }
  const auto f = factor.view().limbs();
  if (f.empty()) {
    std::fill(a.limbs.begin(), a.limbs.end(), 0);
    return;
  }
  over_rows(a.length, limbs_, ctx, [&](std::size_t begin, std::size_t end) {
    std::vector<mp_limb_t> product(limbs_ + f.size());
    std::vector<mp_limb_t> quotient(f.size() + 2);
    for (std::size_t i = begin; i < end; ++i) {
      mpn_mul(product.data(), a.row(i), static_cast<mp_size_t>(limbs_), f.data(), static_cast<mp_size_t>(f.size()));
      reduce_row(a.row(i), product.data(), product.size(), quotient.data());
    }
  });
}

void ResidueRing::subtract(Residues& a, const Residues& b) const {
  const auto n = static_cast<mp_size_t>(limbs_);
  for (std::size_t i = 0; i < b.length; ++i)
    if (mpn_sub_n(a.row(i), a.row(i), b.row(i), n) != 0)
      mpn_add_n(a.row(i), a.row(i), modulus_.view().limbs().data(), n);
}

void ResidueRing::add(Residues& a, const Residues& b) const {
  const auto n = static_cast<mp_size_t>(limbs_);
  const mp_limb_t* const m = modulus_.view().limbs().data();
  for (std::size_t i = 0; i < b.length; ++i)
    if (mpn_add_n(a.row(i), a.row(i), b.row(i), n) != 0 || mpn_cmp(a.row(i), m, n) >= 0)
      mpn_sub_n(a.row(i), a.row(i), m, n);
}

void ResidueRing::negate(Residues& a) const {
  const auto n = static_cast<mp_size_t>(limbs_);
  for (std::size_t i = 0; i < a.length; ++i)
    if (mpn_zero_p(a.row(i), n) == 0) mpn_sub_n(a.row(i), modulus_.view().limbs().data(), a.row(i), n);
}

/// q[k] = a[k + n] - sum_{i > k} q[i] g[k + n - i], from the top.
Residues ResidueRing::short_quotient(const Residues& a, const Residues& g) const {
  const std::size_t n = g.length - 1;
  const std::size_t length = a.length - n;
  Residues q(length, limbs_);
  ResidueSum sum(*this, limbs_, limbs_);
  std::vector<mp_limb_t> row(limbs_);
  for (std::size_t k = length; k-- != 0;) {
    std::copy_n(a.row(k + n), limbs_, q.row(k));
    const std::size_t terms = std::min(length - 1 - k, n);
    if (terms == 0) continue;
    sum.dot(row.data(), q, k + 1, g, n - 1, terms);
    if (mpn_sub_n(q.row(k), q.row(k), row.data(), static_cast<mp_size_t>(limbs_)) != 0)
      mpn_add_n(q.row(k), q.row(k), modulus_.view().limbs().data(), static_cast<mp_size_t>(limbs_));
  }
  return q;
}

Residues ResidueRing::quotient(const Residues& a, const MonicDivisor& divisor, const ExecutionContext& ctx) const {
  const std::size_t n = divisor.g.length - 1;
  if (a.length <= n) return Residues(0, limbs_);
  const std::size_t length = a.length - n;
  if (divisor.inverse.length == 0) return short_quotient(a, divisor.g);
  if (length > divisor.inverse.length) throw Error("internal error: a quotient longer than the inverse series");
  const Residues top = reversed(part(a, n, a.length));
  return reversed(mul_low(top, divisor.inverse, length, ctx));
}

Residues ResidueRing::rem(const Residues& a, const MonicDivisor& divisor, const ExecutionContext& ctx) const {
  const std::size_t n = divisor.g.length - 1;
  Residues r = part(a, 0, n);
  if (a.length <= n) return r;
  const Residues q = quotient(a, divisor, ctx);
  subtract(r, mul_low(q, divisor.g, n, ctx));
  return r;
}

/// q[k] = a[k] - sum_{i < k} q[i] b[k - i].
Residues ResidueRing::series_quotient(const Residues& a, const Residues& b, std::size_t n) const {
  Residues q(n, limbs_);
  ResidueSum sum(*this, limbs_, limbs_);
  std::vector<mp_limb_t> row(limbs_);
  for (std::size_t k = 0; k < n; ++k) {
    if (k < a.length) std::copy_n(a.row(k), limbs_, q.row(k));
    const std::size_t terms = std::min(k, b.length - 1);
    if (terms == 0) continue;
    sum.dot(row.data(), q, k - terms, b, terms, terms);
    if (mpn_sub_n(q.row(k), q.row(k), row.data(), static_cast<mp_size_t>(limbs_)) != 0)
      mpn_add_n(q.row(k), q.row(k), modulus_.view().limbs().data(), static_cast<mp_size_t>(limbs_));
  }
  return q;
}

Residues ResidueRing::derivative(const Residues& a) const {
  if (a.length == 0) return a;
  Residues r(a.length - 1, limbs_);
  std::vector<mp_limb_t> product(limbs_ + 1);
  mp_limb_t quotient[3];
  for (std::size_t i = 1; i < a.length; ++i) {
    product[limbs_] = mpn_mul_1(product.data(), a.row(i), static_cast<mp_size_t>(limbs_), i);
    reduce_row(r.row(i - 1), product.data(), product.size(), quotient);
  }
  return r;
}

Residues ResidueRing::inverse_series(const Residues& a, std::size_t n, const ExecutionContext& ctx) const {
  Residues inverse(1, limbs_);
  inverse.row(0)[0] = 1;
  for (std::size_t have = 1; have < n;) {
    have = std::min(2 * have, n);
    Residues short_inverse = part(inverse, 0, have);
    inverse = lifted_inverse(part(a, 0, have), short_inverse, ctx);
  }
  return inverse;
}

Residues ResidueRing::lifted_inverse(const Residues& a, const Residues& inverse, const ExecutionContext& ctx) const {
  // i (2 - a i) = i - i (a i - 1)
  const std::size_t n = inverse.length;
  Residues error = mul_low(a, inverse, n, ctx);
  Residues one(1, limbs_);
  one.row(0)[0] = 1;
  subtract(error, one);
  Residues r = reduced(inverse, ctx);
  subtract(r, mul_low(inverse, error, n, ctx));
  return r;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
