// Arithmetic of Q(i): what is not inline.
#include <polyfork/ring/gaussian_rational.hpp>

#include <ostream>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/gaussian_rational_vector.hpp>

namespace polyfork {
inline namespace v1 {

std::string GaussianRational::to_string() const {
  if (imaginary_.is_zero()) return real_.to_string();
  const bool negative = imaginary_.sign() < 0;
  const Rational size = negative ? -imaginary_ : imaginary_;
  std::string text = real_.is_zero() ? "" : real_.to_string();
  if (negative)
    text += '-';
  else if (!text.empty())
    text += '+';
  if (!size.is_one()) text += size.to_string() + "*";
  return text + "i";
}

GaussianRational GaussianRational::inverse() const {
  if (is_zero()) throw DomainError("the inverse of zero in Q(i)");
  const Rational factor = norm().inverse();
  return {real_ * factor, -imaginary_ * factor};
}

GaussianRational& GaussianRational::operator+=(const GaussianRational& b) { return *this = *this + b; }
GaussianRational& GaussianRational::operator-=(const GaussianRational& b) { return *this = *this - b; }
GaussianRational& GaussianRational::operator*=(const GaussianRational& b) { return *this = *this * b; }
GaussianRational& GaussianRational::operator/=(const GaussianRational& b) { return *this = *this / b; }

GaussianRational operator+(const GaussianRational& a, const GaussianRational& b) {
  return {a.real() + b.real(), a.imaginary() + b.imaginary()};
}

GaussianRational operator-(const GaussianRational& a, const GaussianRational& b) {
  return {a.real() - b.real(), a.imaginary() - b.imaginary()};
}

// Real factors are common, and every product of rationals costs gcds.
GaussianRational operator*(const GaussianRational& a, const GaussianRational& b) {
  if (a.is_real()) return {a.real() * b.real(), a.real() * b.imaginary()};
  if (b.is_real()) return {a.real() * b.real(), a.imaginary() * b.real()};
  return {a.real() * b.real() - a.imaginary() * b.imaginary(), a.real() * b.imaginary() + a.imaginary() * b.real()};
}

GaussianRational operator/(const GaussianRational& a, const GaussianRational& b) { return a * b.inverse(); }

GaussianRational pow(const GaussianRational& base, std::uint64_t exponent) {
  GaussianRational result = 1;
  GaussianRational power = base;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result *= power;
    if (exponent > 1) power *= power;
  }
  return result;
}

std::ostream& operator<<(std::ostream& out, const GaussianRational& a) { return out << a.to_string(); }

namespace {

RationalVector interleaved(std::span<const GaussianRational> values) {
  RationalVectorBuilder builder;
  builder.reserve(2 * values.size());
  for (const GaussianRational& value : values) {
    builder.push_back(value.real());
    builder.push_back(value.imaginary());
  }
  return builder.finish();
}

}  // namespace

GaussianRationalVector::GaussianRationalVector(RationalVector parts) : parts_(std::move(parts)) {
  if (parts_.size() % 2 != 0) throw DomainError("a real part without an imaginary one");
}

GaussianRationalVector::GaussianRationalVector(std::span<const GaussianRational> values)
    : parts_(interleaved(values)) {}

}  // namespace v1
}  // namespace polyfork
