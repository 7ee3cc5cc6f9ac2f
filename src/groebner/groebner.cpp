// The public functions on Groebner bases modulo p.
#include <polyfork/groebner/groebner.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>

#include "groebner/f4.hpp"
#include "groebner/monomial_table.hpp"
#include "groebner/quotient.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::F4;
using detail::MonomialTable;
using detail::SmallPrime;
using detail::WordPolynomial;

SmallPrime small_prime(const PrimeField& field) {
  if (field.modulus() >= (std::uint64_t{1} << 31)) throw DomainError("Groebner bases need a prime below 2^31");
  return SmallPrime(static_cast<std::uint32_t>(field.modulus()));
}

WordPolynomial to_words(const MultiPolyZp& f, MonomialTable& monomials) {
  std::vector<std::pair<MonomialTable::Index, std::uint32_t>> terms;
  for (std::size_t i = 0; i < f.term_count(); ++i)
    terms.emplace_back(monomials.insert(f.exponents(i)), static_cast<std::uint32_t>(f.coefficient(i)));
  std::sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) { return monomials.less(b.first, a.first); });
  WordPolynomial words;
  for (const auto& [monomial, coefficient] : terms) {
    words.monomials.push_back(monomial);
    words.coefficients.push_back(coefficient);
  }
  return words;
}

MultiPolyZp from_words(const WordPolynomial& f, const MonomialTable& monomials, const PrimeField& field,
                       const Variables& variables, const ExecutionContext& ctx) {
  std::vector<MultiPolyZp::Term> terms;
  for (std::size_t i = 0; i < f.monomials.size(); ++i) {
    MultiPolyZp::Exponents exponents(variables.size());
    for (std::size_t v = 0; v < exponents.size(); ++v) exponents[v] = monomials.exponent(f.monomials[i], v);
    terms.push_back({std::move(exponents), f.coefficients[i]});
  }
  return MultiPolyZp::from_terms(field, variables, terms, ctx);
}

/// Throws unless all polynomials are over one field and in variables of the same names.
void require_alike(const MultiPolyZp& a, const MultiPolyZp& b) {
  if (!(a.ring() == b.ring())) throw ModulusMismatch("polynomials over different rings");
  if (a.variables().names() != b.variables().names())
    throw DomainError("polynomials in different variables: " + a.variables().to_string() + " and " +
                      b.variables().to_string());
}

/// The leading monomials of a basis.
std::vector<MonomialTable::Index> leading_of(const std::vector<MultiPolyZp>& basis, std::size_t variables,
                                             MonomialTable& monomials) {
  std::vector<MonomialTable::Index> leading;
  for (const MultiPolyZp& f : basis) {
    if (f.variables().size() != variables) throw DomainError("the basis is in other variables");
    if (!f.is_zero()) leading.push_back(to_words(f, monomials).monomials[0]);
  }
  return leading;
}

}  // namespace

std::vector<MultiPolyZp> groebner_basis(const std::vector<MultiPolyZp>& polynomials, const ExecutionContext& ctx) {
  if (polynomials.empty()) return {};
  const PrimeField field = polynomials[0].ring();
  const SmallPrime p = small_prime(field);
  const Variables variables = polynomials[0].variables().with_order(MonomialOrder::graded_reverse_lex);
  MonomialTable monomials(variables.size());
  std::vector<WordPolynomial> inputs;
  for (const MultiPolyZp& f : polynomials) {
    require_alike(polynomials[0], f);
    if (!f.is_zero()) inputs.push_back(to_words(f, monomials));
  }
  if (inputs.empty()) return {};
  const F4 f4(monomials, std::move(inputs), p, ctx);
  std::vector<MultiPolyZp> basis;
  for (const std::uint32_t i : f4.basis())
    basis.push_back(from_words(f4.polynomial(i), monomials, field, variables, ctx));
  return basis;
}

MultiPolyZp normal_form(const MultiPolyZp& f, const std::vector<MultiPolyZp>& basis, const ExecutionContext& ctx) {
  const SmallPrime p = small_prime(f.ring());
  MonomialTable monomials(f.variables().size());
  std::vector<WordPolynomial> words;
  for (const MultiPolyZp& g : basis) {
    require_alike(f, g);
    if (g.is_zero()) continue;
    words.push_back(to_words(g, monomials));
    if (words.back().coefficients[0] != 1) throw DomainError("a basis polynomial that is not monic");
  }
  const WordPolynomial terms = to_words(f, monomials);
  F4 f4(F4::KnownBasis{}, monomials, std::move(words), p, ctx);
  return from_words(f4.normal_form(terms), monomials, f.ring(), f.variables(), ctx);
}

IdealShape ideal_shape(const std::vector<MultiPolyZp>& basis, std::size_t variables, const ExecutionContext& ctx) {
  MonomialTable monomials(variables);
  const auto leading = leading_of(basis, variables, monomials);
  IdealShape shape;
  shape.dimension = detail::dimension_of(monomials, leading);
  if (shape.dimension == -1) shape.degree = 0;
  if (shape.dimension == 0) shape.degree = detail::staircase_of(monomials, leading, ctx).size();
  return shape;
}

std::vector<std::vector<std::uint64_t>> staircase(const std::vector<MultiPolyZp>& basis, std::size_t variables,
                                                  const ExecutionContext& ctx) {
  MonomialTable monomials(variables);
  const auto leading = leading_of(basis, variables, monomials);
  const int dimension = detail::dimension_of(monomials, leading);
  if (dimension == -1) return {};
  if (dimension > 0) throw DomainError("infinitely many monomials: the ideal has a positive dimension");
  std::vector<std::vector<std::uint64_t>> result;
  for (const MonomialTable::Index m : detail::staircase_of(monomials, leading, ctx)) {
    std::vector<std::uint64_t> exponents(variables);
    for (std::size_t v = 0; v < variables; ++v) exponents[v] = monomials.exponent(m, v);
    result.push_back(std::move(exponents));
  }
  return result;
}

}  // namespace v1
}  // namespace polyfork
