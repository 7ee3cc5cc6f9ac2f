// Conversions of sparse univariate polynomials between Z, Q and Z/p: those of their coefficient vectors. Linear.
#include <polyfork/poly/sparse/convert_sparse.hpp>

#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

template <Ring R>
SparsePoly<R> with_terms(const R& ring, detail::sup::SparseList<R> terms, const std::string& variable) {
  return SparsePoly<R>::make(std::move(terms), SparsePoly<R>(ring).with_variable(variable));
}

/// Terms that p divides are dropped.
SparsePoly<PrimeField> reduced(const std::vector<std::uint64_t>& exponents, const IntegerVector& coefficients,
                               std::uint64_t factor, const PrimeField& field, const std::string& variable,
                               const ExecutionContext& ctx) {
  detail::sup::SparseListBuilder<PrimeField> out(field, ctx);
  for (std::size_t i = 0; i < exponents.size(); ++i)
    out.push_back(exponents[i], field.mul(coefficients[i].mod(field.modulus()), factor));
  return with_terms(field, out.finish(), variable);
}

}  // namespace

SparsePoly<Rationals> to_rational(const SparsePoly<Integers>& a) {
  return with_terms(Rationals{}, {a.packed_terms().exponents, RationalVector(a.packed_terms().coefficients)},
                    a.variable());
}

SparsePoly<Integers> numerator_polynomial(const SparsePoly<Rationals>& a) {
  return with_terms(Integers{}, {a.packed_terms().exponents, a.packed_terms().coefficients.numerators()}, a.variable());
}

SparsePoly<Integers> to_integer(const SparsePoly<Rationals>& a) {
  if (!a.packed_terms().coefficients.denominator().is_one()) throw DomainError("a coefficient is not an integer");
  return numerator_polynomial(a);
}

SparsePoly<PrimeField> reduce(const SparsePoly<Integers>& a, const PrimeField& field, const ExecutionContext& ctx) {
  return reduced(a.packed_terms().exponents, a.packed_terms().coefficients, field.one(), field, a.variable(), ctx);
}

SparsePoly<PrimeField> reduce(const SparsePoly<Rationals>& a, const PrimeField& field, const ExecutionContext& ctx) {
  const std::uint64_t denominator = a.packed_terms().coefficients.denominator().view().mod(field.modulus());
  if (denominator == 0) throw DomainError("the modulus divides the denominator");
  return reduced(a.packed_terms().exponents, a.packed_terms().coefficients.numerators(), field.inverse(denominator),
                 field, a.variable(), ctx);
}

SparsePoly<Integers> lift(const SparsePoly<PrimeField>& a) {
  const PolyZ coefficients = lift(PolyZp(a.ring(), a.packed_terms().coefficients));  // none is zero
  return with_terms(Integers{}, {a.packed_terms().exponents, coefficients.coefficients()}, a.variable());
}

}  // namespace v1
}  // namespace polyfork
