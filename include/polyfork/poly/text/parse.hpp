// One infix syntax for all polynomials: reading any type over any ring, elements of rings, and literals.
//
//   parse_poly<MultiPolyQ>("x^2*y/3 - (x + y)^5")                          variables in order of appearance
//   parse_poly<MultiPolyQ>("x*z", Variables({"x", "y", "z"}))              these variables; others are an error
//   parse_poly<SparseMultiPoly<GaussianRationals>>("(1/2 + 3*i)*x*y")      i and I are the unit
//   parse_poly<DensePoly<PrimeField>>("(x + 1)^1000", PrimeField(7))
//   parse_sparse(PrimeField(7), "x^1000000000000 - 1")
//   parse_element(PolynomialRing<Rationals>({}, "t"), "(t + 1)^2")
//   PolyZ f = "3*x^2 - 1"_poly;                                            using namespace polyfork::literals
//
// What to_string and << write reads back over the same ring with the same variables. Grammar, limits and errors:
// docs/guide/formats.md. Univariate polynomials over Z and Q have further formats and a faster reader: io.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/poly/text/detail/polynomial_text.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

// Version 14 lays out requires-expressions badly.
// clang-format off
/// A type of polynomials that parse_poly reads.
template <class P>
concept ParsablePolynomial =
    requires(std::string_view text, const typename P::ring_type& ring, const std::optional<Variables>& variables,
             const ExecutionContext& ctx) {
      { detail::PolynomialText<P>::read(text, ring, variables, ctx) } -> std::same_as<P>;
    };
// clang-format on

/// The polynomial in these variables; another name is an error unless the ring knows it. Every division must have a
/// quotient in the ring where it stands. Throws ParseError with line and column; DomainError for a variable with the
/// name of an element of the ring (i over Q(i)); MemoryLimit and Cancelled.
template <ParsablePolynomial P>
P parse_poly(std::string_view text, const Variables& variables, const typename P::ring_type& ring,
             const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::PolynomialText<P>::read(text, ring, variables, ctx);
}
template <ParsablePolynomial P>
P parse_poly(std::string_view text, const Variables& variables,
             const ExecutionContext& ctx =
                 ExecutionContext::default_context()) requires std::default_initializable<typename P::ring_type> {
  return detail::PolynomialText<P>::read(text, {}, variables, ctx);
}
/// The variables are the names in the text that the ring does not know, in the order of their appearance. A univariate
/// polynomial takes one, x where there is none.
template <ParsablePolynomial P>
P parse_poly(std::string_view text, const typename P::ring_type& ring,
             const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::PolynomialText<P>::read(text, ring, std::nullopt, ctx);
}
template <ParsablePolynomial P>
P parse_poly(std::string_view text, const ExecutionContext& ctx = ExecutionContext::default_context()) requires
    std::default_initializable<typename P::ring_type> {
  return detail::PolynomialText<P>::read(text, {}, std::nullopt, ctx);
}

// T is no polynomial's type; the field comes behind the text.
template <class T, class... Rest>
requires(!ParsablePolynomial<T>) void parse_poly(std::string_view, const Rest&...) = delete;
template <ParsablePolynomial P>
requires(!std::default_initializable<typename P::ring_type>) void parse_poly(std::string_view) = delete;

/// An element of a ring: "3/4", "1/2 - i", "(t^2 + 1)/(t - 1)", ...
template <Ring R>
typename R::element parse_element(const R& ring, std::string_view text,
                                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::read_with(text, detail::ElementAlgebra<R>(ring), ctx);
}

/// Univariate polynomials over any ring in the variable of this name: parse_poly for rings that are named by a value.
template <Ring R>
SparsePoly<R> parse_sparse(const R& ring, std::string_view text, std::string_view variable = "x",
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::PolynomialText<SparsePoly<R>>::read(text, ring, Variables({std::string(variable)}), ctx);
}
template <Ring R>
DensePoly<R> parse_dense(const R& ring, std::string_view text, std::string_view variable = "x",
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::PolynomialText<DensePoly<R>>::read(text, ring, Variables({std::string(variable)}), ctx);
}

/// The ring that the type of a polynomial has by default.
struct DefaultRing {};

/// What "..."_poly is: text that becomes a polynomial of whatever type it is used as. The text is not copied.
/// R: the ring, or DefaultRing. No type of namespace std: functions of that name there, as std::gcd, would be
/// candidates where literals are arguments.
template <class R = DefaultRing>
class PolyLiteral {
 public:
  PolyLiteral(std::string_view text, R ring, std::optional<Variables> variables)
      : text_(text), ring_(std::move(ring)), variables_(std::move(variables)) {}

  /// The literal over a ring: "x^3 + 2"_poly.over(PrimeField(7)).
  template <Ring S>
  PolyLiteral<S> over(S ring) const {
    return PolyLiteral<S>(text_, std::move(ring), variables_);
  }
  /// The literal in given variables: "x*z"_poly.in(Variables({"x", "y", "z"})).
  PolyLiteral in(Variables variables) const { return PolyLiteral(text_, ring_, std::move(variables)); }

  /// As parse_poly.
  template <ParsablePolynomial P>
  requires std::same_as<typename P::ring_type, R>
  operator P() const {  // NOLINT(google-explicit-constructor)
    return detail::PolynomialText<P>::read(text_, ring_, variables_, ExecutionContext::default_context());
  }
  template <ParsablePolynomial P>
  requires(std::same_as<R, DefaultRing>&& std::default_initializable<typename P::ring_type>) operator P()
      const {  // NOLINT(google-explicit-constructor)
    return detail::PolynomialText<P>::read(text_, {}, variables_, ExecutionContext::default_context());
  }
  template <ParsablePolynomial P>
  P as() const {
    return static_cast<P>(*this);
  }

 private:
  std::string_view text_;
  [[no_unique_address]] R ring_;
  std::optional<Variables> variables_;
};

/// Inline, so that `using namespace polyfork` suffices, too.
inline namespace literals {

inline PolyLiteral<> operator""_poly(const char* text, std::size_t length) {
  return PolyLiteral<>(std::string_view(text, length), {}, std::nullopt);
}

}  // namespace literals

}  // namespace v1
}  // namespace polyfork
