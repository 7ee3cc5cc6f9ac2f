// DenseMultiPoly<PrimeField>: dense polynomials in several named variables over Z/pZ, in consecutive memory.
//
// One array of residues, row-major: with lengths n_0, ..., n_(d-1) the coefficient of x_0^e_0 ... x_(d-1)^e_(d-1) is
// word (...(e_0 n_1 + e_1) n_2 + ...) + e_(d-1), so the last variable runs fastest. Always tight: every n_k is one more
// than the degree in x_k; the zero polynomial has no coefficients. Values: copying copies, operations return new
// polynomials and give the strong guarantee.
//
// Named functions take an ExecutionContext; operators are the same functions on the default context. Two polynomials
// can be combined when their fields are equal (else ModulusMismatch) and their lists of variables are equal or one of
// them is constant (else DomainError). The representation is that of BPAS'
// DistributedDenseMultivariateModularPolynomial (DDMMP), whose products are also given by plans here:
// dense_multi_plan.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/residue_vector.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {
struct DenseMultiMulPlan;
}  // namespace detail

template <Ring R>
class DenseMultiPoly;

template <>
class POLYFORK_EXPORT DenseMultiPoly<PrimeField>
    : public detail::operands::IntegerOperands<DenseMultiPoly<PrimeField>, false> {
 public:
  using ring_type = PrimeField;
  using element = PrimeField::element;
  using vector_type = PrimeField::vector_type;

  /// Zero, without variables, over PrimeField::unspecified().
  DenseMultiPoly() : field_(PrimeField::unspecified()) {}
  /// The zero polynomial. Throws DomainError for a name that Variables would not take.
  DenseMultiPoly(const PrimeField& field, std::vector<std::string> variables);
  /// From canonical residues, row-major, of so many coefficients along each variable; what exceeds the degrees is
  /// dropped. Throws DomainError when there is not one length for each variable or the coefficients are not as many as
  /// the product of the lengths.
  DenseMultiPoly(const PrimeField& field, std::vector<std::string> variables, std::vector<std::size_t> lengths,
                 vector_type coefficients);
  template <class Other>
  requires detail::operands::NoSource<DenseMultiPoly, Other>
  explicit DenseMultiPoly(const Other&) =
      delete;  // to_dense(f), from_univariate(f, variables, k), parse_poly, constant

  static DenseMultiPoly constant(const PrimeField& field, std::vector<std::string> variables, element value);
  /// coefficient * prod x_k^exponents[k]. Throws DomainError unless there is one exponent for each variable.
  static DenseMultiPoly monomial(const PrimeField& field, std::vector<std::string> variables, element coefficient,
                                 std::span<const std::size_t> exponents,
                                 const ExecutionContext& ctx = ExecutionContext::default_context());
  /// The polynomial x_k.
  static DenseMultiPoly generator(const PrimeField& field, std::vector<std::string> variables, std::size_t k);

  // --- inspection ------------------------------------------------------------------------------------------------
  const PrimeField& ring() const noexcept { return field_; }
  const std::vector<std::string>& variables() const noexcept { return variables_; }
  /// The place of a name in variables(). Throws DomainError for an unknown one.
  std::size_t variable_index(std::string_view name) const;
  const vector_type& coefficients() const& noexcept { return coefficients_; }
  vector_type coefficients() && noexcept { return std::move(coefficients_); }
  /// Numbers of coefficients along the variables; all 0 for the zero polynomial.
  const std::vector<std::size_t>& lengths() const noexcept { return lengths_; }
  /// Words in memory: the product of the lengths.
  std::size_t size() const noexcept { return coefficients_.size(); }
  /// Coefficients that are not zero: O(size).
  std::size_t term_count() const noexcept;
  /// The degree in x_k; -1 for zero. Throws DomainError for a k that is no variable's.
  std::ptrdiff_t degree(std::size_t k) const {
    detail::require_index(k, variables_.size(), "variable");
    return static_cast<std::ptrdiff_t>(lengths_[k]) - 1;
  }
  /// Throws DomainError for an unknown name.
  std::ptrdiff_t degree(std::string_view name) const { return degree(variable_index(name)); }
  /// The largest sum of exponents of a term, -1 for zero: O(size).
  std::ptrdiff_t total_degree() const;
  bool is_zero() const noexcept { return coefficients_.empty(); }
  bool is_constant() const noexcept { return coefficients_.size() <= 1; }
  bool is_one() const noexcept { return coefficients_.size() == 1 && coefficients_[0] == 1; }
  bool is_negative_one() const noexcept { return coefficients_.size() == 1 && coefficients_[0] == field_.neg(1); }
  element constant_term() const noexcept { return is_zero() ? 0 : coefficients_[0]; }
  /// Zero beyond the degrees. Throws DomainError unless there is one exponent for each variable.
  element coefficient(std::span<const std::size_t> exponents) const;
  element coefficient(std::initializer_list<std::size_t> exponents) const {
    return coefficient(std::span<const std::size_t>(exponents.begin(), exponents.size()));
  }
  /// Sets the coefficient of the monomial with these exponents: in place within the degrees, else O(size of the
  /// result). Throws DomainError unless there is one exponent for each variable, and for what is no element.
  void set_coefficient(std::span<const std::size_t> exponents, element value,
                       const ExecutionContext& ctx = ExecutionContext::default_context());
  void set_coefficient(std::initializer_list<std::size_t> exponents, element value,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    set_coefficient(std::span<const std::size_t>(exponents.begin(), exponents.size()), value, ctx);
  }

  /// This polynomial in other variables, matched by name, as SparseMultiPoly::with_variables. Throws DomainError when a
  /// variable that occurs is missing, and for names that Variables would not take.
  DenseMultiPoly with_variables(std::vector<std::string> names,
                                const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// These coefficients under other names, by place. Throws DomainError unless they are as many and such as Variables
  /// takes.
  DenseMultiPoly renamed(std::vector<std::string> names) const;

#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // src: the library itself uses the named functions
  // --- operators: the default context --------------------------------------------------------------------------------
  DenseMultiPoly operator-() const { return neg(*this); }
  DenseMultiPoly& operator+=(const DenseMultiPoly& b) { return *this = add(*this, b); }
  DenseMultiPoly& operator-=(const DenseMultiPoly& b) { return *this = sub(*this, b); }
  DenseMultiPoly& operator*=(const DenseMultiPoly& b) { return *this = mul(*this, b); }
  DenseMultiPoly& operator+=(element b) { return *this = add(*this, constant_like(detail::operand(field_, b))); }
  DenseMultiPoly& operator-=(element b) { return *this = sub(*this, constant_like(detail::operand(field_, b))); }
  DenseMultiPoly& operator*=(element b) { return *this = scale(*this, detail::operand(field_, b)); }
  friend DenseMultiPoly operator+(const DenseMultiPoly& a, const DenseMultiPoly& b) { return add(a, b); }
  friend DenseMultiPoly operator-(const DenseMultiPoly& a, const DenseMultiPoly& b) { return sub(a, b); }
  friend DenseMultiPoly operator*(const DenseMultiPoly& a, const DenseMultiPoly& b) { return mul(a, b); }
  // Operators take elements here; the base class adds integers of other built-in types, mapped into the field.
  friend DenseMultiPoly operator+(const DenseMultiPoly& a, element b) {
    return add(a, a.constant_like(detail::operand(a.field_, b)));
  }
  friend DenseMultiPoly operator+(element a, const DenseMultiPoly& b) {
    return add(b.constant_like(detail::operand(b.field_, a)), b);
  }
  friend DenseMultiPoly operator-(const DenseMultiPoly& a, element b) {
    return sub(a, a.constant_like(detail::operand(a.field_, b)));
  }
  friend DenseMultiPoly operator-(element a, const DenseMultiPoly& b) {
    return sub(b.constant_like(detail::operand(b.field_, a)), b);
  }
  friend DenseMultiPoly operator*(const DenseMultiPoly& a, element b) { return scale(a, detail::operand(a.field_, b)); }
  friend DenseMultiPoly operator*(element a, const DenseMultiPoly& b) { return scale(b, detail::operand(b.field_, a)); }
#endif

  /// Equal fields, coefficients and (unless constant) variables.
  friend bool operator==(const DenseMultiPoly& a, const DenseMultiPoly& b) noexcept {
    if (!(a.field_ == b.field_) || a.coefficients_ != b.coefficients_) return false;
    return a.is_constant() || (a.variables_ == b.variables_ && a.lengths_ == b.lengths_);
  }

  // --- named functions (found by argument-dependent lookup) ----------------------------------------------------------
  // But for products, O(size of the operands and the result) word operations, in parallel over rows. Results are
  // charged to the context's account before they are allocated; sizes that no array has are a DomainError.
  friend DenseMultiPoly add(const DenseMultiPoly& a, const DenseMultiPoly& b,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return sum(a, b, false, ctx);
  }
  friend DenseMultiPoly sub(const DenseMultiPoly& a, const DenseMultiPoly& b,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return sum(a, b, true, ctx);
  }
  friend DenseMultiPoly neg(const DenseMultiPoly& a,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return scaled(a, a.field_.neg(1), ctx);
  }
  /// factor * a; factor is an element of the field.
  friend DenseMultiPoly scale(const DenseMultiPoly& a, element factor,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return scaled(a, factor, ctx);
  }
  /// The product, by the plan of plan_dense_multi_mul.
  friend DenseMultiPoly mul(const DenseMultiPoly& a, const DenseMultiPoly& b,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return product(a, b, ctx);
  }
  /// The `order`-th derivative by x_k. Throws DomainError for a k that is no variable's.
  friend DenseMultiPoly derivative(const DenseMultiPoly& a, std::size_t k, std::size_t order = 1,
                                   const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return differentiated(a, k, order, ctx);
  }
  /// By the variable of this name. Throws DomainError for an unknown one.
  friend DenseMultiPoly derivative(const DenseMultiPoly& a, std::string_view name, std::size_t order = 1,
                                   const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return differentiated(a, a.variable_index(name), order, ctx);
  }
  /// a at x_k = value, in the same variables. Horner. Throws DomainError for a k that is no variable's.
  friend DenseMultiPoly evaluate(const DenseMultiPoly& a, std::size_t k, element value,
                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return at(a, k, value, ctx);
  }
  friend DenseMultiPoly evaluate(const DenseMultiPoly& a, std::string_view name, element value,
                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return at(a, a.variable_index(name), value, ctx);
  }
  /// The value at a point, an element for each variable. Throws DomainError unless there are as many.
  friend element evaluate(const DenseMultiPoly& a, std::span<const element> point,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return at(a, point, ctx);
  }
  friend element evaluate(const DenseMultiPoly& a, std::initializer_list<element> point,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return at(a, std::span<const element>(point.begin(), point.size()), ctx);
  }

  /// Throws unless the two can be combined; returns the one whose variables the result has.
  static const DenseMultiPoly& check(const DenseMultiPoly& a, const DenseMultiPoly& b);
  /// From coefficients that may have zeros beyond the degrees, with the field and the variables of another polynomial.
  /// Precondition: lengths fit them. Charges what it copies.
  static DenseMultiPoly make(std::vector<std::size_t> lengths, vector_type coefficients, const DenseMultiPoly& like,
                             const ExecutionContext& ctx);
  /// The product by this plan, which must be one of the operands' shape.
  static DenseMultiPoly product(const detail::DenseMultiMulPlan& plan, const DenseMultiPoly& a, const DenseMultiPoly& b,
                                const ExecutionContext& ctx);

 private:
  DenseMultiPoly constant_like(element value) const { return constant(field_, variables_, value); }
  static DenseMultiPoly sum(const DenseMultiPoly& a, const DenseMultiPoly& b, bool subtract,
                            const ExecutionContext& ctx);
  static DenseMultiPoly scaled(const DenseMultiPoly& a, element factor, const ExecutionContext& ctx);
  static DenseMultiPoly product(const DenseMultiPoly& a, const DenseMultiPoly& b, const ExecutionContext& ctx);
  static DenseMultiPoly differentiated(const DenseMultiPoly& a, std::size_t k, std::size_t order,
                                       const ExecutionContext& ctx);
  static DenseMultiPoly at(const DenseMultiPoly& a, std::size_t k, element value, const ExecutionContext& ctx);
  static element at(const DenseMultiPoly& a, std::span<const element> point, const ExecutionContext& ctx);

  PrimeField field_;
  std::vector<std::string> variables_;
  std::vector<std::size_t> lengths_;
  vector_type coefficients_;
};

/// The name of the BPAS papers.
using DDMMP = DenseMultiPoly<PrimeField>;

/// The coefficients of a as a polynomial in x_k, ascending: polynomials in the same variables, of degree 0 in x_k (none
/// for zero). Throws DomainError for a k that is no variable's.
POLYFORK_EXPORT std::vector<DDMMP> coefficients_in(const DDMMP& a, std::size_t k,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
/// The inverse of coefficients_in: sum coefficients[j] x_k^j. Throws DomainError when there is no coefficient or one of
/// them contains x_k, and what combining them throws.
POLYFORK_EXPORT DDMMP from_coefficients_in(std::span<const DDMMP> coefficients, std::size_t k,
                                           const ExecutionContext& ctx = ExecutionContext::default_context());
/// The univariate polynomial in x_k, under its name. Throws DomainError when another variable occurs.
POLYFORK_EXPORT PolyZp to_univariate(const DDMMP& a, std::size_t k);
/// f as a polynomial in x_k among these variables; the name that f itself has does not matter.
POLYFORK_EXPORT DDMMP from_univariate(const PolyZp& f, std::vector<std::string> variables, std::size_t k);

/// Infix, terms by descending exponents of the first variable, then of the second, ...: "3*x^2*y - ..." as a reader of
/// polynomials takes it, with residues in [0, p).
POLYFORK_EXPORT std::string to_string(const DDMMP& a);
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const DDMMP& a);

}  // namespace v1
}  // namespace polyfork
