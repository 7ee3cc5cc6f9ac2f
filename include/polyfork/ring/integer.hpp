// Integer: a value type for single integers. 16 bytes; one limb is stored inline, more on the heap.
//
// For integers in bulk use IntegerVector, which has no allocation per element.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

#include <gmp.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer_view.hpp>

namespace polyfork {
inline namespace v1 {

class Integer;
class Rational;
class GaussianRational;

namespace detail {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

/// The types of two words, which are integral in the compiler's own dialects only.
template <class I>
concept TwoWordIntegral = std::same_as<I, Int128> || std::same_as<I, Uint128>;

template <class T>
concept ExactNumber = std::same_as<T, Integer> || std::same_as<T, Rational> || std::same_as<T, GaussianRational>;

}  // namespace detail

class POLYFORK_EXPORT Integer {
 public:
  Integer() noexcept : capacity_(0), size_(0), limb_(0) {}
  template <std::integral I>
  requires(!detail::TwoWordIntegral<I>) Integer(I value)
  noexcept  // NOLINT(google-explicit-constructor): integers are integers
      : capacity_(0),
        size_(is_negative(value) ? -1 : (value != I{} ? 1 : 0)),
        limb_(is_negative(value) ? mp_limb_t{0} - static_cast<mp_limb_t>(value) : static_cast<mp_limb_t>(value)) {}
  template <detail::TwoWordIntegral I>
  Integer(I value) : Integer() {  // NOLINT(google-explicit-constructor)
    const bool negative = value < 0;
    const auto magnitude =
        negative ? detail::Uint128{0} - static_cast<detail::Uint128>(value) : static_cast<detail::Uint128>(value);
    set_two_words(negative, static_cast<mp_limb_t>(magnitude >> 64), static_cast<mp_limb_t>(magnitude));
  }
  template <std::floating_point F>
  explicit Integer(F) = delete;  // not exact: Rational's text "0.25" is
  explicit Integer(IntegerView value);
  explicit Integer(mpz_srcptr value) : Integer(IntegerView(value)) {}
  /// Decimal digits with an optional sign (or another base in 2..36). Throws ParseError.
  explicit Integer(std::string_view text, int base = 10);
  Integer(const Integer& other) : Integer(other.view()) {}
  Integer(Integer&& other) noexcept : capacity_(other.capacity_), size_(other.size_), limb_(other.limb_) {
    other.capacity_ = 0;
    other.size_ = 0;
  }
  // Only what has a name is assigned to: f[i] = c, with a coefficient that is a value, would change nothing.
  Integer& operator=(const Integer& other) &;
  Integer& operator=(Integer&& other) & noexcept {
    std::swap(capacity_, other.capacity_);
    std::swap(size_, other.size_);
    std::swap(limb_, other.limb_);
    return *this;
  }
  Integer& operator=(IntegerView value) &;
  ~Integer() {
    if (capacity_ != 0) free_limbs();
  }

  /// Valid until this integer changes or moves.
  IntegerView view() const noexcept { return {capacity_ == 0 ? &limb_ : limbs_, size_}; }
  operator IntegerView() const noexcept { return view(); }  // NOLINT(google-explicit-constructor)

  int sign() const noexcept { return (size_ > 0) - (size_ < 0); }
  bool is_zero() const noexcept { return size_ == 0; }
  bool is_one() const noexcept { return view().is_one(); }
  bool is_odd() const noexcept { return view().is_odd(); }
  std::size_t bit_length() const noexcept { return view().bit_length(); }
  std::size_t trailing_zeros() const noexcept { return view().trailing_zeros(); }
  bool fits_int64() const noexcept { return view().fits_int64(); }
  /// Throws DomainError unless fits_int64().
  std::int64_t to_int64() const { return view().to_int64(); }
  double to_double() const noexcept { return view().to_double(); }
  std::string to_string(int base = 10) const { return view().to_string(base); }
  bool is_inline() const noexcept { return capacity_ == 0; }

  void negate() noexcept { size_ = -size_; }
  Integer& operator++() { return *this += 1; }
  Integer& operator--() { return *this -= 1; }
  Integer operator+() const { return *this; }
  Integer operator-() const {
    Integer r(*this);
    r.negate();
    return r;
  }

  // Compound forms are the primitives; the operands may alias.
  Integer& operator+=(IntegerView b);
  Integer& operator-=(IntegerView b);
  Integer& operator*=(IntegerView b);
  template <std::integral I>
  Integer& operator+=(I b) {
    return *this += Integer(b).view();
  }
  template <std::integral I>
  Integer& operator-=(I b) {
    return *this -= Integer(b).view();
  }
  template <std::integral I>
  Integer& operator*=(I b) {
    return *this *= Integer(b).view();
  }
  /// this += a*b and this -= a*b.
  Integer& add_mul(IntegerView a, IntegerView b);
  Integer& sub_mul(IntegerView a, IntegerView b);
  Integer& operator<<=(std::size_t bits);
  /// Floor division by 2^bits.
  Integer& operator>>=(std::size_t bits);

  /// Calls f(mpz_ptr) on this value as an mpz that GMP may change at will; the storage is taken back afterwards.
  template <class F>
  void with_mpz(F&& f) {
    MpzAccess access(*this);
    std::forward<F>(f)(access.z);
  }

  friend bool operator==(const Integer& a, const Integer& b) noexcept { return a.view() == b.view(); }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) noexcept { return a.view() <=> b.view(); }

 private:
  struct POLYFORK_EXPORT MpzAccess {
    explicit MpzAccess(Integer& i);
    ~MpzAccess();
    MpzAccess(const MpzAccess&) = delete;
    MpzAccess& operator=(const MpzAccess&) = delete;
    Integer& owner;
    mpz_t z;
  };
  template <class I>
  static constexpr bool is_negative(I value) noexcept {
    if constexpr (std::signed_integral<I>) return value < 0;
    return false;
  }
  void free_limbs() noexcept;
  bool overlaps(IntegerView value) const noexcept;  // the view lies in this integer's heap limbs
  void set_word(int sign, mp_limb_t word) noexcept;
  void set_two_words(bool negative, mp_limb_t high, mp_limb_t low);

  std::int32_t capacity_;  // 0: the limb is inline
  std::int32_t size_;      // signed, as in GMP
  union {
    mp_limb_t limb_;
    mp_limb_t* limbs_;
  };
};

// Mixed comparisons: a view or a built-in integer on either side.
inline bool operator==(const Integer& a, IntegerView b) noexcept { return a.view() == b; }
inline std::strong_ordering operator<=>(const Integer& a, IntegerView b) noexcept { return a.view() <=> b; }
template <std::integral I>
bool operator==(const Integer& a, I b) noexcept {
  return a.view() == Integer(b).view();
}
template <std::integral I>
std::strong_ordering operator<=>(const Integer& a, I b) noexcept {
  return a.view() <=> Integer(b).view();
}

// Which number is meant by a floating-point one? Rational's text "0.25" says it.
template <detail::ExactNumber T, std::floating_point F>
bool operator==(const T&, F) = delete;
template <detail::ExactNumber T, std::floating_point F>
std::strong_ordering operator<=>(const T&, F) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator+(const T&, F) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator-(const T&, F) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator*(const T&, F) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator/(const T&, F) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator+(F, const T&) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator-(F, const T&) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator*(F, const T&) = delete;
template <detail::ExactNumber T, std::floating_point F>
void operator/(F, const T&) = delete;

// Value arithmetic on anything that views as an integer.
POLYFORK_EXPORT Integer operator+(const Integer& a, const Integer& b);
POLYFORK_EXPORT Integer operator-(const Integer& a, const Integer& b);
POLYFORK_EXPORT Integer operator*(const Integer& a, const Integer& b);
POLYFORK_EXPORT Integer operator<<(const Integer& a, std::size_t bits);
POLYFORK_EXPORT Integer operator>>(const Integer& a, std::size_t bits);
/// A quotient of integers says how it rounds: exact_div, floor_div_rem, trunc_div_rem; Rational(a, b) is the fraction.
void operator/(const Integer& a, const Integer& b) = delete;
/// The remainder of floor_div_rem: in [0, b) for b > 0. Throws DomainError when b = 0.
POLYFORK_EXPORT Integer operator%(const Integer& a, const Integer& b);

/// Products and sums of views, without copies of the operands.
POLYFORK_EXPORT Integer add(IntegerView a, IntegerView b);
POLYFORK_EXPORT Integer sub(IntegerView a, IntegerView b);
POLYFORK_EXPORT Integer mul(IntegerView a, IntegerView b);
/// Quotient and remainder with floor, truncating and exact rounding. Throw DomainError when b = 0, exact_div also
/// when b does not divide a.
POLYFORK_EXPORT std::pair<Integer, Integer> floor_div_rem(IntegerView a, IntegerView b);
POLYFORK_EXPORT std::pair<Integer, Integer> trunc_div_rem(IntegerView a, IntegerView b);
POLYFORK_EXPORT Integer exact_div(IntegerView a, IntegerView b);
/// Nonnegative; gcd(0, 0) = 0.
POLYFORK_EXPORT Integer gcd(IntegerView a, IntegerView b);
POLYFORK_EXPORT Integer lcm(IntegerView a, IntegerView b);
POLYFORK_EXPORT Integer pow(IntegerView base, std::uint64_t exponent);
POLYFORK_EXPORT Integer abs(IntegerView a);
// Exact matches: an Integer would otherwise convert to a Rational as well as to a view.
inline Integer pow(const Integer& base, std::uint64_t exponent) { return pow(base.view(), exponent); }
inline Integer abs(const Integer& a) { return abs(a.view()); }
/// Throws DomainError for a negative exponent.
template <std::signed_integral I>
Integer pow(const Integer& base, I exponent) {
  return pow(base.view(), detail::natural_number(exponent, "exponent"));
}
void pow(const Integer& base, const Integer& exponent) = delete;  // an exponent is a built-in integer: to_int64()
/// n! and C(n, k).
POLYFORK_EXPORT Integer factorial(std::uint64_t n);
POLYFORK_EXPORT Integer binomial(std::uint64_t n, std::uint64_t k);
/// Decimal, to a stream.
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const Integer& a);
/// Decimal digits with an optional sign, behind white space, up to the first character that goes on no number. What is
/// no number sets failbit and leaves a as it was.
POLYFORK_EXPORT std::istream& operator>>(std::istream& in, Integer& a);
inline std::string to_string(const Integer& a) { return a.to_string(); }

namespace detail {

/// Joins two hashes; the sequence counts.
inline std::size_t joined_hash(std::size_t a, std::size_t b) noexcept {
  std::uint64_t h = (a ^ (b + 0x9e3779b97f4a7c15U)) * 0xbf58476d1ce4e5b9U;
  h = (h ^ (h >> 29)) * 0x94d049bb133111ebU;
  return static_cast<std::size_t>(h ^ (h >> 32));
}
inline std::size_t hash_of(IntegerView a) noexcept {
  std::size_t h = static_cast<std::size_t>(a.signed_size());
  for (const mp_limb_t limb : a.limbs()) h = joined_hash(h, limb);
  return h;
}
inline std::size_t hash_of(std::uint64_t a) noexcept { return joined_hash(1, a); }
inline std::size_t hash_of(const Integer& a) noexcept { return hash_of(a.view()); }

}  // namespace detail

}  // namespace v1
}  // namespace polyfork

/// Equal numbers have equal hashes, whatever holds them.
template <>
struct std::hash<polyfork::Integer> {
  std::size_t operator()(const polyfork::Integer& a) const noexcept { return polyfork::detail::hash_of(a.view()); }
};
