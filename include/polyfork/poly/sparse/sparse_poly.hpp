// SparsePoly<R> (alias SUP<R>): sparse univariate polynomials over any ring.
//
// Terms in descending degree: exponents up to 2^63 - 1 in a flat array, coefficients beside them in the ring's own
// vector type, none zero. Exponents that would be larger throw DomainError, they never wrap. The functions have the
// names and the meaning of those of DensePoly, and the same rules say what can be combined: equal rings (else
// ModulusMismatch), equal variables unless one operand is constant (else DomainError).
//
// Cost follows the number of terms. Where the operands, stripped of powers of x and of a common step of their
// exponents, are dense enough, products, divisions and gcds run as dense ones (detail/sparse_shape.hpp).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/sparse/detail/sparse_list_products.hpp>
#include <polyfork/poly/sparse/detail/sparse_lists.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>
#include <polyfork/ring/index_iterator.hpp>
#include <polyfork/ring/names.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class SparsePoly : public detail::operands::IntegerOperands<SparsePoly<R>, true> {
 public:
  using ring_type = R;
  using element = typename R::element;
  using vector_type = typename R::vector_type;
  using Terms = detail::sup::SparseList<R>;
  struct Term {
    std::uint64_t exponent;
    element coefficient;
    friend bool operator==(const Term&, const Term&) = default;
  };

  /// The zero polynomial; over prime fields as DensePoly's.
  SparsePoly() requires detail::DefaultRing<R> : ring_(detail::default_ring<R>()) {}
  SparsePoly(const SparsePoly&) = default;
  SparsePoly(SparsePoly&&) noexcept = default;
  SparsePoly& operator=(const SparsePoly&) = default;
  /// Not a default one: of exponents and coefficients that are moved to themselves only some would stay.
  SparsePoly& operator=(SparsePoly&& other) noexcept {
    if (this == &other) return *this;
    ring_ = std::move(other.ring_);
    terms_ = std::move(other.terms_);
    variable_ = std::move(other.variable_);
    return *this;
  }
  ~SparsePoly() = default;
  explicit SparsePoly(R ring) : ring_(std::move(ring)) {}
  /// Terms in any order; coefficients of equal exponents are added up. Throws DomainError for exponents of 2^63 or
  /// more.
  SparsePoly(R ring, std::vector<Term> terms, const ExecutionContext& ctx = ExecutionContext::default_context())
      : ring_(std::move(ring)) {
    std::vector<std::pair<std::uint64_t, element>> list;
    list.reserve(terms.size());
    for (Term& t : terms) {
      detail::require_element(ring_, t.coefficient);
      list.emplace_back(detail::sup::add_exponents(t.exponent, 0), std::move(t.coefficient));
    }
    terms_ = ops::collect(ring_, std::move(list), ctx);
  }
  SparsePoly(std::initializer_list<Term> terms) requires std::default_initializable<R>
      : SparsePoly(R{}, std::vector<Term>(terms)) {}
  template <class Other>
  requires detail::operands::NoSource<SparsePoly, Other>
  explicit SparsePoly(const Other&) = delete;  // to_sparse(f), convert(ring, f), parse_poly, constant

  /// coefficient * x^exponent.
  static SparsePoly monomial(R ring, element coefficient, std::uint64_t exponent) {
    return SparsePoly(std::move(ring), std::vector<Term>{{exponent, std::move(coefficient)}});
  }
  static SparsePoly monomial(element coefficient, std::uint64_t exponent) requires std::default_initializable<R> {
    return monomial(R{}, std::move(coefficient), exponent);
  }
  static SparsePoly constant(R ring, element value) { return monomial(std::move(ring), std::move(value), 0); }
  static SparsePoly constant(element value) requires std::default_initializable<R> {
    return constant(R{}, std::move(value));
  }
  template <std::floating_point F>
  static void constant(const R&, F) = delete;
  /// The polynomial x.
  static SparsePoly generator(R ring = R{}) {
    element one = ring.one();
    return monomial(std::move(ring), std::move(one), 1);
  }
  /// From coefficients in ascending degree, as DensePoly has them.
  static SparsePoly from_elements(R ring, std::vector<element> coefficients) {
    std::vector<Term> terms;
    for (std::size_t i = coefficients.size(); i-- != 0;) terms.push_back({i, std::move(coefficients[i])});
    return SparsePoly(std::move(ring), std::move(terms));
  }
  static SparsePoly from_elements(std::vector<element> coefficients) requires std::default_initializable<R> {
    return from_elements(R{}, std::move(coefficients));
  }

  // --- inspection ------------------------------------------------------------------------------------------------
  const R& ring() const noexcept { return ring_; }
  std::size_t term_count() const noexcept { return terms_.size(); }
  /// -1 for the zero polynomial.
  std::int64_t degree() const noexcept { return is_zero() ? -1 : static_cast<std::int64_t>(terms_.exponents.front()); }
  /// Coefficients of the dense form: degree + 1, 0 for zero.
  std::uint64_t length() const noexcept { return static_cast<std::uint64_t>(degree()) + 1; }
  /// The lowest exponent; 0 for the zero polynomial.
  std::uint64_t low_degree() const noexcept { return is_zero() ? 0 : terms_.exponents.back(); }
  bool is_zero() const noexcept { return terms_.size() == 0; }
  bool is_constant() const noexcept { return degree() <= 0; }
  bool is_one() const { return degree() == 0 && ring_.is_one(terms_[0]); }
  bool is_negative_one() const { return degree() == 0 && ring_.is_one(ring_.neg(terms_[0])); }
  bool is_monic() const { return !is_zero() && ring_.is_one(terms_[0]); }
  /// The coefficient of x^exponent; O(log terms).
  element coefficient(std::uint64_t exponent) const {
    const auto& e = terms_.exponents;
    const auto at = std::lower_bound(e.begin(), e.end(), exponent, std::greater<>());
    return at != e.end() && *at == exponent ? terms_[static_cast<std::size_t>(at - e.begin())] : ring_.zero();
  }
  element operator[](std::uint64_t exponent) const { return coefficient(exponent); }
  /// Zero for the zero polynomial.
  element leading_coefficient() const { return is_zero() ? ring_.zero() : terms_[0]; }
  element trailing_coefficient() const { return coefficient(0); }
  bool is_trailing_coefficient_zero() const { return is_zero() || low_degree() != 0; }
  /// Term i, the first being the leading one. Throws DomainError for i >= term_count().
  Term term(std::size_t i) const {
    detail::require_index(i, term_count(), "term");
    return {terms_.exponents[i], terms_[i]};
  }
  /// The terms, the leading one first.
  auto begin() const noexcept { return IndexIterator<SparsePoly, &SparsePoly::term>(*this, 0); }
  auto end() const noexcept { return IndexIterator<SparsePoly, &SparsePoly::term>(*this, term_count()); }
  /// The value at x, as evaluate.
  element operator()(const element& x) const { return evaluate(*this, detail::operand(ring_, x)); }
  template <std::integral I>
  element operator()(I x) const {
    return evaluate(*this, ring_.from_integer(Integer(x)));
  }
  /// The polynomial in g, as compose.
  SparsePoly operator()(const SparsePoly& g) const { return compose(*this, g); }
  template <class X>
  requires detail::operands::NoOperand<SparsePoly, X> element operator()(const X&) const = delete;
  std::vector<Term> terms() const {
    std::vector<Term> list;
    list.reserve(term_count());
    for (std::size_t i = 0; i < term_count(); ++i) list.push_back(term(i));
    return list;
  }
  /// Packed: for algorithms.
  const Terms& packed_terms() const noexcept { return terms_; }
  const std::string& variable() const noexcept { return variable_.text(); }
  /// All coefficients in ascending degree, zeros included. Throws MemoryLimit where their list does not fit.
  std::vector<element> elements(const ExecutionContext& ctx = ExecutionContext::default_context()) const {
    detail::sup::require_dense(length(), ctx);
    std::vector<element> e(static_cast<std::size_t>(length()), ring_.zero());
    for (std::size_t i = 0; i < terms_.size(); ++i) e[static_cast<std::size_t>(terms_.exponents[i])] = terms_[i];
    return e;
  }

  // --- change ------------------------------------------------------------------------------------------------------
  /// O(terms): builds the terms anew.
  void set_coefficient(std::uint64_t exponent, const element& value) {
    const SparsePoly change = monomial(ring_, ring_.sub(value, coefficient(exponent)), exponent);
    terms_ = ops::sum(ring_, terms_, change.terms_, false, ExecutionContext::default_context());
  }
  template <std::floating_point F>
  void set_coefficient(std::uint64_t, F) = delete;
  /// As DensePoly::set_variable.
  void set_variable(std::string name) {
    detail::require_variable_name(ring_, name);
    variable_ = detail::VariableName(std::move(name));
  }
  SparsePoly with_variable(std::string name) && {
    set_variable(std::move(name));
    return std::move(*this);
  }
  SparsePoly with_variable(std::string name) const& { return SparsePoly(*this).with_variable(std::move(name)); }

#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // src: the library itself uses the named functions
  // --- operators: the default context --------------------------------------------------------------------------------
  SparsePoly operator-() const { return neg(*this); }
  SparsePoly& operator+=(const SparsePoly& b) { return add_into(*this, *this, b), *this; }
  SparsePoly& operator-=(const SparsePoly& b) { return sub_into(*this, *this, b), *this; }
  SparsePoly& operator*=(const SparsePoly& b) { return mul_into(*this, *this, b), *this; }
  SparsePoly& operator/=(const SparsePoly& b) { return *this = exact_div(*this, b); }
  SparsePoly& operator+=(const element& b) { return *this = add(*this, constant(ring_, detail::operand(ring_, b))); }
  SparsePoly& operator-=(const element& b) { return *this = sub(*this, constant(ring_, detail::operand(ring_, b))); }
  SparsePoly& operator*=(const element& b) { return scale_into(*this, *this, detail::operand(ring_, b)), *this; }
  SparsePoly& operator/=(const element& b) {
    return *this = exact_div(*this, constant(ring_, detail::operand(ring_, b)));
  }
  SparsePoly& operator<<=(std::uint64_t k) { return *this = shift_left(*this, k); }
  SparsePoly& operator>>=(std::uint64_t k) { return *this = shift_right(*this, k); }

  friend SparsePoly operator+(const SparsePoly& a, const SparsePoly& b) { return add(a, b); }
  friend SparsePoly operator-(const SparsePoly& a, const SparsePoly& b) { return sub(a, b); }
  friend SparsePoly operator*(const SparsePoly& a, const SparsePoly& b) { return mul(a, b); }
  /// Exact division. Throws DomainError when it is not exact or b = 0.
  friend SparsePoly operator/(const SparsePoly& a, const SparsePoly& b) { return exact_div(a, b); }
  // Operators take elements here; the base class adds integers of other built-in types, mapped into the ring.
  friend SparsePoly operator+(const SparsePoly& a, const element& b) {
    return add(a, constant(a.ring_, detail::operand(a.ring_, b)));
  }
  friend SparsePoly operator+(const element& a, const SparsePoly& b) {
    return add(constant(b.ring_, detail::operand(b.ring_, a)), b);
  }
  friend SparsePoly operator-(const SparsePoly& a, const element& b) {
    return sub(a, constant(a.ring_, detail::operand(a.ring_, b)));
  }
  friend SparsePoly operator-(const element& a, const SparsePoly& b) {
    return sub(constant(b.ring_, detail::operand(b.ring_, a)), b);
  }
  friend SparsePoly operator*(const SparsePoly& a, const element& b) { return scale(a, detail::operand(a.ring_, b)); }
  friend SparsePoly operator*(const element& a, const SparsePoly& b) { return scale(b, detail::operand(b.ring_, a)); }
  friend SparsePoly operator/(const SparsePoly& a, const element& b) {
    return exact_div(a, constant(a.ring_, detail::operand(a.ring_, b)));
  }
  /// x^k a.
  friend SparsePoly operator<<(const SparsePoly& a, std::uint64_t k) { return shift_left(a, k); }
  /// The quotient of a by x^k.
  friend SparsePoly operator>>(const SparsePoly& a, std::uint64_t k) { return shift_right(a, k); }
#endif

  /// Equal rings, terms and (unless constant) variables.
  friend bool operator==(const SparsePoly& a, const SparsePoly& b) {
    if (!(a.ring_ == b.ring_) || a.terms_.exponents != b.terms_.exponents) return false;
    if (!a.is_constant() && !(a.variable_ == b.variable_)) return false;
    return a.terms_.coefficients == b.terms_.coefficients;
  }

  // --- named functions (found by argument-dependent lookup) ----------------------------------------------------------
  friend SparsePoly add(const SparsePoly& a, const SparsePoly& b,
                        const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const SparsePoly& named = check(a, b);
    return make(ops::sum(a.ring_, a.terms_, b.terms_, false, ctx), named);
  }
  friend SparsePoly sub(const SparsePoly& a, const SparsePoly& b,
                        const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const SparsePoly& named = check(a, b);
    return make(ops::sum(a.ring_, a.terms_, b.terms_, true, ctx), named);
  }
  friend SparsePoly neg(const SparsePoly& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return a.mapped([&](std::uint64_t, const element& c) { return a.ring_.neg(c); }, ctx);
  }
  /// By merging rows, or as a dense product. O(terms a * terms b) ring operations at most.
  friend SparsePoly mul(const SparsePoly& a, const SparsePoly& b,
                        const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const SparsePoly& named = check(a, b);
    return make(detail::sup::sparse_product(a.ring_, a.terms_, b.terms_, ctx), named);
  }
  friend SparsePoly scale(const SparsePoly& a, const element& factor,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, factor);
    return a.mapped([&](std::uint64_t, const element& c) { return a.ring_.mul(c, factor); }, ctx);
  }

  // The forms `*_into` write into a polynomial or number that exists and reuse its memory: over Z, where coefficients
  // are words, and over Z/pZ loops of sums, multiples, negations and short products allocate nothing once it is large
  // enough. `out` may be an operand. After an exception `out` has some value.
  friend void add_into(SparsePoly& out, const SparsePoly& a, const SparsePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, check(a, b).variable_);
    ops::sum_into(a.ring_, out.terms_, a.terms_, b.terms_, false, ctx);
  }
  friend void sub_into(SparsePoly& out, const SparsePoly& a, const SparsePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, check(a, b).variable_);
    ops::sum_into(a.ring_, out.terms_, a.terms_, b.terms_, true, ctx);
  }
  friend void mul_into(SparsePoly& out, const SparsePoly& a, const SparsePoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out.take_name(a.ring_, check(a, b).variable_);
    detail::sup::sparse_product_into(a.ring_, out.terms_, a.terms_, b.terms_, ctx);
  }
  friend void scale_into(SparsePoly& out, const SparsePoly& a, const element& factor,
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, factor);
    if constexpr (detail::sup::has_short_lists_v<R>) {  // no product is zero unless the factor is
      if (!a.ring_.is_zero(factor)) {
        out.take_name(a.ring_, a.variable_);
        return out.write_terms([&](Terms& terms) {
          detail::DenseOps<R>::scale_into(a.ring_, terms.coefficients, a.terms_.coefficients, factor, ctx);
          terms.exponents = a.terms_.exponents;
        });
      }
    }
    out = scale(a, factor, ctx);
  }
  friend void neg_into(SparsePoly& out, const SparsePoly& a,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    if constexpr (detail::sup::has_short_lists_v<R>) {
      out.take_name(a.ring_, a.variable_);
      out.write_terms([&](Terms& terms) {
        detail::DenseOps<R>::neg_into(a.ring_, terms.coefficients, a.terms_.coefficients, ctx);
        terms.exponents = a.terms_.exponents;
      });
    } else {
      out = neg(a, ctx);
    }
  }
  /// The first derivative.
  friend void derivative_into(SparsePoly& out, const SparsePoly& a,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out = derivative(a, 1, ctx);
  }
  friend void evaluate_into(element& out, const SparsePoly& a, const element& x,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
    out = evaluate(a, x, ctx);
  }
  friend SparsePoly shift_left(const SparsePoly& a, std::uint64_t k,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
    ctx.poll();
    Terms terms = a.terms_;
    if (!a.is_zero()) detail::sup::add_exponents(terms.exponents.front(), k);
    for (std::uint64_t& e : terms.exponents) e += k;
    return make(std::move(terms), a);
  }
  friend SparsePoly shift_right(const SparsePoly& a, std::uint64_t k,
                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::sup::SparseListBuilder<R> out(a.ring_, ctx);
    for (std::size_t i = 0; i < a.terms_.size() && a.terms_.exponents[i] >= k; ++i)
      out.push_back(a.terms_.exponents[i] - k, a.terms_[i]);
    return make(out.finish(), a);
  }
  /// The k-th derivative: O(terms) products by falling factorials, found by halves. Throws MemoryLimit where these are
  /// too long.
  friend SparsePoly derivative(const SparsePoly& a, std::uint64_t k = 1,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::sup::SparseListBuilder<R> out(a.ring_, ctx);
    for (std::size_t i = 0; i < a.terms_.size() && a.terms_.exponents[i] >= k; ++i) {
      const std::uint64_t e = a.terms_.exponents[i];
      out.push_back(e - k, a.ring_.mul(a.terms_[i], detail::falling_factorial(a.ring_, e, k, ctx)));
    }
    return make(out.finish(), a);
  }
  /// The value at x: Horner over the gaps, O(terms log exponents) ring operations. Throws MemoryLimit where a power
  /// beyond 2^32 of an element of infinite order is asked for.
  friend element evaluate(const SparsePoly& a, const element& x,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, x);
    element value = a.ring_.zero();
    for (std::size_t i = 0; i < a.terms_.size(); ++i) {
      ctx.poll();
      const bool last = i + 1 == a.terms_.size();
      const std::uint64_t gap = a.terms_.exponents[i] - (last ? 0 : a.terms_.exponents[i + 1]);
      value = detail::polled_product(a.ring_, a.ring_.add(value, a.terms_[i]),
                                     detail::bounded_power(a.ring_, x, gap, ctx), ctx);
    }
    return value;
  }
  /// At the image of an integer in the ring.
  template <std::integral I>
  requires(!std::same_as<I, element>) friend element
      evaluate(const SparsePoly& a, I x, const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return evaluate(a, a.ring_.from_integer(Integer(x)), ctx);
  }
  /// Exact quotient, or nothing when b does not divide a. Throws DomainError when b = 0.
  friend std::optional<SparsePoly> try_exact_div(const SparsePoly& a, const SparsePoly& b,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const SparsePoly& named = check(a, b);
    if (b.is_zero()) throw DomainError("division by the zero polynomial");
    auto q = detail::sup::sparse_exact_quotient(a.ring_, a.terms_, b.terms_, ctx);
    if (!q) return std::nullopt;
    return make(std::move(*q), named);
  }
  friend SparsePoly exact_div(const SparsePoly& a, const SparsePoly& b,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    auto q = try_exact_div(a, b, ctx);
    if (!q) throw DomainError("the polynomial division is not exact");
    return std::move(*q);
  }

  /// Throws unless the two can be combined; returns the one whose variable the result has.
  static const SparsePoly& check(const SparsePoly& a, const SparsePoly& b) {
    detail::require_equal_rings(a.ring_, b.ring_);
    if (a.variable_ == b.variable_ || b.is_constant()) return a;
    if (a.is_constant()) return b;
    throw DomainError("polynomials in different variables: " + a.variable() + " and " + b.variable());
  }
  /// A polynomial from a list of terms as this class keeps them, with the ring and the variable of another.
  static SparsePoly make(Terms terms, const SparsePoly& like) {
    SparsePoly p(like.ring_);
    p.terms_ = std::move(terms);
    p.variable_ = like.variable_;
    return p;
  }
  /// f(exponent, coefficient) in place of every coefficient.
  template <class F>
  SparsePoly mapped(const F& f, const ExecutionContext& ctx) const {
    return make(ops::mapped(ring_, terms_, f, ctx), *this);
  }

 private:
  using ops = detail::sup::SparseListOps<R>;

  /// Lets f(terms) write exponents and coefficients; what an exception leaves of them is no list.
  template <class F>
  void write_terms(const F& f) {
    try {
      f(terms_);
    } catch (...) {
      terms_ = {};
      throw;
    }
  }
  /// Becomes a polynomial over this ring in this variable, which may be its own. Elements of another ring do not stay:
  /// an operation that throws would leave them.
  void take_name(const R& ring, const detail::VariableName& variable) {
    if (!(ring_ == ring)) {
      terms_ = {};
      ring_ = ring;
    }
    if (!(variable_ == variable)) variable_ = variable;
  }

  [[no_unique_address]] R ring_;
  Terms terms_;
  detail::VariableName variable_{detail::default_variable(ring_)};
};

/// The name of the BPAS papers.
template <Ring R>
using SUP = SparsePoly<R>;

}  // namespace v1
}  // namespace polyfork
