// The target that makes polynomials of expressions, for all polynomial types over all rings.
//
// A value is a monomial as long as it can be (coefficient and exponents), so that 3*(2/5)*x^1000 costs nothing, and
// becomes a polynomial when it must. Sums gather monomials flat and collect them once. What differs between the types
// of polynomials is an Algebra:
//   ring_type, polynomial;  ring(), variable_count(), find(name) -> index or ExpressionTarget::unknown,
//   unknown_reason(name) from_terms(exponents, coefficients, ctx): flat exponents, all of one length; equal monomials
//   are added up flatten(p, exponents, coefficients): the inverse;  size(p): the number of terms add, mul, scale (by an
//   element);  is_constant, constant;  power_terms(p, k): a bound on the terms of p^k
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/text/detail/expression.hpp>
#include <polyfork/poly/text/detail/ring_symbols.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// n/d in a ring. Throws DomainError when it is none of its elements.
template <Ring R>
typename R::element element_from_fraction(const R& ring, const Integer& n, const Integer& d) {
  if constexpr (std::is_same_v<R, Rationals>) {
    return d.is_one() ? Rational(n) : Rational(n, d);
  } else {
    typename R::element value = ring.from_integer(n);
    if (d.is_one()) return value;
    const typename R::element divisor = ring.from_integer(d);
    if (ring.is_zero(divisor)) throw DomainError("division by zero");
    auto quotient = ring.try_divide(value, divisor);
    if (!quotient) throw DomainError("the division is not exact in the ring of coefficients");
    return std::move(*quotient);
  }
}

/// Monomials of a sum, flat; charged.
template <class Element>
class GatheredTerms {
 public:
  GatheredTerms(std::size_t variables, MemoryAccount& account) : variables_(variables), account_(&account) {}

  std::size_t size() const noexcept { return coefficients_.size(); }
  std::vector<std::uint64_t>& exponents() noexcept { return exponents_; }
  std::vector<Element>& coefficients() noexcept { return coefficients_; }

  void push_back(std::span<const std::uint64_t> exponents, Element coefficient) {
    if (coefficients_.size() == capacity_) grow();
    exponents_.insert(exponents_.end(), exponents.begin(), exponents.end());
    coefficients_.push_back(std::move(coefficient));
  }
  bool all_constant() const noexcept {
    return std::all_of(exponents_.begin(), exponents_.end(), [](std::uint64_t e) { return e == 0; });
  }

 private:
  void grow() {
    const std::size_t capacity = capacity_ + capacity_ / 2 + 4;
    MemoryReservation reservation(*account_, capacity * (variables_ * sizeof(std::uint64_t) + sizeof(Element)));
    exponents_.reserve(capacity * variables_);
    coefficients_.reserve(capacity);
    reservation_ = std::move(reservation);
    capacity_ = capacity;
  }

  std::size_t variables_;
  MemoryAccount* account_;
  std::size_t capacity_ = 0;
  std::vector<std::uint64_t> exponents_;
  std::vector<Element> coefficients_;
  MemoryReservation reservation_;
};

template <class Algebra>
class ExpressionBuilder final : public ExpressionTarget {
 public:
  using R = typename Algebra::ring_type;
  using E = typename R::element;
  using P = typename Algebra::polynomial;

  ExpressionBuilder(const Algebra& algebra, const ExecutionContext& ctx)
      : algebra_(algebra), ctx_(ctx), variables_(algebra.variable_count()), exponents_(variables_) {}

  /// The value of the whole expression.
  P result() { return polynomial_of(std::move(stack_.back())); }

  std::size_t symbol(std::string_view name) override {
    if (const auto found = symbols_.find(name); found != symbols_.end()) return found->second;
    std::size_t index = algebra_.find(name);
    if (index == unknown) {
      auto element = element_of_name(algebra_.ring(), name);
      if (!element) return unknown;
      index = variables_ + elements_.size();
      elements_.push_back(std::move(*element));
    }
    symbols_.emplace(name, index);
    return index;
  }
  std::string unknown_reason(std::string_view name) const override { return algebra_.unknown_reason(name); }

  void open_sum() override { sums_.emplace_back(variables_, ctx_.memory()); }

  void add_monomial(const ExpressionMonomial& m) override {
    E coefficient = coefficient_of(m);
    if (algebra_.ring().is_zero(coefficient)) return;
    sums_.back().terms.push_back(variable_part(m), std::move(coefficient));
  }

  void add_top(bool negative_value) override {
    Value value = pop();
    if (negative_value) negate(value);
    Sum& sum = sums_.back();
    if (value.polynomial)
      accumulate(sum.partial, std::move(*value.polynomial));
    else if (!algebra_.ring().is_zero(value.coefficient))
      sum.terms.push_back(value.exponents, std::move(value.coefficient));
  }

  void close_sum() override {
    Sum sum = std::move(sums_.back());
    sums_.pop_back();
    auto& terms = sum.terms;
    if (sum.partial.empty() && (terms.size() <= 1 || terms.all_constant())) {
      const R& ring = algebra_.ring();
      Value value{std::vector<std::uint64_t>(variables_), ring.zero(), std::nullopt};
      if (terms.size() == 1) value.exponents = std::move(terms.exponents());
      for (E& c : terms.coefficients()) value.coefficient = ring.add(value.coefficient, c);
      stack_.push_back(std::move(value));
      return;
    }
    if (terms.size() != 0)
      accumulate(sum.partial, algebra_.from_terms(std::move(terms.exponents()), std::move(terms.coefficients()), ctx_));
    P total = std::move(sum.partial.back());
    for (sum.partial.pop_back(); !sum.partial.empty(); sum.partial.pop_back())
      total = algebra_.add(total, sum.partial.back(), ctx_);
    push(std::move(total));
  }

  void push_monomial(const ExpressionMonomial& m) override {
    const auto exponents = variable_part(m);
    stack_.push_back({{exponents.begin(), exponents.end()}, coefficient_of(m), std::nullopt});
  }

  void negate() override { negate(stack_.back()); }

  void multiply() override {
    Value b = pop();
    Value a = pop();
    if (a.polynomial && b.polynomial) {
      push(algebra_.mul(*a.polynomial, *b.polynomial, ctx_));
    } else if (!a.polynomial && !b.polynomial) {
      for (std::size_t v = 0; v < variables_; ++v) {
        if (a.exponents[v] > max_expression_exponent - b.exponents[v]) throw DomainError("exponent overflow");
        a.exponents[v] += b.exponents[v];
      }
      a.coefficient = algebra_.ring().mul(a.coefficient, b.coefficient);
      stack_.push_back(std::move(a));
    } else {
      if (a.polynomial) std::swap(a, b);
      const bool number = std::all_of(a.exponents.begin(), a.exponents.end(), [](std::uint64_t e) { return e == 0; });
      push(number ? algebra_.scale(*b.polynomial, a.coefficient, ctx_)
                  : algebra_.mul(polynomial_of(std::move(a)), *b.polynomial, ctx_));
    }
  }

  void divide() override {
    const Value divisor = pop();
    const R& ring = algebra_.ring();
    const bool constant = !divisor.polynomial && (ring.is_zero(divisor.coefficient) ||
                                                  std::all_of(divisor.exponents.begin(), divisor.exponents.end(),
                                                              [](std::uint64_t e) { return e == 0; }));
    if (!constant) throw DomainError("division by an expression that is not constant");
    if (ring.is_zero(divisor.coefficient)) throw DomainError("division by zero");
    Value value = pop();
    if (value.polynomial) {
      push(all_divided(*value.polynomial, divisor.coefficient));
      return;
    }
    value.coefficient = divided(value.coefficient, divisor.coefficient);
    stack_.push_back(std::move(value));
  }

  void raise(std::uint64_t exponent) override {
    Value value = pop();
    if (value.polynomial) {
      push(power(std::move(*value.polynomial), exponent));
      return;
    }
    for (std::uint64_t& e : value.exponents) {
      if (e != 0 && exponent > max_expression_exponent / e) throw DomainError("exponent overflow");
      e *= exponent;
    }
    value.coefficient = element_power(std::move(value.coefficient), exponent);
    stack_.push_back(std::move(value));
  }

 private:
  /// coefficient times a monomial, or a polynomial that is not constant.
  struct Value {
    std::vector<std::uint64_t> exponents;
    E coefficient;
    std::optional<P> polynomial;
  };
  struct Sum {
    Sum(std::size_t variables, MemoryAccount& account) : terms(variables, account) {}
    GatheredTerms<E> terms;
    std::vector<P> partial;  // as a binary counter holds them: sizes descend
  };

  Value pop() {
    Value value = std::move(stack_.back());
    stack_.pop_back();
    return value;
  }
  void push(P polynomial) {
    Value value{std::vector<std::uint64_t>(variables_), algebra_.ring().zero(), std::nullopt};
    if (algebra_.is_constant(polynomial))
      value.coefficient = algebra_.constant(polynomial);
    else
      value.polynomial = std::move(polynomial);
    stack_.push_back(std::move(value));
  }
  P polynomial_of(Value value) {
    if (value.polynomial) return std::move(*value.polynomial);
    std::vector<E> coefficients;
    if (algebra_.ring().is_zero(value.coefficient))
      value.exponents.clear();
    else
      coefficients.push_back(std::move(value.coefficient));
    return algebra_.from_terms(std::move(value.exponents), std::move(coefficients), ctx_);
  }
  void negate(Value& value) {
    const R& ring = algebra_.ring();
    if (value.polynomial)
      value.polynomial = algebra_.scale(*value.polynomial, ring.neg(ring.one()), ctx_);
    else
      value.coefficient = ring.neg(value.coefficient);
  }
  E divided(const E& a, const E& divisor) {
    auto quotient = algebra_.ring().try_divide(a, divisor);
    if (!quotient) throw DomainError("the division is not exact in the ring of coefficients");
    return std::move(*quotient);
  }
  P all_divided(const P& p, const E& divisor) {
    if constexpr (Field<R>) return algebra_.scale(p, algebra_.ring().inverse(divisor), ctx_);
    std::vector<std::uint64_t> exponents;
    std::vector<E> coefficients;
    algebra_.flatten(p, exponents, coefficients);
    for (E& c : coefficients) c = divided(c, divisor);
    return algebra_.from_terms(std::move(exponents), std::move(coefficients), ctx_);
  }
  /// Sums of similar length are added first, so that many short summands cost no pass over a long sum each.
  void accumulate(std::vector<P>& partial, P summand) {
    while (!partial.empty() && algebra_.size(partial.back()) < 2 * algebra_.size(summand) + 2) {
      summand = algebra_.add(partial.back(), summand, ctx_);
      partial.pop_back();
    }
    partial.push_back(std::move(summand));
  }

  /// The exponents of the variables, all of them, in a buffer of this builder.
  std::span<const std::uint64_t> variable_part(const ExpressionMonomial& m) {
    const std::size_t given = std::min(variables_, m.exponents.size());
    std::copy_n(m.exponents.begin(), given, exponents_.begin());
    std::fill(exponents_.begin() + static_cast<std::ptrdiff_t>(given), exponents_.end(), 0);
    return exponents_;
  }
  E coefficient_of(const ExpressionMonomial& m) {
    E value = element_from_fraction(algebra_.ring(), m.numerator, m.denominator);
    for (std::size_t s = variables_; s < m.exponents.size(); ++s)
      if (m.exponents[s] != 0)
        value = algebra_.ring().mul(value, element_power(elements_[s - variables_], m.exponents[s]));
    return value;
  }

  E element_power(E base, std::uint64_t exponent) {
    reserve_bits(RingText<R>::power_bits(base, exponent));
    ctx_.poll();
    return polyfork::pow(algebra_.ring(), std::move(base), exponent);
  }
  /// By binary powering.
  P power(P base, std::uint64_t exponent) {
    std::size_t bits = 0;
    std::vector<std::uint64_t> exponents;
    std::vector<E> coefficients;
    algebra_.flatten(base, exponents, coefficients);
    for (const E& c : coefficients) bits = std::max(bits, RingText<R>::power_bits(c, 1));
    if (bits != 0)
      bits = saturating_product(bits + static_cast<std::size_t>(std::bit_width(coefficients.size())), exponent);
    const std::size_t per_term = bits > SIZE_MAX - 64 * (variables_ + 2) ? SIZE_MAX : bits + 64 * (variables_ + 2);
    reserve_bits(saturating_product(algebra_.power_terms(base, exponent), per_term));
    P result = polynomial_of({std::vector<std::uint64_t>(variables_), algebra_.ring().one(), std::nullopt});
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = algebra_.mul(result, base, ctx_);
      if (exponent > 1) base = algebra_.mul(base, base, ctx_);
    }
    return result;
  }
  /// Throws when a value of so many bits is absurd or does not fit.
  void reserve_bits(std::size_t bits) {
    if (bits > max_bits) throw DomainError("the power is too large");
    const MemoryReservation reservation(ctx_.memory(), bits / 8);
  }
  static constexpr std::size_t max_bits = std::size_t{1} << 40;  // 128 GiB

  const Algebra& algebra_;
  const ExecutionContext& ctx_;
  std::size_t variables_;
  std::vector<std::uint64_t> exponents_;
  std::map<std::string, std::size_t, std::less<>> symbols_;
  std::vector<E> elements_;  // of the symbols from variables_ on
  std::vector<Sum> sums_;
  std::vector<Value> stack_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
