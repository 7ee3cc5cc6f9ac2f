// GaussianRational: a + b i with rational a and b, i^2 = -1. Two Rationals in lowest terms.
//
// For many of them use GaussianRationalVector, which has one common denominator.
#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>

#include <polyfork/core/export.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {

class POLYFORK_EXPORT GaussianRational {
 public:
  GaussianRational() = default;
  GaussianRational(const GaussianRational&) = default;
  GaussianRational(GaussianRational&&) noexcept = default;
  GaussianRational& operator=(const GaussianRational&) & = default;
  GaussianRational& operator=(GaussianRational&&) & noexcept = default;
  ~GaussianRational() = default;
  template <std::integral I>
  GaussianRational(I value) : real_(value) {}                    // NOLINT(google-explicit-constructor)
  GaussianRational(Integer value) : real_(std::move(value)) {}   // NOLINT(google-explicit-constructor)
  GaussianRational(Rational value) : real_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  GaussianRational(Rational real, Rational imaginary) : real_(std::move(real)), imaginary_(std::move(imaginary)) {}
  /// The number i.
  static GaussianRational i() { return {0, 1}; }

  const Rational& real() const noexcept { return real_; }
  const Rational& imaginary() const noexcept { return imaginary_; }
  bool is_zero() const noexcept { return real_.is_zero() && imaginary_.is_zero(); }
  bool is_one() const noexcept { return real_.is_one() && imaginary_.is_zero(); }
  bool is_real() const noexcept { return imaginary_.is_zero(); }
  /// a - b i.
  GaussianRational conjugate() const { return {real_, -imaginary_}; }
  /// a^2 + b^2, the product with the conjugate.
  Rational norm() const { return real_ * real_ + imaginary_ * imaginary_; }
  /// "0", "3/4", "i", "-2*i", "1/2+3*i", "1-i".
  std::string to_string() const;

  GaussianRational operator+() const { return *this; }
  GaussianRational operator-() const { return {-real_, -imaginary_}; }
  GaussianRational inverse() const;  ///< throws DomainError for zero
  GaussianRational& operator+=(const GaussianRational& b);
  GaussianRational& operator-=(const GaussianRational& b);
  GaussianRational& operator*=(const GaussianRational& b);
  GaussianRational& operator/=(const GaussianRational& b);  ///< throws DomainError for zero

  friend bool operator==(const GaussianRational& a, const GaussianRational& b) noexcept = default;

 private:
  Rational real_;
  Rational imaginary_;
};

POLYFORK_EXPORT GaussianRational operator+(const GaussianRational& a, const GaussianRational& b);
POLYFORK_EXPORT GaussianRational operator-(const GaussianRational& a, const GaussianRational& b);
POLYFORK_EXPORT GaussianRational operator*(const GaussianRational& a, const GaussianRational& b);
POLYFORK_EXPORT GaussianRational operator/(const GaussianRational& a, const GaussianRational& b);
POLYFORK_EXPORT GaussianRational pow(const GaussianRational& base, std::uint64_t exponent);
/// A negative exponent is that of the inverse. Throws DomainError for one of zero.
template <std::signed_integral I>
GaussianRational pow(const GaussianRational& base, I exponent) {
  if (exponent >= 0) return pow(base, static_cast<std::uint64_t>(exponent));
  return pow(base.inverse(), std::uint64_t{0} - static_cast<std::uint64_t>(exponent));
}
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const GaussianRational& a);

inline std::string to_string(const GaussianRational& a) { return a.to_string(); }

namespace detail {

inline std::size_t hash_of(const GaussianRational& a) noexcept {
  return a.is_real() ? hash_of(a.real()) : joined_hash(hash_of(a.real()), hash_of(a.imaginary()));
}

}  // namespace detail

}  // namespace v1
}  // namespace polyfork

/// Real numbers have the hash of the Rational.
template <>
struct std::hash<polyfork::GaussianRational> {
  std::size_t operator()(const polyfork::GaussianRational& a) const noexcept { return polyfork::detail::hash_of(a); }
};
