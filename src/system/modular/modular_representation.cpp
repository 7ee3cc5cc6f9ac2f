// Minimal polynomials and coordinates by Wiedemann's algorithm.
#include "system/modular/modular_representation.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/division/division.hpp>

#include "groebner/dot_product.hpp"
#include "system/modular/berlekamp_massey.hpp"
#include "system/modular/residue_algebra.hpp"
#include "system/modular/simultaneous_recurrence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

PolyZp polynomial_of(const PrimeField& field, std::span<const std::uint32_t> coefficients) {
  return PolyZp(field, ResidueVector(coefficients.begin(), coefficients.end()));
}

/// The polynomial part of f times the series of the sequence: the numerator of the fraction that it is.
WordCoefficients numerator_of(const WordCoefficients& f, std::span<const std::uint32_t> sequence, const SmallPrime& p) {
  WordCoefficients numerator(f.size() - 1);
  for (std::size_t j = 0; j < numerator.size(); ++j)
    numerator[j] = dot(f.data() + j + 1, sequence.data(), numerator.size() - j, p);
  return numerator;
}

/// From the recurrence of all sequences, the last of which are the values at powers of the form. Empty as
/// modular_representation is.
std::optional<ModularRepresentation> from_recurrence(std::span<const std::uint32_t> recurrence,
                                                     const FormSequences& sequences, std::size_t most,
                                                     std::size_t least, const SmallPrime& p,
                                                     const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p.value());
  ModularRepresentation result(field);
  result.minimal = polynomial_of(field, recurrence);
  result.minimal_degree = static_cast<std::size_t>(result.minimal.degree());
  if (result.minimal_degree == 0 || 2 * result.minimal_degree > most) return std::nullopt;
  const WordCoefficients f = word_coefficients(result.minimal, result.minimal_degree + 1);
  const WordCoefficients common = monic_gcd(f, ResidueAlgebra(f, p).slope(), p, ctx);
  result.polynomial = result.minimal;
  if (common.size() > 1) result.polynomial = div_rem(result.minimal, polynomial_of(field, common), ctx).quotient;
  const auto points = static_cast<std::size_t>(result.polynomial.degree());
  if (points < least) return std::nullopt;

  const ResidueAlgebra F(word_coefficients(result.polynomial, points + 1), p);
  const auto inverse = F.inverse(F.residue(numerator_of(f, sequences.back(), p)), ctx);
  if (!inverse) return std::nullopt;
  const WordCoefficients factor = F.product(*inverse, F.slope());
  result.numerators.assign(sequences.size() - 1, PolyZp(field));
  parallel_for(ctx, result.numerators.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      ctx.poll();
      const WordCoefficients numerator = F.residue(numerator_of(f, sequences[v], p));
      result.numerators[v] = polynomial_of(field, F.product(numerator, factor));
    }
  });
  return result;
}

}  // namespace

std::optional<ModularRepresentation> modular_representation(const QuotientPlan& plan, const LinearForm& form,
                                                            std::span<const std::vector<std::uint32_t>> coefficients,
                                                            const SequenceLength& length, std::size_t least,
                                                            const SmallPrime& p, const ExecutionContext& ctx,
                                                            std::size_t* settled) {
  const std::size_t variables = form.size();
  const TransposedMultiplication multiplication(plan, form, coefficients, p);
  const MemoryReservation held(ctx.memory(), multiplication.bytes() +
                                                 2 * (variables + 2) * length.most * sizeof(std::uint32_t) +
                                                 8 * (variables + 4) * plan.degree() * sizeof(std::uint64_t));
  std::vector<std::uint32_t> functional = random_functional(plan.degree(), p);
  std::vector<std::uint32_t> next(functional.size());
  // l(x_j t^i), and the last one l(t^i).
  std::vector<std::vector<std::uint32_t>> sequences(variables + 1);
  std::vector<std::uint32_t>& powers = sequences.back();
  // All sequences together tell a recurrence of the largest degree from fewer terms. One of them is of no use: the
  // form's values are l(t^i), one place later.
  const std::size_t recognizable = length.most / 2 + length.most / (2 * variables) + spare_terms + 6;
  // The numerators need half of the terms.
  const std::size_t of_coordinates =
      settled != nullptr ? length.most
                         : std::max(length.recognized ? recognizable : length.together, (length.most + 1) / 2);
  std::vector<std::uint32_t> recurrence;
  std::size_t together = 0;
  std::optional<SequenceRecurrence> search;
  if (length.recognized) search.emplace(length.most, SequenceArithmetic(p, ctx));
  for (std::size_t i = 0; i < length.most; ++i) {
    if (i % 16 == 0) ctx.poll();
    powers.push_back(functional[0]);  // the place of 1
    if (search) search->add(functional[0]);
    if (i < of_coordinates)
      for (std::size_t v = 0; v < variables; ++v)
        sequences[v].push_back(value_at_variable(plan, v, functional, coefficients, p));
    const bool last = i + 1 == length.most;
    if (i + 1 == length.together && !last) {
      auto found = simultaneous_recurrence(sequences, p, ctx);
      recurrence = std::move(found.coefficients);
      if (found.is_unique && 2 * (recurrence.size() - 1) == length.most) break;
    }
    if (search && i + 1 == recognizable && !last && !is_settled(*search)) {
      auto found = simultaneous_recurrence(sequences, p, ctx);
      if (found.is_unique && found.settled + spare_terms <= i + 1) {
        together = found.settled + spare_terms;
        recurrence = std::move(found.coefficients);
        break;
      }
    }
    if (last || (search && is_settled(*search))) {
      recurrence = search ? search->recurrence() : minimal_recurrence(powers, p, ctx);
      break;
    }
    multiplication.apply(functional, next);
    functional.swap(next);
  }
  if (settled != nullptr) *settled = simultaneous_recurrence(sequences, p, ctx).settled + spare_terms;
  auto result = from_recurrence(recurrence, sequences, length.most, least, p, ctx);
  if (result) result->together = together;
  return result;
}

std::optional<ModularRepresentation> representation_from(const FormSequences& sequences, std::size_t degree,
                                                         std::size_t least, const SmallPrime& p,
                                                         const ExecutionContext& ctx) {
  const MemoryReservation held(ctx.memory(), 8 * (sequences.size() + 3) * degree * sizeof(std::uint64_t));
  const SimultaneousRecurrence found = simultaneous_recurrence(sequences, p, ctx);
  if (!found.is_unique || found.coefficients.size() != degree + 1) return std::nullopt;
  return from_recurrence(found.coefficients, sequences, 2 * degree, least, p, ctx);
}

bool satisfies(const ModularRepresentation& r, const LinearForm& form, std::span<const WordPolynomial> equations,
               std::span<const TermGroups> groups, const MonomialTable& monomials, const ExecutionContext& ctx) {
  const SmallPrime p(static_cast<std::uint32_t>(r.polynomial.ring().word_modulus().value()));
  const auto points = static_cast<std::size_t>(r.polynomial.degree());
  const ResidueAlgebra F(word_coefficients(r.polynomial, points + 1), p);
  const auto inverse = F.inverse(F.slope(), ctx);
  if (!inverse) return false;
  std::vector<std::size_t> degrees(form.size(), 1);
  for (const WordPolynomial& f : equations)
    for (std::size_t i = 0; i < f.monomials.size(); ++i) {
      if (i % terms_between_polls == 0) ctx.poll();
      for (std::size_t v = 0; v < form.size(); ++v)
        degrees[v] = std::max<std::size_t>(degrees[v], monomials.exponent(f.monomials[i], v));
    }
  const auto threads = static_cast<std::size_t>(ctx.threads());
  const std::size_t residues = std::accumulate(degrees.begin(), degrees.end(), 8 + 6 * threads);
  const MemoryReservation held(ctx.memory(), residues * (points + 1) * sizeof(std::uint32_t));
  // powers[v][e] = x_v^(e + 1) modulo F.
  std::vector<std::vector<WordCoefficients>> powers(form.size());
  // Minus t.
  WordCoefficients sum(std::max<std::size_t>(points, 2), 0);
  sum[1] = p.neg(1);
  sum = F.residue(std::move(sum));
  parallel_for(ctx, form.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      powers[v].push_back(F.product(word_coefficients(r.numerators[v], points), *inverse));
      while (powers[v].size() < degrees[v]) {
        ctx.poll();
        powers[v].push_back(F.product(powers[v].back(), powers[v][0]));
      }
    }
  });
  for (std::size_t v = 0; v < form.size(); ++v) {
    const std::uint32_t c = p.reduce(static_cast<std::uint64_t>(std::abs(std::int64_t{form[v]})));
    F.add_multiple(sum, powers[v][0], form[v] < 0 ? p.neg(c) : c);
  }
  const auto is_zero = [](const WordCoefficients& a) { return std::ranges::all_of(a, [](auto c) { return c == 0; }); };
  if (!is_zero(sum)) return false;
  const auto holds = [&](const WordPolynomial& f, const TermGroups& by_rest) {
    // The last products of all groups of terms are reduced together.
    WordCoefficients value(2 * points - 1, 0);
    const std::size_t grouped = by_rest.variable();
    for (std::size_t g = 0; g < by_rest.size(); ++g) {
      const std::span<const std::uint32_t> terms = by_rest.terms(g);
      WordCoefficients sum_of_terms(points, 0);
      for (const std::uint32_t i : terms) {
        ctx.poll();
        const std::uint32_t exponent = monomials.exponent(f.monomials[i], grouped);
        if (exponent == 0)
          sum_of_terms[0] = static_cast<std::uint32_t>(p.modulus().add(sum_of_terms[0], f.coefficients[i]));
        else
          F.add_multiple(sum_of_terms, powers[grouped][exponent - 1], f.coefficients[i]);
      }
      const WordCoefficients* last = nullptr;
      for (std::size_t v = 0; v < form.size(); ++v) {
        const std::uint32_t exponent = v == grouped ? 0 : monomials.exponent(f.monomials[terms[0]], v);
        if (exponent == 0) continue;
        if (last != nullptr) sum_of_terms = F.product(sum_of_terms, *last);
        last = &powers[v][exponent - 1];
      }
      if (last != nullptr)
        F.add_product(value, sum_of_terms, *last);
      else
        F.add_multiple(value, sum_of_terms, 1);
    }
    return is_zero(F.residue(std::move(value)));
  };
  std::atomic<bool> all{true};
  parallel_for(ctx, equations.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && all; ++i)
      if (!holds(equations[i], groups[i])) all = false;
  });
  return all;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
