// The public functions on Groebner bases modulo p and on the shapes of ideals.
#include <polyfork/groebner/groebner.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>

#include "groebner/change_order.hpp"
#include "groebner/f4.hpp"
#include "groebner/hilbert.hpp"
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

/// The order of the basis: lex if its variables say so, else grevlex.
template <Field K>
MonomialOrder order_of(const std::vector<SparseMultiPoly<K>>& basis) {
  const bool lex = std::any_of(basis.begin(), basis.end(), [](const SparseMultiPoly<K>& f) {
    return !f.is_constant() && f.variables().order() == MonomialOrder::lex;
  });
  return lex ? MonomialOrder::lex : MonomialOrder::graded_reverse_lex;
}

/// The exponents of the leading monomials of a basis.
template <Field K>
std::vector<std::vector<std::uint64_t>> leading_exponents(const std::vector<SparseMultiPoly<K>>& basis,
                                                          std::size_t variables, const ExecutionContext& ctx) {
  const MonomialOrder order = order_of(basis);
  std::vector<std::vector<std::uint64_t>> leading;
  for (const SparseMultiPoly<K>& f : basis) {
    if (f.is_zero()) continue;
    if (f.is_constant()) return {std::vector<std::uint64_t>(variables, 0)};
    if (f.variables().size() != variables) throw DomainError("the basis is in other variables");
    leading.push_back(f.with_variables(f.variables().with_order(order), ctx).exponents(0));
  }
  return leading;
}

/// N(t) / (1 - t)^(n - d) at t = 1, which counts what a general linear section of complementary dimension meets.
std::size_t degree_from(const std::vector<std::vector<std::uint64_t>>& leading, std::size_t variables, int dimension,
                        const ExecutionContext& ctx) {
  const PolyZ numerator = detail::hilbert_numerator(leading, ctx);
  const PolyZ rest = detail::divided_by_one_minus_t(numerator, variables - static_cast<std::size_t>(dimension), ctx);
  const Integer degree = evaluate(rest, Integer(1), ctx);
  if (degree.bit_length() > 63) throw DomainError("a degree of 2^63 or more");
  return static_cast<std::size_t>(degree.to_int64());
}

template <Field K>
IdealShape shape_of(const std::vector<SparseMultiPoly<K>>& basis, std::size_t variables, const ExecutionContext& ctx) {
  const auto leading = leading_exponents(basis, variables, ctx);
  MonomialTable monomials(variables);
  std::vector<MonomialTable::Index> indices;
  indices.reserve(leading.size());
  for (const auto& exponents : leading) indices.push_back(monomials.insert(exponents));
  IdealShape shape;
  shape.dimension = detail::dimension_of(monomials, indices, ctx);
  if (shape.dimension == -1)
    shape.degree = 0;
  else if (shape.dimension == 0 || order_of(basis) != MonomialOrder::lex)
    shape.degree = degree_from(leading, variables, shape.dimension, ctx);
  return shape;
}

/// A lexicographic basis as polynomials.
std::vector<MultiPolyZp> from_staircase(const detail::LexicographicBasis& basis, const PrimeField& field,
                                        const Variables& variables, const ExecutionContext& ctx) {
  std::vector<MultiPolyZp> result;
  for (std::size_t i = 0; i < basis.leading.size(); ++i) {
    std::vector<MultiPolyZp::Term> terms{{basis.leading[i], 1}};
    for (std::size_t k = 0; k < basis.tails[i].size(); ++k)
      if (basis.tails[i][k] != 0) terms.push_back({basis.staircase[k], field.neg(basis.tails[i][k])});
    result.push_back(MultiPolyZp::from_terms(field, variables, terms, ctx));
  }
  return result;
}

/// The lexicographic basis from that in the order grevlex, of an ideal of dimension 0.
std::vector<MultiPolyZp> changed_to_lex(F4& f4, MonomialTable& monomials, const SmallPrime& p, const PrimeField& field,
                                        const Variables& variables, const ExecutionContext& ctx) {
  detail::QuotientPlan plan(f4, monomials, ctx);
  for (std::size_t v = 0; v < variables.size(); ++v) plan.prepare(v);
  std::vector<std::vector<std::uint32_t>> coefficients;
  for (std::size_t i = 0; i < f4.polynomial_count(); ++i) coefficients.push_back(f4.polynomial(i).coefficients);
  return from_staircase(detail::lexicographic_basis(plan, variables.size(), coefficients, p, ctx), field, variables,
                        ctx);
}

}  // namespace

std::vector<MultiPolyZp> groebner_basis(const std::vector<MultiPolyZp>& polynomials, const ExecutionContext& ctx) {
  return groebner_basis(polynomials, MonomialOrder::graded_reverse_lex, ctx);
}

std::vector<MultiPolyZp> groebner_basis(const std::vector<MultiPolyZp>& polynomials, MonomialOrder order,
                                        const ExecutionContext& ctx) {
  if (order != MonomialOrder::lex && order != MonomialOrder::graded_reverse_lex)
    throw DomainError("Groebner bases are computed in the orders lex and graded_reverse_lex");
  if (polynomials.empty()) return {};
  const PrimeField field = polynomials[0].ring();
  const SmallPrime p = small_prime(field);
  const Variables variables = polynomials[0].variables().with_order(order);
  for (const MultiPolyZp& f : polynomials) require_alike(polynomials[0], f);
  const auto read = [&](const std::vector<MultiPolyZp>& list, MonomialTable& monomials) {
    std::vector<WordPolynomial> words;
    for (const MultiPolyZp& f : list)
      if (!f.is_zero()) words.push_back(to_words(f, monomials));
    return words;
  };
  const auto basis_of = [&](const F4& f4, const MonomialTable& monomials) {
    std::vector<MultiPolyZp> basis;
    for (const std::uint32_t i : f4.basis())
      basis.push_back(from_words(f4.polynomial(i), monomials, field, variables, ctx));
    return basis;
  };
  std::vector<MultiPolyZp> basis;
  {
    MonomialTable monomials(variables.size(), MonomialOrder::graded_reverse_lex);
    std::vector<WordPolynomial> inputs = read(polynomials, monomials);
    if (inputs.empty()) return {};
    F4 f4(monomials, std::move(inputs), p, ctx);
    if (order == MonomialOrder::lex) {
      std::vector<MonomialTable::Index> leading;
      for (const std::uint32_t i : f4.basis()) leading.push_back(f4.polynomial(i).monomials[0]);
      if (detail::dimension_of(monomials, leading, ctx) == 0)
        return changed_to_lex(f4, monomials, p, field, variables, ctx);
    }
    basis = basis_of(f4, monomials);
    if (order != MonomialOrder::lex || f4.is_unit()) return basis;
  }
  // What the basis in the order grevlex knows of the ideal spares F4 most of its way in the order lex.
  MonomialTable monomials(variables.size(), MonomialOrder::lex);
  const F4 f4(monomials, read(basis, monomials), p, ctx);
  return basis_of(f4, monomials);
}

MultiPolyZp normal_form(const MultiPolyZp& f, const std::vector<MultiPolyZp>& basis, const ExecutionContext& ctx) {
  const SmallPrime p = small_prime(f.ring());
  MonomialTable monomials(f.variables().size(), order_of(basis));
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
  return shape_of(basis, variables, ctx);
}

IdealShape ideal_shape(const std::vector<MultiPolyQ>& basis, std::size_t variables, const ExecutionContext& ctx) {
  return shape_of(basis, variables, ctx);
}

PolyZ hilbert_numerator(const std::vector<MultiPolyZp>& basis, std::size_t variables, const ExecutionContext& ctx) {
  return detail::hilbert_numerator(leading_exponents(basis, variables, ctx), ctx);
}

PolyZ hilbert_numerator(const std::vector<MultiPolyQ>& basis, std::size_t variables, const ExecutionContext& ctx) {
  return detail::hilbert_numerator(leading_exponents(basis, variables, ctx), ctx);
}

std::vector<std::vector<std::uint64_t>> staircase(const std::vector<MultiPolyZp>& basis, std::size_t variables,
                                                  const ExecutionContext& ctx) {
  MonomialTable monomials(variables, order_of(basis));
  std::vector<MonomialTable::Index> leading;
  for (const auto& exponents : leading_exponents(basis, variables, ctx)) leading.push_back(monomials.insert(exponents));
  const int dimension = detail::dimension_of(monomials, leading, ctx);
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
