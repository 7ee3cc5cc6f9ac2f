// The class of dense univariate polynomials, with the arithmetic of Z, Q and Z/pZ; dense_poly.hpp adds that of every
// other ring. Headers for polynomials over Z and Q alone do with this one.
//
// Coefficients in ascending degree in the ring's own vector type: flat integers over Z, one common denominator over Q,
// aligned words over Z/pZ, an array of elements otherwise. Always normalised (no leading zeros). Values: copying
// copies, operations return new polynomials and give the strong guarantee.
//
// Named functions take an ExecutionContext; operators are the same functions on the default context. Two polynomials
// can be combined when their rings are equal (else ModulusMismatch) and their variables are equal or one of them is
// constant (else DomainError).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/poly/dense/detail/integer_operands.hpp>
#include <polyfork/ring/index_iterator.hpp>
#include <polyfork/ring/names.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

class AlgebraicReal;

namespace detail {
/// Points of larger rings at which `evaluate` takes polynomials over R.
template <class R, class X>
concept PointOfExtension = (std::same_as<R, Integers> &&
                            (std::same_as<X, Rational> || std::same_as<X, AlgebraicReal>)) ||
                           (std::same_as<R, Rationals> && std::same_as<X, AlgebraicReal>);
}  // namespace detail

template <Ring R>
class DensePoly : public detail::operands::IntegerOperands<DensePoly<R>, true> {
 public:
  using ring_type = R;
  using element = typename R::element;
  using vector_type = typename R::vector_type;

  /// The zero polynomial; over a prime field, which has to be named, one that takes part in nothing until it is given a
  /// value (PrimeField::unspecified).
  DensePoly() requires detail::DefaultRing<R> : ring_(detail::default_ring<R>()) {}
  explicit DensePoly(R ring) : ring_(std::move(ring)) {}
  DensePoly(const DensePoly& other)
      : ring_(other.ring_), coefficients_(detail::copy_of(other.coefficients_)), variable_(other.variable_) {}
  DensePoly(DensePoly&&) = default;  // NOLINT(performance-noexcept-move-constructor): what its members' are
  DensePoly& operator=(const DensePoly&) = default;
  DensePoly& operator=(DensePoly&&) = default;  // NOLINT(performance-noexcept-move-constructor)
  ~DensePoly() = default;
  /// From coefficients in ascending degree; trailing zeros are dropped. Throws ModulusMismatch or DomainError for what
  /// is no element of the ring, where it can tell (polynomials in another variable or over another ring).
  DensePoly(R ring, vector_type coefficients) : ring_(std::move(ring)), coefficients_(std::move(coefficients)) {
    detail::require_elements(ring_, coefficients_);
    ops::normalise(ring_, coefficients_);
  }
  DensePoly(R ring, std::initializer_list<element> coefficients)
      : DensePoly(ring, make_vector<R>(operands(ring, coefficients))) {}
  /// The integers, mapped into the ring.
  template <std::integral I>
  requires(!std::same_as<I, element>) DensePoly(R ring, std::initializer_list<I> coefficients)
      : DensePoly(ring, images(ring, coefficients)) {}
  DensePoly(std::initializer_list<element> coefficients) requires std::default_initializable<R>
      : DensePoly(R{}, coefficients) {}
  explicit DensePoly(vector_type coefficients) requires std::default_initializable<R>
      : DensePoly(R{}, std::move(coefficients)) {}
  template <class Other>
  requires detail::operands::NoSource<DensePoly, Other>
  explicit DensePoly(const Other&) = delete;  // convert(ring, f), to_rational(f), reduce(f, p), parse_poly, constant

  template <std::signed_integral I>
  DensePoly(std::initializer_list<I>) requires(!std::default_initializable<R>) = delete;  // the ring: (field, {1, 2})

  static DensePoly from_elements(R ring, std::vector<element> coefficients) {
    return DensePoly(std::move(ring), make_vector<R>(std::move(coefficients)));
  }
  static DensePoly from_elements(std::vector<element> coefficients) requires std::default_initializable<R> {
    return from_elements(R{}, std::move(coefficients));
  }
  /// coefficient * x^degree. Throws MemoryLimit where no list is as long.
  static DensePoly monomial(R ring, element coefficient, std::size_t degree) {
    const ExecutionContext& ctx = ExecutionContext::default_context();
    check_degree(degree, ctx);
    return detail::within_memory(ctx, [&] {
      std::vector<element> c(degree + 1, ring.zero());
      c[degree] = std::move(coefficient);
      return from_elements(std::move(ring), std::move(c));
    });
  }
  static DensePoly monomial(element coefficient, std::size_t degree) requires std::default_initializable<R> {
    return monomial(R{}, std::move(coefficient), degree);
  }
  static DensePoly constant(R ring, element value) { return monomial(std::move(ring), std::move(value), 0); }
  static DensePoly constant(element value) requires std::default_initializable<R> {
    return constant(R{}, std::move(value));
  }
  template <std::floating_point F>
  static void constant(const R&, F) = delete;
  /// The polynomial x.
  static DensePoly generator(R ring = R{}) {
    element one = ring.one();
    return monomial(std::move(ring), std::move(one), 1);
  }

  // --- inspection ------------------------------------------------------------------------------------------------
  const R& ring() const noexcept { return ring_; }
  const vector_type& coefficients() const& noexcept { return coefficients_; }
  vector_type coefficients() && noexcept { return std::move(coefficients_); }
  /// Number of coefficients: degree + 1, 0 for zero.
  std::size_t length() const noexcept { return coefficients_.size(); }
  /// -1 for the zero polynomial.
  std::ptrdiff_t degree() const noexcept { return static_cast<std::ptrdiff_t>(length()) - 1; }
  bool is_zero() const noexcept { return length() == 0; }
  bool is_one() const { return length() == 1 && ring_.is_one(coefficient(0)); }
  bool is_negative_one() const { return length() == 1 && ring_.is_one(ring_.neg(coefficient(0))); }
  bool is_constant() const noexcept { return length() <= 1; }
  bool is_monic() const { return !is_zero() && ring_.is_one(leading_coefficient()); }
  /// Zero beyond the degree.
  element coefficient(std::size_t i) const { return i < length() ? element(coefficients_[i]) : ring_.zero(); }
  element operator[](std::size_t i) const { return coefficient(i); }
  /// Zero for the zero polynomial.
  element leading_coefficient() const { return is_zero() ? ring_.zero() : coefficient(length() - 1); }
  element trailing_coefficient() const { return coefficient(0); }
  bool is_trailing_coefficient_zero() const { return is_zero() || ring_.is_zero(coefficient(0)); }
  const std::string& variable() const noexcept { return variable_.text(); }
  /// The value at x, as evaluate.
  element operator()(const element& x) const { return evaluate(*this, detail::operand(ring_, x)); }
  template <std::integral I>
  element operator()(I x) const {
    return evaluate(*this, ring_.from_integer(Integer(x)));
  }
  /// The polynomial in g, as compose.
  DensePoly operator()(const DensePoly& g) const { return compose(*this, g); }
  /// The value of a polynomial over Z at a fraction, and of one over Z or Q at an algebraic number.
  template <class X>
  requires detail::PointOfExtension<R, X> X operator()(const X& x) const { return evaluate(*this, x); }
  // What is no element needs another ring first: to_rational(f) or convert(ring, f).
  template <class X>
  requires(detail::operands::NoOperand<DensePoly, X> && !detail::PointOfExtension<R, X>) element operator()(
      const X&) const = delete;
  /// The coefficients in ascending degree.
  auto begin() const noexcept { return IndexIterator<DensePoly, &DensePoly::coefficient>(*this, 0); }
  auto end() const noexcept { return IndexIterator<DensePoly, &DensePoly::coefficient>(*this, length()); }
  std::vector<element> elements() const {
    std::vector<element> e;
    e.reserve(length());
    for (std::size_t i = 0; i < length(); ++i) e.emplace_back(coefficients_[i]);
    return e;
  }

  // --- change ------------------------------------------------------------------------------------------------------
  /// In place where the vector allows: over Z/pZ and rings whose elements are held one by one always, over Z and big
  /// prime fields where the number fits into the place; else O(degree), which a DensePolyBuilder avoids. Throws
  /// MemoryLimit as monomial does, DomainError for what is no element.
  void set_coefficient(std::size_t i, element value) {
    detail::require_element(ring_, value);
    if (i >= length() && ring_.is_zero(value)) return;
    const ExecutionContext& ctx = ExecutionContext::default_context();
    check_degree(i, ctx);
    if (set_in_place(i, value, ctx)) return;
    *this = detail::within_memory(ctx, [&] {
      std::vector<element> e = elements();
      if (e.size() <= i) e.resize(i + 1, ring_.zero());
      e[i] = std::move(value);
      return from_elements(ring_, std::move(e)).with_variable(variable());
    });
  }
  template <std::floating_point F>
  void set_coefficient(std::size_t, F) = delete;
  /// The variable's name in output; also decides which polynomials can be combined. At first x, or where the
  /// coefficients use that name the next free one of y, z, t, ... Throws DomainError for what is no name (a letter or
  /// underscore, then letters, digits and underscores) and for a name that stands for a coefficient (i over Q(i), t
  /// over Z[t]).
  void set_variable(std::string name) {
    detail::require_variable_name(ring_, name);
    variable_ = detail::VariableName(std::move(name));
  }
  DensePoly with_variable(std::string name) && {
    set_variable(std::move(name));
    return std::move(*this);
  }
  DensePoly with_variable(std::string name) const& { return DensePoly(*this).with_variable(std::move(name)); }

#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // src: the library itself uses the named functions
  // --- operators: the default context --------------------------------------------------------------------------------
  DensePoly operator-() const { return neg(*this); }
  DensePoly& operator+=(const DensePoly& b) { return add_into(*this, *this, b), *this; }
  DensePoly& operator-=(const DensePoly& b) { return sub_into(*this, *this, b), *this; }
  DensePoly& operator*=(const DensePoly& b) { return mul_into(*this, *this, b), *this; }
  DensePoly& operator/=(const DensePoly& b) { return *this = exact_div(*this, b); }
  DensePoly& operator+=(const element& b) { return *this = add(*this, constant(ring_, detail::operand(ring_, b))); }
  DensePoly& operator-=(const element& b) { return *this = sub(*this, constant(ring_, detail::operand(ring_, b))); }
  DensePoly& operator*=(const element& b) { return scale_into(*this, *this, detail::operand(ring_, b)), *this; }
  DensePoly& operator/=(const element& b) {
    return *this = exact_div(*this, constant(ring_, detail::operand(ring_, b)));
  }
  DensePoly& operator<<=(std::size_t k) { return *this = shift_left(*this, k); }
  DensePoly& operator>>=(std::size_t k) { return *this = shift_right(*this, k); }

  friend DensePoly operator+(const DensePoly& a, const DensePoly& b) { return add(a, b); }
  friend DensePoly operator-(const DensePoly& a, const DensePoly& b) { return sub(a, b); }
  friend DensePoly operator*(const DensePoly& a, const DensePoly& b) { return mul(a, b); }
  /// Exact division. Throws DomainError when it is not exact or b = 0.
  friend DensePoly operator/(const DensePoly& a, const DensePoly& b) { return exact_div(a, b); }
  // Operators take elements here; the base class adds integers of other built-in types, mapped into the ring.
  friend DensePoly operator+(const DensePoly& a, const element& b) {
    return add(a, constant(a.ring_, detail::operand(a.ring_, b)));
  }
  friend DensePoly operator+(const element& a, const DensePoly& b) {
    return add(constant(b.ring_, detail::operand(b.ring_, a)), b);
  }
  friend DensePoly operator-(const DensePoly& a, const element& b) {
    return sub(a, constant(a.ring_, detail::operand(a.ring_, b)));
  }
  friend DensePoly operator-(const element& a, const DensePoly& b) {
    return sub(constant(b.ring_, detail::operand(b.ring_, a)), b);
  }
  friend DensePoly operator*(const DensePoly& a, const element& b) { return scale(a, detail::operand(a.ring_, b)); }
  friend DensePoly operator*(const element& a, const DensePoly& b) { return scale(b, detail::operand(b.ring_, a)); }
  friend DensePoly operator/(const DensePoly& a, const element& b) {
    return exact_div(a, constant(a.ring_, detail::operand(a.ring_, b)));
  }
  /// x^k a.
  friend DensePoly operator<<(const DensePoly& a, std::size_t k) { return shift_left(a, k); }
  /// The quotient of a by x^k.
  friend DensePoly operator>>(const DensePoly& a, std::size_t k) { return shift_right(a, k); }
#endif

  /// Equal rings, coefficients and (unless constant) variables.
  friend bool operator==(const DensePoly& a, const DensePoly& b) {
    if (!(a.ring_ == b.ring_) || a.length() != b.length()) return false;
    if (!a.is_constant() && !(a.variable_ == b.variable_)) return false;
    return a.coefficients_ == b.coefficients_;
  }

  // --- named functions (found by argument-dependent lookup) ----------------------------------------------------------
  friend DensePoly add(const DensePoly& a, const DensePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const DensePoly& named = check(a, b);
    return make(ops::add(a.ring_, a.coefficients_, b.coefficients_, ctx), named);
  }
  friend DensePoly sub(const DensePoly& a, const DensePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const DensePoly& named = check(a, b);
    return make(ops::sub(a.ring_, a.coefficients_, b.coefficients_, ctx), named);
  }
  friend DensePoly neg(const DensePoly& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    ctx.poll();
    return make(ops::neg(a.ring_, a.coefficients_), a);
  }
  /// The product; the algorithm is chosen by length, coefficient size, threads and memory limit.
  friend DensePoly mul(const DensePoly& a, const DensePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const DensePoly& named = check(a, b);
    return make(ops::mul(a.ring_, a.coefficients_, b.coefficients_, ctx), named);
  }
  friend DensePoly scale(const DensePoly& a, const element& factor,
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, factor);
    return make(ops::scale(a.ring_, a.coefficients_, factor, ctx), a);
  }
  friend DensePoly shift_left(const DensePoly& a, std::size_t k,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    if (!a.is_zero()) check_degree(saturating_degree(a.length(), k), ctx);
    return detail::within_memory(ctx, [&] { return make(ops::shift_left(a.ring_, a.coefficients_, k, ctx), a); });
  }
  friend DensePoly shift_right(const DensePoly& a, std::size_t k,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return make(ops::shift_right(a.ring_, a.coefficients_, k, ctx), a);
  }
  /// The k-th derivative.
  friend DensePoly derivative(const DensePoly& a, std::size_t k = 1,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    if (k == 0 || a.is_zero()) return a;
    DensePoly r = make(vector_type(), a);
    if (k >= a.length() || vanishes(a.ring_.characteristic(), k)) return r;
    r.coefficients_ = ops::derivative(a.ring_, a.coefficients_, ctx);
    for (; --k != 0 && !r.is_zero(); ctx.poll()) r.coefficients_ = ops::derivative(r.ring_, r.coefficients_, ctx);
    return r;
  }
  /// The value at x. Over Z and Q divide and conquer with powers of x, whose halves run in parallel; over other rings
  /// Horner's rule, O(degree) ring operations.
  friend element evaluate(const DensePoly& a, const element& x,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, x);
    return ops::evaluate(a.ring_, a.coefficients_, x, ctx);
  }
  /// At the image of an integer in the ring.
  template <std::integral I>
  requires(!std::same_as<I, element>) friend element
      evaluate(const DensePoly& a, I x, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return evaluate(a, a.ring_.from_integer(Integer(x)), ctx);
  }

  // The forms `*_into` write into a polynomial or number that exists and reuse its memory: over Z, Q and Z/pZ loops
  // allocate nothing once it is large enough and operands are short. `out` may be an operand. After an exception `out`
  // has some value.
  friend void add_into(DensePoly& out, const DensePoly& a, const DensePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, check(a, b).variable_);
    if constexpr (has_forms_into)
      ops::add_into(a.ring_, out.coefficients_, a.coefficients_, b.coefficients_, ctx);
    else
      out.coefficients_ = ops::add(a.ring_, a.coefficients_, b.coefficients_, ctx);
  }
  friend void sub_into(DensePoly& out, const DensePoly& a, const DensePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, check(a, b).variable_);
    if constexpr (has_forms_into)
      ops::sub_into(a.ring_, out.coefficients_, a.coefficients_, b.coefficients_, ctx);
    else
      out.coefficients_ = ops::sub(a.ring_, a.coefficients_, b.coefficients_, ctx);
  }
  friend void mul_into(DensePoly& out, const DensePoly& a, const DensePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, check(a, b).variable_);
    if constexpr (has_forms_into)
      ops::mul_into(a.ring_, out.coefficients_, a.coefficients_, b.coefficients_, ctx);
    else
      out.coefficients_ = ops::mul(a.ring_, a.coefficients_, b.coefficients_, ctx);
  }
  friend void scale_into(DensePoly& out, const DensePoly& a, const element& factor,
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, factor);
    out.take_name(a.ring_, a.variable_);
    if constexpr (has_forms_into)
      ops::scale_into(a.ring_, out.coefficients_, a.coefficients_, factor, ctx);
    else
      out.coefficients_ = ops::scale(a.ring_, a.coefficients_, factor, ctx);
  }
  friend void neg_into(DensePoly& out, const DensePoly& a,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, a.variable_);
    if constexpr (has_forms_into)
      ops::neg_into(a.ring_, out.coefficients_, a.coefficients_, ctx);
    else
      out.coefficients_ = ops::neg(a.ring_, a.coefficients_);
  }
  /// The first derivative.
  friend void derivative_into(DensePoly& out, const DensePoly& a,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, a.variable_);
    if constexpr (has_forms_into)
      ops::derivative_into(a.ring_, out.coefficients_, a.coefficients_, ctx);
    else
      out.coefficients_ = ops::derivative(a.ring_, a.coefficients_, ctx);
  }
  friend void evaluate_into(element& out, const DensePoly& a, const element& x,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, x);
    if constexpr (has_forms_into)
      ops::evaluate_into(a.ring_, out, a.coefficients_, x, ctx);
    else
      out = ops::evaluate(a.ring_, a.coefficients_, x, ctx);
  }
  /// x^k a, and the quotient of a by x^k.
  friend void shift_left_into(DensePoly& out, const DensePoly& a, std::size_t k,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    // Short lists fit everywhere: asking takes as long as the copy.
    constexpr std::size_t short_list = 256;
    const bool is_short = k <= short_list && a.length() <= short_list;
    if (!is_short && !a.is_zero()) check_degree(saturating_degree(a.length(), k), ctx);
    out.take_name(a.ring_, a.variable_);
    if constexpr (has_forms_into)
      detail::within_memory(ctx, [&] {
        ops::shift_left_into(a.ring_, out.coefficients_, a.coefficients_, k, ctx);
        return 0;
      });
    else
      out = shift_left(a, k, ctx);
  }
  friend void shift_right_into(DensePoly& out, const DensePoly& a, std::size_t k,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, a.variable_);
    if constexpr (has_forms_into)
      ops::shift_right_into(a.ring_, out.coefficients_, a.coefficients_, k, ctx);
    else
      out = shift_right(a, k, ctx);
  }
  /// The exact quotient. Throws DomainError when b = 0 or does not divide a.
  friend void exact_div_into(DensePoly& out, const DensePoly& a, const DensePoly& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const DensePoly& named = check(a, b);
    if (b.is_zero()) throw DomainError("division by the zero polynomial");
    if constexpr (has_forms_into) {
      out.take_name(a.ring_, named.variable_);
      if (!ops::exact_div_into(a.ring_, out.coefficients_, a.coefficients_, b.coefficients_, ctx)) {
        out.coefficients_ = vector_type();
        throw DomainError("the polynomial division is not exact");
      }
    } else {
      out = exact_div(a, b, ctx);
    }
  }
  /// a = q b + r, as div_rem. Throws DomainError where that does, and when q and r are one object.
  friend void div_rem_into(DensePoly& q, DensePoly& r, const DensePoly& a, const DensePoly& b,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
    if (&q == &r) throw DomainError("quotient and remainder are one polynomial");
    const DensePoly& named = check(a, b);
    if (b.is_zero()) throw DomainError("division by the zero polynomial");
    const auto refuse = [] { throw DomainError("the leading coefficient of the divisor does not divide"); };
    if constexpr (has_forms_into) {
      q.take_name(a.ring_, named.variable_);
      r.take_name(a.ring_, named.variable_);
      if (!ops::div_rem_into(a.ring_, q.coefficients_, r.coefficients_, a.coefficients_, b.coefficients_, ctx))
        refuse();
    } else {
      auto found = ops::try_div_rem(a.ring_, a.coefficients_, b.coefficients_, ctx);
      if (!found) refuse();
      DensePoly rest = make(std::move(found->second), named);
      q = make(std::move(found->first), named);
      r = std::move(rest);
    }
  }
  /// The gcd, as gcd.
  friend void gcd_into(DensePoly& out, const DensePoly& a, const DensePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) requires GcdDomain<R> {
    const DensePoly& named = check(a, b);
    if constexpr (has_forms_into) {
      out.take_name(a.ring_, named.variable_);
      ops::gcd_into(a.ring_, out.coefficients_, a.coefficients_, b.coefficients_, ctx);
    } else {
      out = make(ops::gcd(a.ring_, a.coefficients_, b.coefficients_, ctx), named);
    }
  }

  /// Exact quotient, or nothing when b does not divide a. Throws DomainError when b = 0.
  friend std::optional<DensePoly> try_exact_div(const DensePoly& a, const DensePoly& b,
                                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const DensePoly& named = check(a, b);
    if (b.is_zero()) throw DomainError("division by the zero polynomial");
    auto q = ops::try_exact_div(a.ring_, a.coefficients_, b.coefficients_, ctx);
    if (!q) return std::nullopt;
    return make(std::move(*q), named);
  }
  friend DensePoly exact_div(const DensePoly& a, const DensePoly& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
    auto q = try_exact_div(a, b, ctx);
    if (!q) throw DomainError("the polynomial division is not exact");
    return std::move(*q);
  }

  /// Throws unless the two can be combined; returns the one whose variable the result has.
  static const DensePoly& check(const DensePoly& a, const DensePoly& b) {
    detail::require_equal_rings(a.ring_, b.ring_);
    if (a.variable_ == b.variable_ || b.is_constant()) return a;
    if (a.is_constant()) return b;
    throw DomainError("polynomials in different variables: " + a.variable() + " and " + b.variable());
  }
  /// Throws MemoryLimit where no list of coefficients is as long, or longer than the context allows.
  static void check_degree(std::size_t degree, const ExecutionContext& ctx) {
    detail::require_list(degree < SIZE_MAX ? degree + 1 : degree, detail::least_bytes<vector_type, element>(), ctx);
  }
  /// A polynomial from a normalised vector, with the ring and the variable of another.
  static DensePoly make(vector_type normalised, const DensePoly& like) {
    return DensePoly(like.ring_, std::move(normalised), like.variable_);
  }
  /// Lets write(coefficients) make those of `out`, which may be `like`, normalised; what it says. The ring and the
  /// variable become those of `like`.
  template <class F>
  static bool with_coefficients(DensePoly& out, const DensePoly& like, const F& write) {
    out.take_name(like.ring_, like.variable_);
    return write(out.coefficients_);
  }

 private:
  using ops = detail::DenseOps<R>;
  static constexpr bool has_forms_into = requires(const R& ring, vector_type& v, const ExecutionContext& ctx) {
    ops::add_into(ring, v, v, v, ctx);
  };

  /// From a normalised vector.
  DensePoly(R ring, vector_type normalised, detail::VariableName variable)
      : ring_(std::move(ring)), coefficients_(std::move(normalised)), variable_(std::move(variable)) {}
  /// Becomes a polynomial over this ring in this variable, which may be its own. Elements of another ring do not stay:
  /// an operation that throws would leave them.
  void take_name(const R& ring, const detail::VariableName& variable) {
    if (!(ring_ == ring)) {
      coefficients_ = vector_type();
      ring_ = ring;
    }
    if (!(variable_ == variable)) variable_ = variable;
  }
  bool set_in_place(std::size_t i, element& value, const ExecutionContext& ctx) {
    constexpr bool one_by_one = requires(vector_type & v) {
      v.resize(i + 1, value);
      v[i] = std::move(value);
    };
    if constexpr (one_by_one) {
      if (i >= length())
        detail::within_memory(ctx, [&] {
          coefficients_.resize(i + 1, ring_.zero());
          return 0;
        });
      coefficients_[i] = std::move(value);
    } else if constexpr (requires { coefficients_.set(i, value); }) {
      if (i >= length()) return false;
      coefficients_.set(i, value);
    } else {
      return false;
    }
    ops::normalise(ring_, coefficients_);
    return true;
  }
  static std::vector<element> operands(const R& ring, std::initializer_list<element> coefficients) {
    std::vector<element> elements;
    elements.reserve(coefficients.size());
    for (const element& c : coefficients) elements.push_back(detail::operand(ring, c));
    return elements;
  }
  template <std::integral I>
  static vector_type images(const R& ring, std::initializer_list<I> integers) {
    std::vector<element> elements;
    elements.reserve(integers.size());
    for (const I n : integers) elements.push_back(ring.from_integer(Integer(n)));
    return make_vector<R>(std::move(elements));
  }
  static std::size_t saturating_degree(std::size_t length, std::size_t k) noexcept {
    return k > SIZE_MAX - length ? SIZE_MAX : length + k;
  }
  /// k consecutive integers multiply to zero.
  static bool vanishes(const Integer& characteristic, std::size_t k) {
    return !characteristic.is_zero() && characteristic <= Integer(k);
  }

  [[no_unique_address]] R ring_;
  vector_type coefficients_;
  detail::VariableName variable_{detail::default_variable(ring_)};
};

using PolyZ = DensePoly<Integers>;
using PolyQ = DensePoly<Rationals>;
using PolyZp = DensePoly<PrimeField>;

/// The value at a fraction.
POLYFORK_EXPORT Rational evaluate(const PolyZ& f, const Rational& x,
                                  const ExecutionContext& ctx = ExecutionContext::default_context());

// Names of the BPAS papers.
using DUZP = DensePoly<Integers>;
using DUQP = DensePoly<Rationals>;

}  // namespace v1
}  // namespace polyfork
