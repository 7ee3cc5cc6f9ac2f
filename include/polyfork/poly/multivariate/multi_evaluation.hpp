// Values, substitution and derivatives of sparse multivariate polynomials.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_values.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/sparse/detail/sparse_list_products.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The powers of x that occur, each from the one before.
template <Ring R>
class PowerTable {
 public:
  using E = typename R::element;
  PowerTable(const R& ring, const E& x, std::vector<std::uint64_t> exponents, const ExecutionContext& ctx)
      : exponents_(std::move(exponents)) {
    std::sort(exponents_.begin(), exponents_.end());
    exponents_.erase(std::unique(exponents_.begin(), exponents_.end()), exponents_.end());
    if (!exponents_.empty()) sup::check_power(ring, x, exponents_.back());
    E power = ring.one();
    std::uint64_t at = 0;
    powers_.reserve(exponents_.size());
    for (const std::uint64_t e : exponents_) {
      ctx.poll();
      if (e != at) power = ring.mul(power, sup::bounded_power(ring, x, e - at, ctx));
      at = e;
      powers_.push_back(power);
    }
  }
  const E& operator[](std::uint64_t exponent) const {
    const auto at = std::lower_bound(exponents_.begin(), exponents_.end(), exponent);
    return powers_[static_cast<std::size_t>(at - exponents_.begin())];
  }

 private:
  std::vector<std::uint64_t> exponents_;
  std::vector<E> powers_;
};

/// The exponents of all terms, a row for each, into memory for them.
template <Ring R>
void exponent_rows(std::uint64_t* rows, const SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  const std::size_t n = a.variables().size();
  for (std::size_t i = 0; i < a.term_count(); i += poll_terms) {
    ctx.poll();
    write_exponent_rows(rows + i * n, a.monomials(), a.variables(), i, std::min(i + poll_terms, a.term_count()));
  }
}

template <Ring R>
PowerTable<R> power_table(const SparseMultiPoly<R>& a, std::size_t variable, const typename R::element& x,
                          const ExecutionContext& ctx) {
  std::vector<std::uint64_t> exponents;
  exponents.reserve(a.term_count());
  for (std::size_t i = 0; i < a.term_count(); ++i) exponents.push_back(a.exponent(i, variable));
  return PowerTable<R>(a.ring(), x, std::move(exponents), ctx);
}

}  // namespace detail

namespace detail {

/// The values of one polynomial, whose exponents are read once.
template <Ring R>
class MultiValues {
 public:
  using E = typename R::element;
  MultiValues(const SparseMultiPoly<R>& a, const ExecutionContext& ctx) : a_(a), ctx_(ctx) {}
  MultiValues(const MultiValues&) = delete;
  MultiValues& operator=(const MultiValues&) = delete;

  /// out = the value; it may be a coordinate.
  void evaluate_into(E& out, const std::vector<E>& point) {
    if constexpr (std::is_same_v<R, Integers> || std::is_same_v<R, Rationals>)
      if (evaluate_in_rows(out, a_.packed_terms(), a_.variables(), exponents_, point, ctx_)) return;
    read();
    if constexpr (std::is_same_v<R, PrimeField>)
      out = evaluate_residues(a_.ring(), a_.coefficients(), exponents_, point, ctx_);
    else
      out = by_powers(point);
  }
  /// To be called before values are computed at the same time.
  void read() {
    if (is_read_) return;
    const std::size_t words = a_.term_count() * a_.variables().size();
    constexpr std::size_t copies = std::is_same_v<R, PrimeField> ? 1 : 2;  // tables of powers hold the exponents, too
    held_ = MemoryReservation(ctx_.memory(), copies * words * sizeof(std::uint64_t));
    std::uint64_t* const rows = frame_.allocate<std::uint64_t>(words).data();
    exponent_rows(rows, a_, ctx_);
    exponents_ = {rows, words};
    is_read_ = true;
  }

 private:
  E by_powers(const std::vector<E>& point) const {
    const R& ring = a_.ring();
    const std::size_t n = point.size();
    std::vector<PowerTable<R>> powers;
    for (std::size_t v = 0; v < n; ++v) {
      std::vector<std::uint64_t> column(a_.term_count());
      for (std::size_t i = 0; i < column.size(); ++i) column[i] = exponents_[i * n + v];
      powers.emplace_back(ring, point[v], std::move(column), ctx_);
    }
    E value = ring.zero();
    for (std::size_t i = 0; i < a_.term_count(); ++i) {
      if (i % 64 == 0) ctx_.poll();
      E term = a_.coefficient(i);
      for (std::size_t v = 0; v < n; ++v)
        if (const std::uint64_t e = exponents_[i * n + v]; e != 0) term = ring.mul(term, powers[v][e]);
      value = ring.add(value, term);
    }
    return value;
  }

  const SparseMultiPoly<R>& a_;
  const ExecutionContext& ctx_;
  MemoryReservation held_;
  Workspace::Frame frame_;
  std::span<const std::uint64_t> exponents_;
  bool is_read_ = false;
};

/// Throws DomainError.
template <Ring R>
void require_point(const SparseMultiPoly<R>& a, const std::vector<typename R::element>& point) {
  if (point.size() != a.variables().size()) throw DomainError("a point needs one coordinate for each variable");
  require_elements(a.ring(), point);
}

}  // namespace detail

/// The value at a point, one coordinate for each variable (else DomainError). O(terms variables) ring operations beside
/// the powers of the coordinates.
template <Ring R>
typename R::element evaluate(const SparseMultiPoly<R>& a, const std::vector<typename R::element>& point,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
  detail::require_point(a, point);
  typename R::element value = a.ring().zero();
  detail::MultiValues<R>(a, ctx).evaluate_into(value, point);
  return value;
}
/// Into a number that exists: over Z and Z/pZ loops allocate nothing once it is long enough.
template <Ring R>
void evaluate_into(typename R::element& out, const SparseMultiPoly<R>& a, const std::vector<typename R::element>& point,
                   const ExecutionContext& ctx = ExecutionContext::default_context()) {
  detail::require_point(a, point);
  detail::MultiValues<R>(a, ctx).evaluate_into(out, point);
}

/// The values at many points, values[i] = a(points[i]), in parallel; points may repeat. Throws what evaluate throws.
template <Ring R>
std::vector<typename R::element> evaluate_many(const SparseMultiPoly<R>& a,
                                               std::span<const std::vector<typename R::element>> points,
                                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
  for (const auto& point : points) detail::require_point(a, point);
  std::vector<typename R::element> values(points.size(), a.ring().zero());
  detail::MultiValues<R> evaluated(a, ctx);
  evaluated.read();
  constexpr std::size_t grain_terms = 1 << 12;
  parallel_for(ctx, points.size(), 1 + grain_terms / (1 + a.term_count()), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) evaluated.evaluate_into(values[k], points[k]);
  });
  return values;
}

namespace detail {

/// evaluate_at where no way in rows is taken.
template <Ring R>
SparseMultiPoly<R> evaluate_at_by_elements(const SparseMultiPoly<R>& a, std::size_t v, const typename R::element& x,
                                           const ExecutionContext& ctx) {
  const PowerTable<R> powers = power_table(a, v, x, ctx);
  typename SparseMultiPoly<R>::Collector collector(a.ring(), a.variables());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % 64 == 0) ctx.poll();
    std::vector<std::uint64_t> exponents = a.exponents(i);
    typename R::element value = a.ring().mul(a.coefficient(i), powers[exponents[v]]);
    exponents[v] = 0;
    collector.push_back(exponents, std::move(value));
  }
  return std::move(collector).finish(ctx);
}

}  // namespace detail

/// What evaluate_at returns, into a polynomial that exists and may be the operand: over Z and Q few terms of short
/// numbers in its memory. Throws DomainError for an unknown variable. After an exception `out` has some value.
template <Ring R>
void evaluate_at_into(SparseMultiPoly<R>& out, const SparseMultiPoly<R>& a, std::string_view variable,
                      const typename R::element& x, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t v = a.variables().index(variable);
  detail::require_element(a.ring(), x);
  if constexpr (std::is_same_v<R, Integers> || std::is_same_v<R, Rationals>) {
    bool short_enough = false;
    SparseMultiPoly<R>::with_terms_of(out, a, [&](detail::SparseTerms<R>& terms) {
      short_enough = detail::evaluate_variable_into(terms, a.packed_terms(), a.variables(), v, x, ctx);
    });
    if (short_enough) return;
  }
  out = detail::evaluate_at_by_elements(a, v, x, ctx);
}

/// The polynomial with one variable replaced by a value, which no longer occurs in it but stays among its variables.
/// Throws DomainError for an unknown variable.
template <Ring R>
SparseMultiPoly<R> evaluate_at(const SparseMultiPoly<R>& a, std::string_view variable, const typename R::element& x,
                               const ExecutionContext& ctx = ExecutionContext::default_context()) {
  SparseMultiPoly<R> image(a.ring(), a.variables());
  evaluate_at_into(image, a, variable, x, ctx);
  return image;
}

namespace detail {

/// Polynomials for some variables of another one; the others stay.
template <Ring R>
class Substitution {
 public:
  using P = SparseMultiPoly<R>;

  /// Throws DomainError for a variable that stays and occurs, and is none of the target's.
  Substitution(const P& a, std::vector<std::optional<P>> values, const Variables& target, const ExecutionContext& ctx)
      : a_(a), values_(std::move(values)), target_(target), ctx_(ctx) {
    const std::vector<std::uint64_t> degrees = a.degrees();
    for (std::size_t v = 0; v < values_.size(); ++v) {
      if (degrees[v] == 0) continue;
      if (values_[v])
        replaced_.push_back(v);
      else
        staying_.emplace_back(v, target.index(a.variables().name(v)));
    }
  }

  P of_all_terms() const {
    std::vector<std::size_t> terms(a_.term_count());
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = i;
    return of_terms(0, terms);
  }

 private:
  /// The sum of the terms of these numbers, with values from the k-th variable that is replaced on and 1 for those
  /// before it: Horner's rule in that variable, coefficients first.
  P of_terms(std::size_t k, const std::vector<std::size_t>& terms) const {
    ctx_.poll();
    if (k == replaced_.size()) return unchanged(terms);
    const std::size_t v = replaced_[k];
    std::map<std::uint64_t, std::vector<std::size_t>, std::greater<>> by_degree;
    for (const std::size_t i : terms) by_degree[a_.exponent(i, v)].push_back(i);
    P result(a_.ring(), target_);
    std::uint64_t at = 0;
    for (const auto& [degree, part] : by_degree) {
      if (!result.is_zero()) result = mul(result, pow(*values_[v], at - degree, ctx_), ctx_);
      result = add(result, of_terms(k + 1, part), ctx_);
      at = degree;
    }
    return at == 0 ? result : mul(result, pow(*values_[v], at, ctx_), ctx_);
  }

  /// The sum of terms with 1 for all variables that are replaced.
  P unchanged(const std::vector<std::size_t>& terms) const {
    typename P::Collector collector(a_.ring(), target_);
    std::vector<std::uint64_t> exponents(target_.size(), 0);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      if (t % 64 == 63) ctx_.poll();
      const std::vector<std::uint64_t> given = a_.exponents(terms[t]);
      for (const auto& [from, to] : staying_) exponents[to] = given[from];
      collector.push_back(exponents, a_.coefficient(terms[t]));
    }
    return std::move(collector).finish(ctx_);
  }

  const P& a_;
  std::vector<std::optional<P>> values_;
  const Variables& target_;
  const ExecutionContext& ctx_;
  std::vector<std::size_t> replaced_;                         // of the variables that occur
  std::vector<std::pair<std::size_t, std::size_t>> staying_;  // the others, and their places among the target's
};

}  // namespace detail

namespace detail {

/// The k-th derivative in variable v by elements, k > 0.
template <Ring R>
SparseMultiPoly<R> derivative_of_elements(const SparseMultiPoly<R>& a, std::size_t v, std::uint64_t k,
                                          const ExecutionContext& ctx) {
  const Variables& variables = a.variables();
  // Every monomial is divided by the same one, so that their order stays.
  const detail::PackedMonomials& monomials = a.monomials();
  std::vector<std::uint64_t> divisor(variables.size(), 0);
  divisor[v] = k;
  std::vector<std::uint64_t> fields(variables.fields());
  variables.to_fields(divisor, fields);
  detail::PackedMonomials packed_divisor(monomials.layout());
  packed_divisor.push_fields(fields);
  detail::PackedMonomials quotients(monomials.layout());
  quotients.reserve(a.term_count());
  std::vector<typename R::element> coefficients;
  coefficients.reserve(a.term_count());
  std::vector<std::uint64_t> quotient(monomials.words());
  std::vector<std::optional<typename R::element>> factors(256);  // of low exponents
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % 64 == 0) ctx.poll();
    monomials.get_fields(i, fields);
    variables.from_fields(fields, divisor);
    const std::uint64_t e = divisor[v];
    if (e < k) continue;
    for (std::size_t w = 0; w < quotient.size(); ++w) quotient[w] = monomials[i][w] - packed_divisor[0][w];
    quotients.push_back(quotient.data());
    if (e >= factors.size()) {
      coefficients.push_back(a.ring().mul(a.coefficient(i), detail::falling_factorial(a.ring(), e, k, ctx)));
      continue;
    }
    if (!factors[e]) factors[e] = detail::falling_factorial(a.ring(), e, k, ctx);
    coefficients.push_back(a.ring().mul(a.coefficient(i), *factors[e]));
  }
  return SparseMultiPoly<R>::make(a.ring(), variables,
                                  detail::SparseOps<R>::collect(a.ring(), quotients, coefficients, ctx));
}

}  // namespace detail

/// With polynomials put in for variables, all at the same time. The result is in the variables of the values (which
/// must agree, constants aside), or in those of `a` when all values are constants; variables without a value stay and
/// must exist there. Throws DomainError otherwise, and for an unknown variable or one that is given twice.
template <Ring R>
SparseMultiPoly<R> substitute(const SparseMultiPoly<R>& a,
                              const std::vector<std::pair<std::string, SparseMultiPoly<R>>>& values,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  using P = SparseMultiPoly<R>;
  std::vector<std::optional<P>> given(a.variables().size());
  const Variables* target = nullptr;
  for (const auto& [name, value] : values) {
    std::optional<P>& place = given[a.variables().index(name)];
    if (place) throw DomainError("the variable " + name + " is given two values");
    if (!(value.ring() == a.ring())) throw ModulusMismatch("polynomials over different rings");
    place = value;
    if (value.is_constant()) continue;
    if (target != nullptr && !(*target == value.variables()))
      throw DomainError("values in different variables or orders: " + target->to_string() + " and " +
                        value.variables().to_string());
    target = &value.variables();
  }
  if (target == nullptr) target = &a.variables();
  return detail::Substitution<R>(a, std::move(given), *target, ctx).of_all_terms();
}

/// The first derivative in a variable into a polynomial that exists: over Z, Q and Z/pZ in its memory, unless it is the
/// operand. Throws DomainError for an unknown variable. After an exception `out` has some value.
template <Ring R>
void derivative_into(SparseMultiPoly<R>& out, const SparseMultiPoly<R>& a, std::string_view variable,
                     const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t v = a.variables().index(variable);
  SparseMultiPoly<R>::with_terms_of(out, a, [&](detail::SparseTerms<R>& terms) {
    if constexpr (detail::has_flat_vector<R>)
      detail::derivative_into(a.ring(), terms, a.packed_terms(), a.variables(), v, ctx);
    else
      terms = detail::derivative_of_elements(a, v, 1, ctx).packed_terms();
  });
}

/// The k-th derivative in a variable. Throws DomainError for an unknown one, MemoryLimit where a falling factorial is
/// too long.
template <Ring R>
SparseMultiPoly<R> derivative(const SparseMultiPoly<R>& a, std::string_view variable, std::uint64_t k = 1,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t v = a.variables().index(variable);
  if (k == 0) return a;
  if (a.degree(v) < 0 || static_cast<std::uint64_t>(a.degree(v)) < k)
    return SparseMultiPoly<R>(a.ring(), a.variables());
  if (k != 1 || !detail::has_flat_vector<R>) return detail::derivative_of_elements(a, v, k, ctx);
  SparseMultiPoly<R> slope(a.ring(), a.variables());
  derivative_into(slope, a, variable, ctx);
  return slope;
}

// Compiled in the library, as powers are.
extern template POLYFORK_EXPORT SparseMultiPoly<Integers> substitute(
    const SparseMultiPoly<Integers>&, const std::vector<std::pair<std::string, SparseMultiPoly<Integers>>>&,
    const ExecutionContext&);
extern template POLYFORK_EXPORT SparseMultiPoly<Rationals> substitute(
    const SparseMultiPoly<Rationals>&, const std::vector<std::pair<std::string, SparseMultiPoly<Rationals>>>&,
    const ExecutionContext&);

}  // namespace v1
}  // namespace polyfork
