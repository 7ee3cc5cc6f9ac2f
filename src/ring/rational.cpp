// Rational: arithmetic in lowest terms.
//
// Sums and products take out the gcds of the parts before they multiply (Knuth, TAOCP 2, 4.5.1), so that every gcd
// is of small numbers. Dyadic operands, the ones that root isolation makes, need shifts only.
#include <polyfork/ring/rational.hpp>

#include <algorithm>
#include <ostream>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

/// The exponent of a dyadic number's denominator.
std::size_t log2_denominator(const Rational& a) noexcept { return a.denominator().trailing_zeros(); }

/// a / b for b > 0 that divides a; no division for b = 1, the common case.
Integer divide_out(const Integer& a, const Integer& b) { return b.is_one() ? a : exact_div(a, b); }

/// Takes the common powers of two out of numerator / 2^exponent.
void reduce_dyadic(Integer& numerator, std::size_t& exponent) {
  const std::size_t common = numerator.is_zero() ? exponent : std::min(exponent, numerator.trailing_zeros());
  if (common != 0) numerator >>= common;
  exponent -= common;
}

std::size_t magnitude_of(std::int64_t exponent) noexcept {
  return exponent < 0 ? std::size_t{0} - static_cast<std::size_t>(exponent) : static_cast<std::size_t>(exponent);
}

}  // namespace

Rational::Rational(Integer numerator, Integer denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
  if (denominator_.is_zero()) throw DomainError("a rational number with denominator zero");
  if (denominator_.sign() < 0) {
    numerator_.negate();
    denominator_.negate();
  }
  if (denominator_.is_one()) return;
  if (is_dyadic()) {
    std::size_t exponent = denominator_.trailing_zeros();
    reduce_dyadic(numerator_, exponent);
    denominator_ = Integer(1) << exponent;
    return;
  }
  const Integer common = gcd(numerator_, denominator_);
  if (common.is_one()) return;
  numerator_ = exact_div(numerator_, common);
  denominator_ = exact_div(denominator_, common);
}

Rational::Rational(Integer numerator, Integer denominator, LowestTerms) noexcept
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {}

Rational Rational::dyadic(const Integer& numerator, std::int64_t exponent) {
  if (exponent >= 0) return numerator << static_cast<std::size_t>(exponent);
  Integer reduced = numerator;
  std::size_t k = magnitude_of(exponent);
  reduce_dyadic(reduced, k);
  return {std::move(reduced), Integer(1) << k, LowestTerms{}};
}

Integer Rational::floor() const {
  if (is_integer()) return numerator_;
  if (is_dyadic()) return numerator_ >> log2_denominator(*this);
  return floor_div_rem(numerator_, denominator_).first;
}

Integer Rational::ceil() const {
  Integer r = (-*this).floor();
  r.negate();
  return r;
}

double Rational::to_double() const {
  mpq_t q;
  *mpq_numref(q) = *numerator_.view().mpz();
  *mpq_denref(q) = *denominator_.view().mpz();
  return mpq_get_d(q);
}

Rational Rational::operator-() const { return {-numerator_, denominator_, LowestTerms{}}; }

Rational Rational::inverse() const {
  if (is_zero()) throw DomainError("the inverse of the rational number zero");
  Rational r(denominator_, numerator_, LowestTerms{});
  if (r.denominator_.sign() < 0) {
    r.numerator_.negate();
    r.denominator_.negate();
  }
  return r;
}

Rational& Rational::operator+=(const Rational& b) { return *this = *this + b; }
Rational& Rational::operator-=(const Rational& b) { return *this = *this - b; }
Rational& Rational::operator*=(const Rational& b) { return *this = *this * b; }
Rational& Rational::operator/=(const Rational& b) { return *this = *this / b; }

Rational Rational::sum(const Rational& a, IntegerView b_numerator, const Integer& b_denominator) {
  if (a.denominator_.is_one() && b_denominator.is_one()) return add(a.numerator_, b_numerator);
  if (a.is_dyadic() && b_denominator.bit_length() == b_denominator.trailing_zeros() + 1) {
    const std::size_t ea = a.denominator_.trailing_zeros();
    const std::size_t eb = b_denominator.trailing_zeros();
    std::size_t e = std::max(ea, eb);
    Integer n = ea < e ? a.numerator_ << (e - ea) : a.numerator_;
    if (eb < e)
      n += Integer(b_numerator) << (e - eb);
    else
      n += b_numerator;
    reduce_dyadic(n, e);
    return {std::move(n), Integer(1) << e, LowestTerms{}};
  }
  const Integer common = gcd(a.denominator_, b_denominator);
  const Integer a_part = divide_out(a.denominator_, common);
  const Integer b_part = divide_out(b_denominator, common);
  Integer n = mul(a.numerator_, b_part);
  n.add_mul(b_numerator, a_part);
  if (common.is_one()) return {std::move(n), a_part * b_denominator, LowestTerms{}};
  // Only primes of `common` can divide both the sum and the denominator.
  const Integer rest = gcd(n, common);
  return {divide_out(n, rest), a_part * divide_out(b_denominator, rest), LowestTerms{}};
}

Rational Rational::product(const Rational& a, const Integer& b_numerator, const Integer& b_denominator) {
  if (a.denominator_.is_one() && b_denominator.is_one()) return a.numerator_ * b_numerator;
  const Integer left = gcd(a.numerator_, b_denominator);
  const Integer right = gcd(b_numerator, a.denominator_);
  return {divide_out(a.numerator_, left) * divide_out(b_numerator, right),
          divide_out(a.denominator_, right) * divide_out(b_denominator, left), LowestTerms{}};
}

Rational operator+(const Rational& a, const Rational& b) { return Rational::sum(a, b.numerator(), b.denominator()); }

Rational operator-(const Rational& a, const Rational& b) {
  return Rational::sum(a, -b.numerator().view(), b.denominator());
}

Rational operator*(const Rational& a, const Rational& b) {
  return Rational::product(a, b.numerator(), b.denominator());
}

Rational operator/(const Rational& a, const Rational& b) {
  if (b.is_zero()) throw DomainError("division of a rational number by zero");
  if (b.sign() > 0) return Rational::product(a, b.denominator(), b.numerator());
  return Rational::product(a, -b.denominator(), -b.numerator());
}

std::strong_ordering Rational::compare(const Rational& other) const {
  if (sign() != other.sign()) return sign() <=> other.sign();
  if (denominator_ == other.denominator_) return numerator_ <=> other.numerator_;
  // The lengths decide unless the magnitudes are within a factor of four.
  const std::size_t own = numerator_.bit_length() + other.denominator_.bit_length();
  const std::size_t theirs = other.numerator_.bit_length() + denominator_.bit_length();
  if (own + 1 < theirs) return 0 <=> sign();
  if (theirs + 1 < own) return sign() <=> 0;
  if (is_dyadic() && other.is_dyadic()) {
    const std::size_t e = log2_denominator(*this);
    const std::size_t f = log2_denominator(other);
    return e > f ? numerator_ <=> other.numerator_ << (e - f) : numerator_ << (f - e) <=> other.numerator_;
  }
  return numerator_ * other.denominator_ <=> other.numerator_ * denominator_;
}

Rational Rational::trusted(Integer numerator, Integer denominator) noexcept {
  return {std::move(numerator), std::move(denominator), LowestTerms{}};
}

Rational pow(const Rational& base, std::uint64_t exponent) {
  return {pow(base.numerator().view(), exponent), pow(base.denominator().view(), exponent), Rational::LowestTerms{}};
}

Rational abs(const Rational& a) { return a.sign() < 0 ? -a : a; }

}  // namespace v1
}  // namespace polyfork
