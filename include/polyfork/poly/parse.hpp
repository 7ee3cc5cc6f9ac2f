// Reading elements of any ring, and dense and sparse polynomials over any ring, from infix text: one syntax for all.
//
//   parse_element(RationalFunctions<Rationals>(...), "(t + 1)/(t^2 - 2)")
//   parse_sparse(GaussianRationals(), "(1/2+3*i)*x^1000000 - x")
//
// What to_string writes is read back. A name stands for a variable or what the ring's member named_element says ("i" of
// Q(i), the variable of a polynomial ring, of the ring below, ...); numbers are integers of the ring, '/' divides in it.
// Throws ParseError with line and column: also for unknown names, division by zero or by what does not divide, and
// powers too large. For long texts over Z and Q, parse_poly (io.hpp) is faster and reads other formats too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/detail/infix_program.hpp>
#include <polyfork/poly/polynomial_ring.hpp>
#include <polyfork/poly/sparse_poly.hpp>

namespace polyfork::inline v1 {

namespace detail {

/// Degrees of dense values stay below this.
inline constexpr std::uint64_t max_parsed_degree = (std::uint64_t{1} << 31) - 2;

/// An upper bound of what counts for the size of a power: the sum of degrees down the tower.
template <Ring R>
std::uint64_t parsed_degree(const R& ring, const typename R::element& a) {
  if constexpr (is_polynomial_ring_v<R>) {
    std::uint64_t inner = 0;
    for (std::size_t i = 0; i < a.length(); ++i)
      inner = std::max(inner, parsed_degree(ring.base(), typename R::base_ring::element(a.coefficient(i))));
    return inner + (a.is_zero() ? 0 : static_cast<std::uint64_t>(a.degree()));
  } else if constexpr (is_fraction_field_v<R>) {
    return std::max(parsed_degree(ring.base(), a.numerator), parsed_degree(ring.base(), a.denominator));
  } else {
    return 0;
  }
}

template <Ring R>
std::optional<typename R::element> element_of_name(const R& ring, std::string_view name) {
  if constexpr (requires { ring.named_element(name); }) return ring.named_element(name);
  return std::nullopt;
}

/// How a program computes with elements of a ring.
template <Ring R>
struct ElementMachine {
  using value = typename R::element;
  const R& ring;
  const ExecutionContext& ctx;

  value number(const Integer& n) const { return ring.from_integer(n); }
  std::optional<value> name(std::string_view text) const { return element_of_name(ring, text); }
  value negate(const value& a) const { return ring.neg(a); }
  value add(const value& a, const value& b) const { return ring.add(a, b); }
  value multiply(const value& a, const value& b) const { return ring.mul(a, b); }
  bool is_zero(const value& a) const { return ring.is_zero(a); }
  std::optional<value> divide(const value& a, const value& b) const { return ring.try_divide(a, b); }
  value power(const value& a, std::uint64_t exponent) const {
    const std::uint64_t degree = parsed_degree(ring, a);
    if (degree != 0 && exponent > max_parsed_degree / degree) throw DomainError("the power is too large");
    return sup::bounded_power(ring, a, exponent, ctx);
  }
};

/// The same with sparse polynomials.
template <Ring R>
struct SparseMachine {
  using value = SparsePoly<R>;
  const R& ring;
  std::string_view variable;
  const ExecutionContext& ctx;

  value constant(typename R::element c) const {
    return SparsePoly<R>::constant(ring, std::move(c)).with_variable(std::string(variable));
  }
  value number(const Integer& n) const { return constant(ring.from_integer(n)); }
  std::optional<value> name(std::string_view text) const {
    if (text == variable) return SparsePoly<R>::identity(ring).with_variable(std::string(variable));
    if (auto c = element_of_name(ring, text)) return constant(std::move(*c));
    return std::nullopt;
  }
  value negate(const value& a) const { return neg(a, ctx); }
  value add(const value& a, const value& b) const {
    using polyfork::add;
    return add(a, b, ctx);
  }
  value multiply(const value& a, const value& b) const { return mul(a, b, ctx); }
  bool is_zero(const value& a) const { return a.is_zero(); }
  std::optional<value> divide(const value& a, const value& b) const { return try_exact_div(a, b, ctx); }
  value power(const value& a, std::uint64_t exponent) const {
    if (a.is_constant()) return constant(ElementMachine<R>{ring, ctx}.power(a.coefficient(0), exponent));
    return pow(a, exponent, ctx);
  }
};

/// Runs a program. Errors of the arithmetic are told at their place in the text.
template <class Machine>
class InfixRun {
 public:
  using value = typename Machine::value;
  InfixRun(std::string_view text, const Machine& machine, const ExecutionContext& ctx)
      : text_(text), machine_(machine), ctx_(ctx) {}

  value operator()() {
    for (const InfixStep& step : infix_program(text_, ctx_)) {
      try {
        run(step);
      } catch (const DomainError& error) {
        fail_infix(text_, step.offset, error.what());
      }
    }
    return std::move(stack_.back());
  }

 private:
  void run(const InfixStep& step) {
    switch (step.kind) {
      case InfixStep::Kind::number:
        stack_.push_back(machine_.number(Integer(step.text)));
        break;
      case InfixStep::Kind::name: {
        std::optional<value> named = machine_.name(step.text);
        if (!named) throw DomainError("unknown name '" + std::string(step.text.substr(0, 40)) + "'");
        stack_.push_back(std::move(*named));
        break;
      }
      case InfixStep::Kind::negate:
        stack_.back() = machine_.negate(stack_.back());
        break;
      case InfixStep::Kind::sum:
        add_up(static_cast<std::size_t>(step.count));
        break;
      case InfixStep::Kind::multiply: {
        const value b = pop();
        stack_.back() = machine_.multiply(stack_.back(), b);
        break;
      }
      case InfixStep::Kind::divide: {
        const value b = pop();
        if (machine_.is_zero(b)) throw DomainError("division by zero");
        std::optional<value> quotient = machine_.divide(stack_.back(), b);
        if (!quotient) throw DomainError("the division is not exact");
        stack_.back() = std::move(*quotient);
        break;
      }
      case InfixStep::Kind::power:
        stack_.back() = machine_.power(stack_.back(), step.count);
        break;
    }
  }

  /// The topmost values, as a tree.
  void add_up(std::size_t count) {
    const std::size_t first = stack_.size() - count;
    for (std::size_t gap = 1; gap < count; gap *= 2) {
      ctx_.poll();
      for (std::size_t i = 0; i + gap < count; i += 2 * gap)
        stack_[first + i] = machine_.add(stack_[first + i], std::exchange(stack_[first + i + gap], machine_.number(0)));
    }
    stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(first) + 1, stack_.end());
  }
  value pop() {
    value top = std::move(stack_.back());
    stack_.pop_back();
    return top;
  }

  std::string_view text_;
  const Machine& machine_;
  const ExecutionContext& ctx_;
  std::vector<value> stack_;
};

}  // namespace detail

/// An element of any ring.
template <Ring R>
typename R::element parse_element(const R& ring, std::string_view text,
                                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const detail::ElementMachine<R> machine{ring, ctx};
  return detail::InfixRun(text, machine, ctx)();
}

/// A sparse polynomial over any ring, in the variable of this name.
template <Ring R>
SparsePoly<R> parse_sparse(const R& ring, std::string_view text, std::string_view variable = "x",
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const detail::SparseMachine<R> machine{ring, variable, ctx};
  return detail::InfixRun(text, machine, ctx)();
}

/// A dense one. Throws MemoryLimit when its degree is too large.
template <Ring R>
DensePoly<R> parse_dense(const R& ring, std::string_view text, std::string_view variable = "x",
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return to_dense(parse_sparse(ring, text, variable, ctx), ctx);
}

}  // namespace polyfork::inline v1
