// PolynomialText<P>: how a polynomial type is read from infix text. One specialisation for each type.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/text/detail/expression_builder.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class DenseMultiPoly;

namespace detail {

/// Specialisations have `P read(text, ring, variables, ctx)`; without variables they are those of the text. The bodies
/// stand outside of the classes: within, they would be inline, and compiled wherever they are used although the library
/// has them.
template <class P>
struct PolynomialText;

/// The number of monomials of degree k in t variables, saturating: terms of the k-th power of a sum of t terms.
POLYFORK_EXPORT std::size_t powers_of_sum(std::size_t t, std::uint64_t k);
/// "unknown variable 'z'; the variables are x, y".
POLYFORK_EXPORT std::string unknown_variable(std::string_view name, const std::vector<std::string>& variables);
template <Ring R>
void require_unused_names(const R& ring, const Variables& variables) {
  for (const std::string& name : variables.names()) require_unused_name(ring, name);
}

/// The names of the text that are no elements of the ring.
template <Ring R>
std::vector<ExpressionName> variables_of_text(std::string_view text, const R& ring, const ExecutionContext& ctx) {
  std::vector<ExpressionName> names = names_in_expression(text, ctx);
  std::erase_if(names, [&](const ExpressionName& n) { return element_of_name(ring, n.name).has_value(); });
  return names;
}

// The functions of polynomials, for classes that have members of these names.
template <class P>
P sum_of(const P& a, const P& b, const ExecutionContext& ctx) {
  return add(a, b, ctx);
}
template <class P>
P product_of(const P& a, const P& b, const ExecutionContext& ctx) {
  return mul(a, b, ctx);
}
template <class P>
P multiple_of(const P& a, const typename P::element& factor, const ExecutionContext& ctx) {
  return scale(a, factor, ctx);
}

template <class Algebra>
typename Algebra::polynomial read_with(std::string_view text, const Algebra& algebra, const ExecutionContext& ctx) {
  const MemoryReservation numbers(ctx.memory(), text.size());
  return within_memory(ctx, [&] {
    ExpressionBuilder<Algebra> builder(algebra, ctx);
    read_expression(text, builder, ctx);
    return builder.result();
  });
}

// --- sparse polynomials in several variables
// ---------------------------------------------------------------------------

template <Ring R>
class SparseAlgebra {
 public:
  using ring_type = R;
  using polynomial = SparseMultiPoly<R>;
  using E = typename R::element;

  SparseAlgebra(const R& ring, const Variables& variables) : ring_(ring), variables_(variables) {}

  const R& ring() const noexcept { return ring_; }
  std::size_t variable_count() const noexcept { return variables_.size(); }
  std::size_t find(std::string_view name) const noexcept {
    return variables_.find(name).value_or(ExpressionTarget::unknown);
  }
  std::string unknown_reason(std::string_view name) const { return unknown_variable(name, variables_.names()); }

  polynomial from_terms(const std::vector<std::uint64_t>& exponents, std::vector<E> coefficients,
                        const ExecutionContext& ctx) const {
    typename polynomial::Collector collector(ring_, variables_);
    const std::size_t n = variables_.size();
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      collector.push_back(std::span<const std::uint64_t>(exponents).subspan(i * n, n), std::move(coefficients[i]));
    return std::move(collector).finish(ctx);
  }
  void flatten(const polynomial& p, std::vector<std::uint64_t>& exponents, std::vector<E>& coefficients) const {
    for (std::size_t i = 0; i < p.term_count(); ++i) {
      const auto e = p.exponents(i);
      exponents.insert(exponents.end(), e.begin(), e.end());
      coefficients.push_back(p.coefficient(i));
    }
  }
  std::size_t size(const polynomial& p) const noexcept { return p.term_count(); }
  polynomial add(const polynomial& a, const polynomial& b, const ExecutionContext& ctx) const {
    return sum_of(a, b, ctx);
  }
  polynomial mul(const polynomial& a, const polynomial& b, const ExecutionContext& ctx) const {
    return product_of(a, b, ctx);
  }
  polynomial scale(const polynomial& a, const E& factor, const ExecutionContext& ctx) const {
    return multiple_of(a, factor, ctx);
  }
  bool is_constant(const polynomial& p) const noexcept { return p.is_constant(); }
  E constant(const polynomial& p) const { return p.constant_term(); }
  /// Monomials that the power can have at all, and products of powers of terms.
  std::size_t power_terms(const polynomial& p, std::uint64_t k) const {
    std::size_t box = 1;
    for (const std::uint64_t d : p.degrees()) {
      if (d != 0 && k > max_expression_exponent / d) throw DomainError("exponent overflow");
      box = saturating_product(box, d * k + 1);
    }
    return std::min(box, powers_of_sum(p.term_count(), k));
  }

 private:
  const R& ring_;
  const Variables& variables_;
};

template <Ring R>
struct PolynomialText<SparseMultiPoly<R>> {
  static SparseMultiPoly<R> read(std::string_view text, const R& ring, const std::optional<Variables>& variables,
                                 const ExecutionContext& ctx);
};
template <Ring R>
SparseMultiPoly<R> PolynomialText<SparseMultiPoly<R>>::read(std::string_view text, const R& ring,
                                                            const std::optional<Variables>& variables,
                                                            const ExecutionContext& ctx) {
  if (variables) {
    require_unused_names(ring, *variables);
    return read_with(text, SparseAlgebra<R>(ring, *variables), ctx);
  }
  std::vector<std::string> names;
  for (ExpressionName& n : variables_of_text(text, ring, ctx)) names.push_back(std::move(n.name));
  const Variables found(std::move(names));
  return read_with(text, SparseAlgebra<R>(ring, found), ctx);
}

extern template struct POLYFORK_EXPORT PolynomialText<SparseMultiPoly<Integers>>;
extern template struct POLYFORK_EXPORT PolynomialText<SparseMultiPoly<Rationals>>;
extern template struct POLYFORK_EXPORT PolynomialText<SparseMultiPoly<PrimeField>>;
extern template struct POLYFORK_EXPORT PolynomialText<SparseMultiPoly<GaussianRationals>>;
extern template struct POLYFORK_EXPORT PolynomialText<SparseMultiPoly<RationalFunctions<Rationals>>>;

// --- polynomials in one variable ---------------------------------------------------------------------------------

/// The one variable: of the list, of the text, or that of polynomials over the ring by default.
template <Ring R>
std::string univariate_name(std::string_view text, const R& ring, const std::optional<Variables>& variables,
                            const ExecutionContext& ctx) {
  if (variables) {
    if (variables->size() != 1) throw DomainError("a univariate polynomial has one variable");
    require_unused_names(ring, *variables);
    return variables->name(0);
  }
  auto names = variables_of_text(text, ring, ctx);
  return names.empty() ? default_variable(ring) : std::move(names.front().name);
}

/// What dense and sparse polynomials in one variable have in common.
template <class P>
class UnivariateAlgebra {
 public:
  using ring_type = typename P::ring_type;
  using polynomial = P;
  using E = typename P::element;

  UnivariateAlgebra(const ring_type& ring, std::string variable, bool given)
      : ring_(ring), variable_(std::move(variable)), given_(given) {}

  const ring_type& ring() const noexcept { return ring_; }
  const std::string& name() const noexcept { return variable_; }
  std::size_t variable_count() const noexcept { return 1; }
  std::size_t find(std::string_view name) const noexcept { return name == variable_ ? 0 : ExpressionTarget::unknown; }
  std::string unknown_reason(std::string_view name) const {
    if (given_) return unknown_variable(name, {variable_});
    return "a second variable '" + std::string(name) + "' (the first is '" + variable_ + "')";
  }
  P add(const P& a, const P& b, const ExecutionContext& ctx) const { return sum_of(a, b, ctx); }
  P scale(const P& a, const E& factor, const ExecutionContext& ctx) const { return multiple_of(a, factor, ctx); }
  bool is_constant(const P& p) const noexcept { return p.is_constant(); }
  E constant(const P& p) const { return p.coefficient(0); }

 private:
  const ring_type& ring_;
  std::string variable_;
  bool given_;
};

template <Ring R>
class DenseAlgebra : public UnivariateAlgebra<DensePoly<R>> {
 public:
  using polynomial = DensePoly<R>;
  using E = typename R::element;
  using UnivariateAlgebra<polynomial>::UnivariateAlgebra;
  static constexpr std::uint64_t max_degree = (std::uint64_t{1} << 31) - 2;

  polynomial from_terms(const std::vector<std::uint64_t>& exponents, std::vector<E> coefficients,
                        const ExecutionContext& ctx) const {
    const R& ring = this->ring();
    std::uint64_t degree = 0;
    for (const std::uint64_t e : exponents) degree = std::max(degree, checked(e));
    const MemoryReservation reservation(ctx.memory(), 2 * (degree + 1) * sizeof(E));
    std::vector<E> dense(coefficients.empty() ? 0 : degree + 1, ring.zero());
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
      E& place = dense[exponents[i]];
      place = ring.is_zero(place) ? std::move(coefficients[i]) : ring.add(place, coefficients[i]);
    }
    return polynomial::from_elements(ring, std::move(dense)).with_variable(this->name());
  }
  void flatten(const polynomial& p, std::vector<std::uint64_t>& exponents, std::vector<E>& coefficients) const {
    for (std::size_t i = 0; i < p.length(); ++i) exponents.push_back(i);
    coefficients = p.elements();
  }
  std::size_t size(const polynomial& p) const noexcept { return p.length(); }
  polynomial mul(const polynomial& a, const polynomial& b, const ExecutionContext& ctx) const {
    checked(static_cast<std::uint64_t>(a.length()) + b.length());
    return product_of(a, b, ctx);
  }
  std::size_t power_terms(const polynomial& p, std::uint64_t k) const {
    const std::uint64_t degree = p.length() - 1;
    if (degree != 0 && k > max_degree / degree) throw DomainError("the power is too large");
    return degree * k + 1;
  }

 private:
  static std::uint64_t checked(std::uint64_t degree) {
    if (degree > max_degree)
      throw DomainError("the degree is too large; at most " + std::to_string(max_degree) + " is allowed");
    return degree;
  }
};

template <Ring R>
class SparseUnivariateAlgebra : public UnivariateAlgebra<SparsePoly<R>> {
 public:
  using polynomial = SparsePoly<R>;
  using E = typename R::element;
  using UnivariateAlgebra<polynomial>::UnivariateAlgebra;

  polynomial from_terms(const std::vector<std::uint64_t>& exponents, std::vector<E> coefficients,
                        const ExecutionContext& ctx) const {
    std::vector<typename polynomial::Term> terms;
    terms.reserve(coefficients.size());
    for (std::size_t i = 0; i < coefficients.size(); ++i) terms.push_back({exponents[i], std::move(coefficients[i])});
    return polynomial(this->ring(), std::move(terms), ctx).with_variable(this->name());
  }
  void flatten(const polynomial& p, std::vector<std::uint64_t>& exponents, std::vector<E>& coefficients) const {
    for (std::size_t i = 0; i < p.term_count(); ++i) {
      auto term = p.term(i);
      exponents.push_back(term.exponent);
      coefficients.push_back(std::move(term.coefficient));
    }
  }
  std::size_t size(const polynomial& p) const noexcept { return p.term_count(); }
  polynomial mul(const polynomial& a, const polynomial& b, const ExecutionContext& ctx) const {
    return product_of(a, b, ctx);
  }
  std::size_t power_terms(const polynomial& p, std::uint64_t k) const {
    const auto degree = static_cast<std::uint64_t>(p.degree());
    if (degree != 0 && k > max_expression_exponent / degree) throw DomainError("exponent overflow");
    return std::min<std::size_t>(degree * k + 1, powers_of_sum(p.term_count(), k));
  }
};

template <Ring R>
struct PolynomialText<DensePoly<R>> {
  static DensePoly<R> read(std::string_view text, const R& ring, const std::optional<Variables>& variables,
                           const ExecutionContext& ctx);
};
template <Ring R>
DensePoly<R> PolynomialText<DensePoly<R>>::read(std::string_view text, const R& ring,
                                                const std::optional<Variables>& variables,
                                                const ExecutionContext& ctx) {
  const DenseAlgebra<R> algebra(ring, univariate_name(text, ring, variables, ctx), variables.has_value());
  return read_with(text, algebra, ctx).with_variable(algebra.name());
}

template <Ring R>
struct PolynomialText<SparsePoly<R>> {
  static SparsePoly<R> read(std::string_view text, const R& ring, const std::optional<Variables>& variables,
                            const ExecutionContext& ctx);
};
template <Ring R>
SparsePoly<R> PolynomialText<SparsePoly<R>>::read(std::string_view text, const R& ring,
                                                  const std::optional<Variables>& variables,
                                                  const ExecutionContext& ctx) {
  const SparseUnivariateAlgebra<R> algebra(ring, univariate_name(text, ring, variables, ctx), variables.has_value());
  return read_with(text, algebra, ctx).with_variable(algebra.name());
}

extern template struct POLYFORK_EXPORT PolynomialText<DensePoly<PrimeField>>;
extern template struct POLYFORK_EXPORT PolynomialText<SparsePoly<Integers>>;
extern template struct POLYFORK_EXPORT PolynomialText<SparsePoly<Rationals>>;
extern template struct POLYFORK_EXPORT PolynomialText<SparsePoly<PrimeField>>;

// Over Z and Q in one variable the reader of io.hpp is faster.
template <>
struct POLYFORK_EXPORT PolynomialText<DensePoly<Integers>> {
  static PolyZ read(std::string_view text, Integers, const std::optional<Variables>& variables,
                    const ExecutionContext& ctx);
};
template <>
struct POLYFORK_EXPORT PolynomialText<DensePoly<Rationals>> {
  static PolyQ read(std::string_view text, Rationals, const std::optional<Variables>& variables,
                    const ExecutionContext& ctx);
};

// --- elements of a ring
// --------------------------------------------------------------------------------------------------

/// Without variables every value is a coefficient, so that nothing is asked of polynomials.
template <Ring R>
class ElementAlgebra {
 public:
  using ring_type = R;
  using polynomial = typename R::element;

  explicit ElementAlgebra(const R& ring) : ring_(ring) {}

  const R& ring() const noexcept { return ring_; }
  std::size_t variable_count() const noexcept { return 0; }
  std::size_t find(std::string_view) const noexcept { return ExpressionTarget::unknown; }
  std::string unknown_reason(std::string_view name) const { return unknown_variable(name, {}); }

  polynomial from_terms(const std::vector<std::uint64_t>&, const std::vector<polynomial>& terms,
                        const ExecutionContext&) const {
    return terms.empty() ? ring_.zero() : terms.front();
  }
  void flatten(const polynomial& p, std::vector<std::uint64_t>&, std::vector<polynomial>& terms) const {
    terms.push_back(p);
  }
  std::size_t size(const polynomial&) const noexcept { return 1; }
  polynomial add(const polynomial& a, const polynomial& b, const ExecutionContext&) const { return ring_.add(a, b); }
  polynomial mul(const polynomial& a, const polynomial& b, const ExecutionContext&) const { return ring_.mul(a, b); }
  polynomial scale(const polynomial& a, const polynomial& b, const ExecutionContext&) const { return ring_.mul(a, b); }
  bool is_constant(const polynomial&) const noexcept { return true; }
  polynomial constant(const polynomial& p) const { return p; }
  std::size_t power_terms(const polynomial&, std::uint64_t) const noexcept { return 1; }

 private:
  const R& ring_;
};

// --- dense polynomials in several variables
// ----------------------------------------------------------------------------

template <>
struct POLYFORK_EXPORT PolynomialText<DenseMultiPoly<PrimeField>> {
  static DenseMultiPoly<PrimeField> read(std::string_view text, const PrimeField& field,
                                         const std::optional<Variables>& variables, const ExecutionContext& ctx);
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
