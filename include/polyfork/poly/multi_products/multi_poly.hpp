// SparseMultiPoly<R>: sparse distributed polynomials in named variables over any ring.
//
// Terms strictly descending in the monomial order of the Variables, exponents packed into words (they widen as needed
// and never wrap), coefficients in the ring's own vector type: flat integers over Z, one common denominator over Q,
// words over Z/pZ. No coefficient is zero. Values: copying copies, operations return new polynomials and give the
// strong guarantee.
//
// Named functions take an ExecutionContext; operators are the same functions on the default context. Two polynomials
// can be combined when their rings are equal (else ModulusMismatch) and their variables with their order are, or one of
// them is constant (else DomainError; with_variables re-embeds). See docs/guide/several-variables.md.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/detail/integer_operands.hpp>
#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/ring/index_iterator.hpp>
#include <polyfork/ring/names.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class SparseMultiPoly : public detail::operands::IntegerOperands<SparseMultiPoly<R>, false> {
 public:
  using ring_type = R;
  using element = typename R::element;
  using vector_type = typename R::vector_type;
  using Terms = detail::SparseTerms<R>;
  using Exponents = std::vector<std::uint64_t>;
  /// Exponents in the sequence of the variables, and the coefficient.
  struct Term {
    Exponents exponents;
    element coefficient;
    friend bool operator==(const Term&, const Term&) = default;
  };

  // Wherever variables come to a ring: DomainError for one that has the name of a coefficient (i over Q(i), t over
  // Z[t]).

  /// Zero, without variables; over prime fields as DensePoly's.
  SparseMultiPoly() requires detail::DefaultRing<R> : ring_(detail::default_ring<R>()) {}
  SparseMultiPoly(const SparseMultiPoly&) = default;
  SparseMultiPoly(SparseMultiPoly&&) noexcept = default;
  SparseMultiPoly& operator=(const SparseMultiPoly&) = default;
  /// Not a default one: of monomials and coefficients that are moved to themselves only some would stay.
  SparseMultiPoly& operator=(SparseMultiPoly&& other) noexcept {
    if (this == &other) return *this;
    ring_ = std::move(other.ring_);
    variables_ = std::move(other.variables_);
    terms_ = std::move(other.terms_);
    return *this;
  }
  ~SparseMultiPoly() = default;
  explicit SparseMultiPoly(R ring, Variables variables = {})
      : ring_(std::move(ring)), variables_(std::move(variables)), terms_(no_terms(variables_)) {
    for (const std::string& name : variables_.names()) detail::require_unused_name(ring_, name);
  }
  explicit SparseMultiPoly(Variables variables) requires std::default_initializable<R>
      : SparseMultiPoly(R{}, std::move(variables)) {}
  template <class Other>
  requires detail::operands::NoSource<SparseMultiPoly, Other>
  explicit SparseMultiPoly(const Other&) = delete;  // to_multi(f), convert(ring, f), parse_poly, constant

  /// Terms in any order; those with equal exponents are added up. Throws DomainError when a term has not as many
  /// exponents as there are variables, or for exponents (or degrees, in graded orders) of 2^63 or more.
  static SparseMultiPoly from_terms(R ring, Variables variables, const std::vector<Term>& terms,
                                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
    Collector collector(std::move(ring), std::move(variables));
    for (const Term& term : terms) collector.push_back(term.exponents, term.coefficient);
    return std::move(collector).finish(ctx);
  }
  static SparseMultiPoly from_terms(
      Variables variables, const std::vector<Term>& terms,
      const ExecutionContext& ctx = ExecutionContext::default_context()) requires std::default_initializable<R> {
    return from_terms(R{}, std::move(variables), terms, ctx);
  }
  static SparseMultiPoly monomial(R ring, Variables variables, element coefficient, Exponents exponents) {
    return from_terms(std::move(ring), std::move(variables), {Term{std::move(exponents), std::move(coefficient)}});
  }
  static SparseMultiPoly monomial(Variables variables, element coefficient,
                                  Exponents exponents) requires std::default_initializable<R> {
    return monomial(R{}, std::move(variables), std::move(coefficient), std::move(exponents));
  }
  static SparseMultiPoly constant(R ring, Variables variables, element value) {
    Exponents none(variables.size(), 0);
    return monomial(std::move(ring), std::move(variables), std::move(value), std::move(none));
  }
  static SparseMultiPoly constant(Variables variables, element value) requires std::default_initializable<R> {
    return constant(R{}, std::move(variables), std::move(value));
  }
  template <std::floating_point F>
  static void constant(const R&, const Variables&, F) = delete;
  /// The polynomial that is one of the variables. Throws DomainError for an unknown name.
  static SparseMultiPoly generator(R ring, Variables variables, std::string_view name) {
    Exponents exponents(variables.size(), 0);
    exponents[variables.index(name)] = 1;
    element one = ring.one();
    return monomial(std::move(ring), std::move(variables), std::move(one), std::move(exponents));
  }
  static SparseMultiPoly generator(Variables variables, std::string_view name) requires std::default_initializable<R> {
    return generator(R{}, std::move(variables), name);
  }

  // --- inspection ------------------------------------------------------------------------------------------------
  const R& ring() const noexcept { return ring_; }
  const Variables& variables() const noexcept { return variables_; }
  std::size_t term_count() const noexcept { return terms_.size(); }
  bool is_zero() const noexcept { return term_count() == 0; }
  bool is_constant() const noexcept { return is_zero() || (term_count() == 1 && terms_.monomials.is_one(0)); }
  bool is_one() const { return is_constant() && !is_zero() && ring_.is_one(coefficient(0)); }
  bool is_negative_one() const { return is_constant() && !is_zero() && ring_.is_one(ring_.neg(coefficient(0))); }
  /// The leading coefficient is one.
  bool is_monic() const { return !is_zero() && ring_.is_one(coefficient(0)); }
  /// The coefficient of term i, 0 <= i < term_count(), the first being the leading one.
  /// Throws DomainError beyond them.
  element coefficient(std::size_t i) const {
    detail::require_index(i, term_count(), "term");
    return element(terms_.coefficients[i]);
  }
  Exponents exponents(std::size_t i) const {
    detail::require_index(i, term_count(), "term");
    Exponents fields(variables_.fields());
    Exponents exponents(variables_.size());
    terms_.monomials.get_fields(i, fields);
    variables_.from_fields(fields, exponents);
    return exponents;
  }
  std::uint64_t exponent(std::size_t i, std::size_t variable) const {
    detail::require_index(variable, variables_.size(), "variable");
    return exponents(i)[variable];
  }
  /// Throws DomainError for an unknown name.
  std::uint64_t exponent(std::size_t i, std::string_view name) const { return exponent(i, variables_.index(name)); }
  Term term(std::size_t i) const { return {exponents(i), coefficient(i)}; }
  /// The value at a point, one coordinate for each variable, as evaluate of multi_evaluation.hpp, which has to be
  /// included: f(1, Rational(1, 2)).
  template <class... X>
  requires(detail::operands::Coordinate<X, element>&&...) element operator()(const X&... coordinates) const {
    return evaluate(*this, std::vector<element>{image(coordinates)...});
  }
  /// The terms, the leading one first.
  auto begin() const noexcept { return IndexIterator<SparseMultiPoly, &SparseMultiPoly::term>(*this, 0); }
  auto end() const noexcept { return IndexIterator<SparseMultiPoly, &SparseMultiPoly::term>(*this, term_count()); }
  std::vector<Term> terms() const {
    std::vector<Term> list;
    list.reserve(term_count());
    for (std::size_t i = 0; i < term_count(); ++i) list.push_back(term(i));
    return list;
  }
  /// Throws DomainError for the zero polynomial.
  Term leading_term() const {
    if (is_zero()) throw DomainError("the zero polynomial has no leading term");
    return term(0);
  }
  /// Zero for the zero polynomial.
  element leading_coefficient() const { return is_zero() ? ring_.zero() : coefficient(0); }
  /// The last one in the order. Throws DomainError for the zero polynomial.
  Term trailing_term() const {
    if (is_zero()) throw DomainError("the zero polynomial has no trailing term");
    return term(term_count() - 1);
  }
  /// The coefficient of the monomial with these exponents, zero when it does not occur. O(log term_count()). Throws
  /// DomainError when there are not as many exponents as variables.
  element coefficient_of(const Exponents& exponents) const;
  element operator[](const Exponents& exponents) const { return coefficient_of(exponents); }
  /// The coefficient of 1.
  element constant_term() const {
    return !is_zero() && terms_.monomials.is_one(term_count() - 1) ? coefficient(term_count() - 1) : ring_.zero();
  }
  /// The largest exponent of each variable.
  Exponents degrees() const;
  /// -1 for the zero polynomial.
  std::int64_t degree(std::size_t variable) const {
    detail::require_index(variable, variables_.size(), "variable");
    return is_zero() ? -1 : static_cast<std::int64_t>(degrees()[variable]);
  }
  /// Throws DomainError for an unknown name.
  std::int64_t degree(std::string_view name) const { return degree(variables_.index(name)); }
  /// The largest sum of a term's exponents; -1 for the zero polynomial. Throws DomainError from 2^63 on.
  std::int64_t total_degree() const;
  /// Packed: for algorithms.
  const detail::PackedMonomials& monomials() const noexcept { return terms_.monomials; }
  const vector_type& coefficients() const noexcept { return terms_.coefficients; }
  const Terms& packed_terms() const noexcept { return terms_; }

  /// This polynomial in other variables, matched by name, and another order. Throws DomainError when a variable that
  /// occurs in a term is missing.
  SparseMultiPoly with_variables(const Variables& variables,
                                 const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// This polynomial under other names, by place; order and weights stay. Throws DomainError unless they are as many
  /// and such as Variables takes.
  SparseMultiPoly renamed(std::vector<std::string> names) const {
    return make(ring_, variables_.renamed(std::move(names)), terms_);
  }
  /// f(coefficient) in place of every coefficient; zeros are dropped.
  template <class F>
  SparseMultiPoly mapped(const F& f, const ExecutionContext& ctx = ExecutionContext::default_context()) const {
    return make(ring_, variables_, ops::mapped(ring_, terms_, f, ctx));
  }

  // --- change ------------------------------------------------------------------------------------------------------
  /// Sets the coefficient of the monomial with these exponents. O(terms): builds the terms anew, from_terms many at
  /// once.
  void set_coefficient(const Exponents& exponents, const element& value) {
    element change = ring_.sub(value, coefficient_of(exponents));
    *this = add(*this, monomial(ring_, variables_, std::move(change), exponents));
  }

#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // src: the library itself uses the named functions
  // --- operators: the default context --------------------------------------------------------------------------------
  SparseMultiPoly operator-() const { return neg(*this); }
  SparseMultiPoly& operator+=(const SparseMultiPoly& b) { return *this = add(*this, b); }
  SparseMultiPoly& operator-=(const SparseMultiPoly& b) { return *this = sub(*this, b); }
  SparseMultiPoly& operator*=(const SparseMultiPoly& b) { return *this = mul(*this, b); }
  SparseMultiPoly& operator+=(const element& b) { return *this = add(*this, constant_like(detail::operand(ring_, b))); }
  SparseMultiPoly& operator-=(const element& b) { return *this = sub(*this, constant_like(detail::operand(ring_, b))); }
  SparseMultiPoly& operator*=(const element& b) { return *this = scale(*this, detail::operand(ring_, b)); }
  friend SparseMultiPoly operator+(const SparseMultiPoly& a, const SparseMultiPoly& b) { return add(a, b); }
  friend SparseMultiPoly operator-(const SparseMultiPoly& a, const SparseMultiPoly& b) { return sub(a, b); }
  friend SparseMultiPoly operator*(const SparseMultiPoly& a, const SparseMultiPoly& b) { return mul(a, b); }
  /// Exact division, of multi_division.hpp, which has to be included. Throws DomainError when it is not exact or b = 0.
  friend SparseMultiPoly operator/(const SparseMultiPoly& a, const SparseMultiPoly& b) { return exact_div(a, b); }
  friend SparseMultiPoly operator/(const SparseMultiPoly& a, const element& b) {
    return exact_div_scalar(a, detail::operand(a.ring_, b));
  }
  friend SparseMultiPoly& operator/=(SparseMultiPoly& a, const SparseMultiPoly& b) { return a = exact_div(a, b); }
  friend SparseMultiPoly& operator/=(SparseMultiPoly& a, const element& b) {
    return a = exact_div_scalar(a, detail::operand(a.ring_, b));
  }
  // Operators take elements here; the base class adds numbers of built-in signed types, mapped into the ring.
  friend SparseMultiPoly operator+(const SparseMultiPoly& a, const element& b) {
    return add(a, a.constant_like(detail::operand(a.ring_, b)));
  }
  friend SparseMultiPoly operator+(const element& a, const SparseMultiPoly& b) {
    return add(b.constant_like(detail::operand(b.ring_, a)), b);
  }
  friend SparseMultiPoly operator-(const SparseMultiPoly& a, const element& b) {
    return sub(a, a.constant_like(detail::operand(a.ring_, b)));
  }
  friend SparseMultiPoly operator-(const element& a, const SparseMultiPoly& b) {
    return sub(b.constant_like(detail::operand(b.ring_, a)), b);
  }
  friend SparseMultiPoly operator*(const SparseMultiPoly& a, const element& b) {
    return scale(a, detail::operand(a.ring_, b));
  }
  friend SparseMultiPoly operator*(const element& a, const SparseMultiPoly& b) {
    return scale(b, detail::operand(b.ring_, a));
  }
#endif

  /// Equal rings and terms, and (unless constant) variables with their order.
  friend bool operator==(const SparseMultiPoly& a, const SparseMultiPoly& b) {
    if (!(a.ring_ == b.ring_) || a.term_count() != b.term_count()) return false;
    if (a.is_constant() && b.is_constant()) return a.terms_.coefficients == b.terms_.coefficients;
    return a.variables_ == b.variables_ && a.terms_.monomials == b.terms_.monomials &&
           a.terms_.coefficients == b.terms_.coefficients;
  }

  // --- named functions (found by argument-dependent lookup) ----------------------------------------------------------
  friend SparseMultiPoly add(const SparseMultiPoly& a, const SparseMultiPoly& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const Operands o(a, b);
    return make(a.ring_, o.variables, ops::add(a.ring_, o.a(), o.b(), ctx));
  }
  friend SparseMultiPoly sub(const SparseMultiPoly& a, const SparseMultiPoly& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const Operands o(a, b);
    return make(a.ring_, o.variables, ops::sub(a.ring_, o.a(), o.b(), ctx));
  }
  friend SparseMultiPoly neg(const SparseMultiPoly& a,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
    ctx.poll();
    return make(a.ring_, a.variables_, ops::neg(a.ring_, a.terms_));
  }
  /// The product; the algorithm is chosen by the numbers of terms, the degrees and the sizes of coefficients. Throws
  /// DomainError when a degree of the product would be 2^63 or more.
  friend SparseMultiPoly mul(const SparseMultiPoly& a, const SparseMultiPoly& b,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
    const Operands o(a, b);
    return make(a.ring_, o.variables, ops::mul(a.ring_, o.a(), o.b(), ctx));
  }
  friend SparseMultiPoly scale(const SparseMultiPoly& a, const element& factor,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, factor);
    return make(a.ring_, a.variables_, ops::scale(a.ring_, a.terms_, factor, ctx));
  }

  // The forms `*_into` write into a polynomial that exists and reuse its memory: over Z and Q, where coefficients are
  // words, and over Z/pZ loops of sums, multiples and short products allocate nothing once it is large enough. `out`
  // may be an operand; a sum of more than 256 terms over Z or Q then takes memory of its own. After an exception `out`
  // has some value. Derivatives and values are in multi_evaluation.hpp.
  friend void add_into(SparseMultiPoly& out, const SparseMultiPoly& a, const SparseMultiPoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    with_terms_of(out, a, b, [&](Terms& terms, const Operands& o) {
      ops::template merge_into<false>(a.ring_, terms, o.a(), o.b(), ctx);
    });
  }
  friend void sub_into(SparseMultiPoly& out, const SparseMultiPoly& a, const SparseMultiPoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    with_terms_of(out, a, b, [&](Terms& terms, const Operands& o) {
      ops::template merge_into<true>(a.ring_, terms, o.a(), o.b(), ctx);
    });
  }
  friend void mul_into(SparseMultiPoly& out, const SparseMultiPoly& a, const SparseMultiPoly& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    with_terms_of(out, a, b,
                  [&](Terms& terms, const Operands& o) { ops::mul_into(a.ring_, terms, o.a(), o.b(), ctx); });
  }
  friend void neg_into(SparseMultiPoly& out, const SparseMultiPoly& a,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
    ctx.poll();
    with_terms_of(out, a, [&](Terms& terms) { ops::neg_into(a.ring_, terms, a.terms_, ctx); });
  }
  friend void scale_into(SparseMultiPoly& out, const SparseMultiPoly& a, const element& factor,
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
    detail::require_element(a.ring_, factor);
    with_terms_of(out, a, [&](Terms& terms) { ops::scale_into(a.ring_, terms, a.terms_, factor, ctx); });
  }

  /// Two polynomials that can be combined, both in the variables of the result. Throws ModulusMismatch and DomainError.
  struct Operands {
    Operands(const SparseMultiPoly& first, const SparseMultiPoly& second)
        : variables(check(first, second)), a_(&first.terms_), b_(&second.terms_) {
      if (!(first.variables_ == variables)) embed(first, a_, a_copy_);
      if (!(second.variables_ == variables)) embed(second, b_, b_copy_);
    }
    Operands(const Operands&) = delete;
    Operands& operator=(const Operands&) = delete;
    const Terms& a() const noexcept { return *a_; }
    const Terms& b() const noexcept { return *b_; }
    const Variables& variables;

   private:
    /// A constant in other variables gets the monomial 1 of these.
    void embed(const SparseMultiPoly& p, const Terms*& terms, std::optional<Terms>& copy) {
      detail::PackedMonomials ones(detail::MonomialLayout::for_value(variables.fields(), 0));
      if (!p.is_zero()) ones.push_fields(Exponents(variables.fields(), 0));
      copy.emplace(Terms{std::move(ones), p.terms_.coefficients});
      terms = &*copy;
    }
    const Terms* a_;
    const Terms* b_;
    std::optional<Terms> a_copy_;
    std::optional<Terms> b_copy_;
  };

  /// Throws unless the two can be combined; returns the variables of the result.
  static const Variables& check(const SparseMultiPoly& a, const SparseMultiPoly& b) {
    detail::require_equal_rings(a.ring_, b.ring_);
    if (a.variables_ == b.variables_) return a.variables_;
    if (b.is_constant()) return a.variables_;
    if (a.is_constant()) return b.variables_;
    detail::refuse_variables(a.variables_, b.variables_);
  }
  /// Lets f(terms) write those of `out`, which may be `like`, over its ring and in its variables.
  template <class F>
  static void with_terms_of(SparseMultiPoly& out, const SparseMultiPoly& like, const F& f) {
    if (&out != &like && !(out.ring_ == like.ring_ && out.variables_ == like.variables_))
      out = SparseMultiPoly(like.ring_, like.variables_, no_terms(like.variables_));
    f(out.terms_);
  }
  /// From terms as SparseTerms wants them.
  static SparseMultiPoly make(R ring, const Variables& variables, Terms terms) {
    for (const std::string& name : variables.names()) detail::require_unused_name(ring, name);
    return SparseMultiPoly(std::move(ring), variables, std::move(terms));
  }
  SparseMultiPoly constant_like(element value) const { return constant(ring_, variables_, std::move(value)); }

  /// Gathers terms in any order.
  class Collector {
   public:
    Collector(R ring, Variables variables)
        : ring_(std::move(ring)), variables_(std::move(variables)), fields_(variables_.fields()) {}
    void push_back(std::span<const std::uint64_t> exponents, element coefficient) {
      if (exponents.size() != variables_.size()) throw DomainError("a term needs one exponent for each variable");
      detail::require_element(ring_, coefficient);
      variables_.to_fields(exponents, fields_);
      for (const std::uint64_t field : fields_) largest_ = std::max(largest_, field);
      flat_.insert(flat_.end(), fields_.begin(), fields_.end());
      coefficients_.push_back(std::move(coefficient));
    }
    SparseMultiPoly finish(const ExecutionContext& ctx) && {
      detail::PackedMonomials monomials(detail::MonomialLayout::for_value(fields_.size(), largest_));
      monomials.reserve(coefficients_.size());
      const std::size_t n = fields_.size();
      for (std::size_t i = 0; i < coefficients_.size(); ++i)
        monomials.push_fields(std::span<const std::uint64_t>(flat_).subspan(i * n, n));
      Terms terms = ops::collect(ring_, monomials, coefficients_, ctx);
      return make(std::move(ring_), variables_, std::move(terms));
    }

   private:
    R ring_;
    Variables variables_;
    Exponents fields_;
    Exponents flat_;
    std::vector<element> coefficients_;
    std::uint64_t largest_ = 0;
  };

 private:
  using ops = detail::SparseOps<R>;

  /// From terms in variables that have been checked.
  SparseMultiPoly(R ring, const Variables& variables, Terms terms)
      : ring_(std::move(ring)), variables_(variables), terms_(std::move(terms)) {}

  /// Lets f(terms, operands) write the terms of a result. They are those of `out` where its variables are the result's,
  /// which an exception therefore leaves in order.
  template <class F>
  static void with_terms_of(SparseMultiPoly& out, const SparseMultiPoly& a, const SparseMultiPoly& b, const F& f) {
    const Operands o(a, b);
    if (out.variables_ == o.variables) {
      if (!(out.ring_ == a.ring_)) {  // elements of another ring do not stay where f throws
        out.terms_ = no_terms(out.variables_);
        out.ring_ = a.ring_;
      }
      f(out.terms_, o);
    } else {
      SparseMultiPoly result(a.ring_, o.variables, no_terms(o.variables));
      f(result.terms_, o);
      out = std::move(result);
    }
  }

  template <class X>
  element image(const X& coordinate) const {
    if constexpr (std::integral<X>)
      return ring_.from_integer(Integer(coordinate));
    else
      return element(coordinate);
  }

  static Terms no_terms(const Variables& variables) {
    return {detail::PackedMonomials(detail::MonomialLayout::for_value(variables.fields(), 0)), {}};
  }

  [[no_unique_address]] R ring_;
  Variables variables_;
  Terms terms_;
};

template <Ring R>
using SMP = SparseMultiPoly<R>;
using MultiPolyZ = SparseMultiPoly<Integers>;
using MultiPolyQ = SparseMultiPoly<Rationals>;
using MultiPolyZp = SparseMultiPoly<PrimeField>;

template <Ring R>
typename R::element SparseMultiPoly<R>::coefficient_of(const Exponents& exponents) const {
  if (exponents.size() != variables_.size()) throw DomainError("a monomial needs one exponent for each variable");
  Exponents fields(variables_.fields());
  variables_.to_fields(exponents, fields);
  const detail::MonomialLayout& layout = terms_.monomials.layout();
  for (const std::uint64_t field : fields)
    if (field > layout.largest()) return ring_.zero();
  detail::PackedMonomials wanted(layout);
  wanted.push_fields(fields);
  std::size_t low = 0;
  std::size_t high = term_count();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = detail::compare_words(terms_.monomials[middle], wanted[0], layout.words);
    if (order == 0) return coefficient(middle);
    (order > 0 ? low : high) = order > 0 ? middle + 1 : middle;
  }
  return ring_.zero();
}

template <Ring R>
std::vector<std::uint64_t> SparseMultiPoly<R>::degrees() const {
  Exponents largest(variables_.size(), 0);
  if (!variables_.fields_are_partial_sums()) {  // every exponent is a field
    variables_.from_fields(terms_.monomials.maxima(), largest);
    return largest;
  }
  Exponents fields(variables_.fields());
  Exponents e(variables_.size());
  for (std::size_t i = 0; i < term_count(); ++i) {
    terms_.monomials.get_fields(i, fields);
    variables_.from_fields(fields, e);
    for (std::size_t v = 0; v < e.size(); ++v) largest[v] = std::max(largest[v], e[v]);
  }
  return largest;
}

template <Ring R>
std::int64_t SparseMultiPoly<R>::total_degree() const {
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < term_count(); ++i) {
    std::uint64_t degree = 0;
    for (const std::uint64_t e : exponents(i)) {
      degree += e;
      if (degree >= std::uint64_t{1} << 63) throw DomainError("exponent overflow: a degree of 2^63 or more");
    }
    largest = std::max(largest, degree);
  }
  return is_zero() ? -1 : static_cast<std::int64_t>(largest);
}

template <Ring R>
SparseMultiPoly<R> SparseMultiPoly<R>::with_variables(const Variables& variables, const ExecutionContext& ctx) const {
  std::vector<std::optional<std::size_t>> place;
  place.reserve(variables_.size());
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    // Mostly the place is the same; looking for it among many names takes long.
    const std::string& name = variables_.name(v);
    place.push_back(v < variables.size() && variables.name(v) == name ? v : variables.find(name));
  }
  Collector collector(ring_, variables);
  Exponents target(variables.size());
  for (std::size_t i = 0; i < term_count(); ++i) {
    if (i % detail::poll_terms == 0) ctx.poll();
    const Exponents source = exponents(i);
    std::fill(target.begin(), target.end(), 0);
    for (std::size_t v = 0; v < source.size(); ++v) {
      if (place[v])
        target[*place[v]] = source[v];
      else if (source[v] != 0)
        throw DomainError("the variable " + variables_.name(v) + " occurs and is not among " + variables.to_string());
    }
    collector.push_back(target, coefficient(i));
  }
  return std::move(collector).finish(ctx);
}

/// "3*x^2*y - z + 1/2", terms in the polynomial's order; "0" for zero. Coefficients that are no plain
/// numbers are put in brackets.
template <Ring R>
std::string to_string(const SparseMultiPoly<R>& a) {
  std::string text;
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    std::string monomial;
    const auto exponents = a.exponents(i);
    for (std::size_t v = 0; v < exponents.size(); ++v) {
      if (exponents[v] == 0) continue;
      if (!monomial.empty()) monomial += '*';
      monomial += a.variables().name(v);
      if (exponents[v] != 1) monomial += '^' + std::to_string(exponents[v]);
    }
    std::string value = a.ring().to_string(a.coefficient(i));
    if (!detail::is_plain_number(value)) value = '(' + value + ')';
    const bool negative = value.front() == '-';
    if (negative) value.erase(0, 1);
    if (value == "1" && !monomial.empty()) value.clear();
    text += i == 0 ? (negative ? "-" : "") : (negative ? " - " : " + ");
    text += value;
    if (!value.empty() && !monomial.empty()) text += '*';
    text += monomial;
  }
  return text.empty() ? "0" : text;
}

template <Ring R>
std::ostream& operator<<(std::ostream& out, const SparseMultiPoly<R>& a) {
  out << to_string(a);
  return out;
}

}  // namespace v1
}  // namespace polyfork
