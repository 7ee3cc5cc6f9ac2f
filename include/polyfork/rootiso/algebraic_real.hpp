// AlgebraicReal: a real algebraic number as a value.
//
// A rational number, or an irrational root of a square-free polynomial in Z[x] without rational roots, told from the
// other roots by a standard dyadic cell. Every question is answered exactly: intervals decide where they are apart,
// a gcd decides equality. What questions find out about the root, a finer cell or a factor that has it, is kept and
// shared by all copies, which any threads may ask at the same time; no answer depends on it. Copies cost a reference
// count. Cost of each operation and how they work: docs/how/algebraic-numbers.md.
//
// Every function that takes a context throws MemoryLimit and Cancelled as the context says; what else is thrown is said
// with each function.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/dense_poly_class.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {
class AlgebraicState;
}
template <Ring R>
class SparsePoly;

class POLYFORK_EXPORT AlgebraicReal : public detail::operands::ForeignOperands<AlgebraicReal> {
 public:
  /// Zero.
  AlgebraicReal() = default;
  template <std::integral I>
  AlgebraicReal(I value) : value_(value) {}                             // NOLINT(google-explicit-constructor)
  AlgebraicReal(Integer value) : value_(std::move(value)) {}            // NOLINT(google-explicit-constructor)
  AlgebraicReal(Rational value) noexcept : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  /// The root of f in the interval, as isolate_real_roots returns it or any other open interval with exactly one root;
  /// the multiplicity plays no part. Throws DomainError when f is zero or the interval does not isolate a root.
  AlgebraicReal(const PolyZ& f, const RootInterval& root,
                const ExecutionContext& ctx = ExecutionContext::default_context());
  AlgebraicReal(const PolyQ& f, const RootInterval& root,
                const ExecutionContext& ctx = ExecutionContext::default_context());
  AlgebraicReal(const SparsePoly<Integers>& f, const RootInterval& root,
                const ExecutionContext& ctx = ExecutionContext::default_context());
  AlgebraicReal(const SparsePoly<Rationals>& f, const RootInterval& root,
                const ExecutionContext& ctx = ExecutionContext::default_context());
  template <class Other>
  requires(detail::operands::Foreign<AlgebraicReal, Other> &&
           !std::convertible_to<Other, Rational>) explicit AlgebraicReal(const Other&) =
      delete;  // real_roots(f) of a polynomial; Rational's text "0.25" of a decimal

  // --- what it is --------------------------------------------------------------------------------------------------
  bool is_rational() const noexcept { return root_ == nullptr; }
  bool is_integer() const noexcept { return is_rational() && value_.is_integer(); }
  bool is_zero() const noexcept { return is_rational() && value_.is_zero(); }
  int sign(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The value of a rational number. Throws DomainError for the others.
  const Rational& rational_value() const;
  /// A polynomial with this root: primitive, square-free, with a positive leading coefficient and without rational
  /// roots; b x - a for a rational number a/b. Not always the minimal polynomial. It is the one of the construction,
  /// whatever factor of it has been found since.
  PolyZ polynomial(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The irreducible polynomial with this root, primitive, with a positive leading coefficient: a function of the
  /// number alone, in the variable x. Found by factorization when it is asked for first.
  PolyZ minimal_polynomial(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The degree of the minimal polynomial; 1 for rational numbers.
  std::size_t degree(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The real roots of the minimal polynomial, this number among them, ascending.
  std::vector<AlgebraicReal> real_conjugates(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The cell that told the root from the polynomial's others at construction; the point for a rational number.
  RootInterval interval(const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  // --- approximations, all of them exact statements ------------------------------------------------------------------
  /// The coarsest standard dyadic cell around the number that is at most `width` wide, a function of both alone; the
  /// point for a rational number. A wide cell may touch zero. Throws DomainError when width <= 0.
  RootInterval refine(const Rational& width, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  Integer floor(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  Integer ceil(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The nearest double (ties to even, which only rational numbers can be); infinite beyond the largest one.
  double to_double(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The number to `digits` places after the decimal point, correctly rounded (ties to even).
  std::string to_decimal(std::size_t digits, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// Throws DomainError for a negative number of digits.
  template <std::signed_integral I>
  std::string to_decimal(I digits, const ExecutionContext& ctx = ExecutionContext::default_context()) const {
    return to_decimal(detail::natural_number(digits, "number of digits"), ctx);
  }
  /// "p/q", or "root(x^2 - 2, 1, 2)": the minimal polynomial, found by factorization where it is not known, and the
  /// ends of the coarsest standard cell off zero that holds this root of it alone. Equal numbers have equal texts;
  /// parse_algebraic reads them back.
  std::string to_string(const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// A function of the number alone: equal numbers have equal hashes, whatever polynomials they come from.
  std::size_t hash(const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  // --- order ---------------------------------------------------------------------------------------------------------
  friend bool operator==(const AlgebraicReal& a, const AlgebraicReal& b) { return equal(a, b); }
  friend std::strong_ordering operator<=>(const AlgebraicReal& a, const AlgebraicReal& b) { return compare(a, b); }
  // Built-in integers, Integer and Rational need no state of their own.
  template <class T>
  requires(std::convertible_to<const T&, Rational> && !std::same_as<T, AlgebraicReal>) friend bool operator==(
      const AlgebraicReal& a, const T& b) {
    return a.is_rational() && a.value_ == Rational(b);
  }
  template <class T>
  requires(std::convertible_to<const T&, Rational> && !std::same_as<T, AlgebraicReal>) friend std::strong_ordering
  operator<=>(const AlgebraicReal& a, const T& b) {
    return compare(a, Rational(b));
  }

  // The named functions are found by argument-dependent lookup alone: numbers of other types do not turn into this one.
  /// The order, decided exactly. Where cells do not tell, one gcd of the polynomials.
  friend std::strong_ordering compare(const AlgebraicReal& a, const AlgebraicReal& b,
                                      const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return order(a, b, ctx);
  }
  friend std::strong_ordering compare(const AlgebraicReal& a, const Rational& b,
                                      const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return order(a, b, ctx);
  }
  /// Whether a = b. Cheaper than compare where the numbers differ, since their cells are not refined until they are
  /// disjoint.
  friend bool equal(const AlgebraicReal& a, const AlgebraicReal& b,
                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return same(a, b, ctx);
  }

  // --- arithmetic ----------------------------------------------------------------------------------------------------
  // Numbers that arithmetic has made from one irrational number, of a degree up to 48, stay in its field: sums,
  // products and quotients of them cost operations on polynomials of lower degree over Q, and their own polynomials are
  // computed when they are asked for. Otherwise the result of two irrational numbers of degrees m and n has a degree of
  // at most m n. The polynomial of all sums (products) of roots comes from power sums modulo word primes (Bostan,
  // Flajolet, Salvy, Schost, JSC 2006): O((m n)^2) operations for each of O(m n + m bits(g) + n bits(f)) / 62 primes;
  // it is factored unless m and n are coprime, and cells are refined until one root of one factor is left.
  friend AlgebraicReal neg(const AlgebraicReal& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return product(a, Rational(-1), ctx);
  }
  friend AlgebraicReal abs(const AlgebraicReal& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return a.sign(ctx) < 0 ? product(a, Rational(-1), ctx) : a;
  }
  friend AlgebraicReal add(const AlgebraicReal& a, const AlgebraicReal& b,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return sum(a, b, ctx);
  }
  friend AlgebraicReal sub(const AlgebraicReal& a, const AlgebraicReal& b,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return difference(a, b, ctx);
  }
  friend AlgebraicReal mul(const AlgebraicReal& a, const AlgebraicReal& b,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return product(a, b, ctx);
  }
  /// Throws DomainError for zero.
  friend AlgebraicReal inverse(const AlgebraicReal& a,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return reciprocal(a, ctx);
  }
  /// Throws DomainError for b = 0.
  friend AlgebraicReal divide(const AlgebraicReal& a, const AlgebraicReal& b,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return quotient(a, b, ctx);
  }
  /// a^exponent, of no larger degree than a. A negative exponent is that of the inverse. Throws DomainError for one of
  /// zero.
  template <std::integral I>
  friend AlgebraicReal pow(const AlgebraicReal& a, I exponent,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
    if constexpr (std::signed_integral<I>)
      if (exponent < 0) return power(reciprocal(a, ctx), std::uint64_t{0} - static_cast<std::uint64_t>(exponent), ctx);
    return power(a, static_cast<std::uint64_t>(exponent), ctx);
  }
  template <class Other, class... Context>
  requires(!std::integral<Other>) friend void pow(const AlgebraicReal&, const Other&,
                                                  const Context&...) = delete;  // root(a, n) for a^(1/n)
  /// The real n-th root, the nonnegative one for even n. Throws DomainError for n <= 0, and for an even root of a
  /// negative number.
  template <std::integral I>
  friend AlgebraicReal root(const AlgebraicReal& a, I n,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
    if constexpr (std::signed_integral<I>) n = n < 0 ? 0 : n;
    return nth_root(a, static_cast<std::uint64_t>(n), ctx);
  }
  friend AlgebraicReal sqrt(const AlgebraicReal& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return nth_root(a, 2, ctx);
  }

  AlgebraicReal operator+() const { return *this; }
  AlgebraicReal operator-() const { return neg(*this); }
  AlgebraicReal& operator+=(const AlgebraicReal& b) { return *this = add(*this, b); }
  AlgebraicReal& operator-=(const AlgebraicReal& b) { return *this = sub(*this, b); }
  AlgebraicReal& operator*=(const AlgebraicReal& b) { return *this = mul(*this, b); }
  AlgebraicReal& operator/=(const AlgebraicReal& b) { return *this = divide(*this, b); }
  friend AlgebraicReal operator+(const AlgebraicReal& a, const AlgebraicReal& b) { return add(a, b); }
  friend AlgebraicReal operator-(const AlgebraicReal& a, const AlgebraicReal& b) { return sub(a, b); }
  friend AlgebraicReal operator*(const AlgebraicReal& a, const AlgebraicReal& b) { return mul(a, b); }
  friend AlgebraicReal operator/(const AlgebraicReal& a, const AlgebraicReal& b) { return divide(a, b); }

  /// For the library: the state of an irrational number, null for a rational one.
  using State = std::shared_ptr<const detail::AlgebraicState>;
  explicit AlgebraicReal(State root) noexcept : root_(std::move(root)) {}
  const State& state() const noexcept { return root_; }

 private:
  static std::strong_ordering order(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx);
  static std::strong_ordering order(const AlgebraicReal& a, const Rational& b, const ExecutionContext& ctx);
  static bool same(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx);
  static AlgebraicReal sum(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx);
  static AlgebraicReal difference(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx);
  static AlgebraicReal product(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx);
  static AlgebraicReal reciprocal(const AlgebraicReal& a, const ExecutionContext& ctx);
  static AlgebraicReal quotient(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx);
  static AlgebraicReal power(const AlgebraicReal& a, std::uint64_t exponent, const ExecutionContext& ctx);
  static AlgebraicReal nth_root(const AlgebraicReal& a, std::uint64_t n, const ExecutionContext& ctx);

  Rational value_;  // when root_ is null
  State root_;
};

/// The sign (-1, 0, 1) of g at the number.
POLYFORK_EXPORT int sign_at(const PolyZ& g, const AlgebraicReal& x,
                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT int sign_at(const PolyQ& g, const AlgebraicReal& x,
                            const ExecutionContext& ctx = ExecutionContext::default_context());

/// g(x).
POLYFORK_EXPORT AlgebraicReal evaluate(const PolyQ& g, const AlgebraicReal& x,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT AlgebraicReal evaluate(const PolyZ& g, const AlgebraicReal& x,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());

struct RealRoot {
  AlgebraicReal value;
  std::uint64_t multiplicity = 1;

  friend bool operator==(const RealRoot&, const RealRoot&) = default;
};

/// All real roots as values, ascending, each with the square-free factor that it is a root of. Throws as
/// isolate_real_roots does.
POLYFORK_EXPORT std::vector<RealRoot> real_roots(const PolyZ& f, const IsolationOptions& options = {},
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<RealRoot> real_roots(const PolyQ& f, const IsolationOptions& options = {},
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());

/// Writes the text of to_string.
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const AlgebraicReal& a);
/// Reads "p/q" and "root(polynomial, lower, upper)". Throws ParseError with line and column, and DomainError when the
/// interval does not isolate a root.
POLYFORK_EXPORT AlgebraicReal parse_algebraic(std::string_view text,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork

template <>
struct std::hash<polyfork::AlgebraicReal> {
  std::size_t operator()(const polyfork::AlgebraicReal& a) const { return a.hash(); }
};
