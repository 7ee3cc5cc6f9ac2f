// Rational: a fraction in lowest terms with a positive denominator.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {
struct RationalInPlace;  // src/poly/multi_rationals/rational_in_place.hpp
}

class POLYFORK_EXPORT Rational {
 public:
  Rational() : denominator_(1) {}
  template <std::integral I>
  Rational(I value) : numerator_(value), denominator_(1) {}  // NOLINT(google-explicit-constructor)
  template <std::floating_point F>
  explicit Rational(F) = delete;  // which fraction is meant? the text "0.25" says it
  Rational(Integer value) : numerator_(std::move(value)), denominator_(1) {}  // NOLINT(google-explicit-constructor)
  Rational(const Rational&) = default;
  /// The other becomes zero.
  Rational(Rational&& other) noexcept
      : numerator_(std::move(other.numerator_)), denominator_(std::move(other.denominator_)) {
    other.denominator_ = Integer(1);
  }
  Rational& operator=(const Rational&) & = default;
  Rational& operator=(Rational&&) & noexcept = default;
  ~Rational() = default;
  /// Brings to lowest terms. Throws DomainError when the denominator is zero.
  Rational(Integer numerator, Integer denominator);
  /// "p", "p/q", decimal "1.25" and "1e-3", exponents up to 10^9. Throws ParseError. A short text can stand for a huge
  /// number: MemoryLimit is thrown before its power of ten is computed.
  explicit Rational(std::string_view text, const ExecutionContext& ctx = ExecutionContext::default_context());
  /// numerator * 2^exponent.
  static Rational dyadic(const Integer& numerator, std::int64_t exponent);
  /// From parts that are known to be coprime, the denominator positive: no gcd is computed.
  static Rational trusted(Integer numerator, Integer denominator) noexcept;

  const Integer& numerator() const noexcept { return numerator_; }
  const Integer& denominator() const noexcept { return denominator_; }
  int sign() const noexcept { return numerator_.sign(); }
  bool is_zero() const noexcept { return numerator_.is_zero(); }
  bool is_one() const noexcept { return numerator_.is_one() && denominator_.is_one(); }
  bool is_integer() const noexcept { return denominator_.is_one(); }
  /// The denominator is a power of two.
  bool is_dyadic() const noexcept { return denominator_.bit_length() == denominator_.trailing_zeros() + 1; }
  Integer floor() const;
  Integer ceil() const;
  double to_double() const;
  /// "p/q", or "p" when q = 1.
  std::string to_string() const;

  Rational operator+() const { return *this; }
  Rational operator-() const;
  Rational inverse() const;  ///< throws DomainError for zero
  Rational& operator+=(const Rational& b);
  Rational& operator-=(const Rational& b);
  Rational& operator*=(const Rational& b);
  Rational& operator/=(const Rational& b);  ///< throws DomainError for zero

  friend bool operator==(const Rational& a, const Rational& b) noexcept {
    return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) { return a.compare(b); }

 private:
  friend struct detail::RationalInPlace;
  struct LowestTerms {};
  /// Takes the parts as they are: coprime, the denominator positive.
  Rational(Integer numerator, Integer denominator, LowestTerms) noexcept;
  // a + b and a b with b given by its parts, so that differences and quotients make no copies.
  static Rational sum(const Rational& a, IntegerView b_numerator, const Integer& b_denominator);
  static Rational product(const Rational& a, const Integer& b_numerator, const Integer& b_denominator);
  std::strong_ordering compare(const Rational& other) const;
  friend POLYFORK_EXPORT Rational operator+(const Rational& a, const Rational& b);
  friend POLYFORK_EXPORT Rational operator-(const Rational& a, const Rational& b);
  friend POLYFORK_EXPORT Rational operator*(const Rational& a, const Rational& b);
  friend POLYFORK_EXPORT Rational operator/(const Rational& a, const Rational& b);
  friend POLYFORK_EXPORT Rational pow(const Rational& base, std::uint64_t exponent);

  Integer numerator_;
  Integer denominator_;
};

POLYFORK_EXPORT Rational operator+(const Rational& a, const Rational& b);
POLYFORK_EXPORT Rational operator-(const Rational& a, const Rational& b);
POLYFORK_EXPORT Rational operator*(const Rational& a, const Rational& b);
POLYFORK_EXPORT Rational operator/(const Rational& a, const Rational& b);
POLYFORK_EXPORT Rational pow(const Rational& base, std::uint64_t exponent);
/// A negative exponent is that of the inverse. Throws DomainError for one of zero.
template <std::signed_integral I>
Rational pow(const Rational& base, I exponent) {
  if (exponent >= 0) return pow(base, static_cast<std::uint64_t>(exponent));
  return pow(base.inverse(), std::uint64_t{0} - static_cast<std::uint64_t>(exponent));
}
POLYFORK_EXPORT Rational abs(const Rational& a);
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const Rational& a);
/// "p", "p/q", "1.25", "1e-3", behind white space, up to the first character that goes on no such number. What is none
/// sets failbit and leaves a as it was.
POLYFORK_EXPORT std::istream& operator>>(std::istream& in, Rational& a);

inline std::string to_string(const Rational& a) { return a.to_string(); }

namespace detail {

inline std::size_t hash_of(const Rational& a) noexcept {
  return a.is_integer() ? hash_of(a.numerator()) : joined_hash(hash_of(a.numerator()), hash_of(a.denominator()));
}

}  // namespace detail

}  // namespace v1
}  // namespace polyfork

/// Whole numbers have the hash of the Integer.
template <>
struct std::hash<polyfork::Rational> {
  std::size_t operator()(const polyfork::Rational& a) const noexcept { return polyfork::detail::hash_of(a); }
};
