// Minimal polynomials and coordinates by Wiedemann's algorithm.
#include "system/modular/modular_representation.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>

#include "system/modular/berlekamp_massey.hpp"
#include "system/modular/simultaneous_recurrence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::vector<std::uint32_t> random_functional(std::size_t n, const SmallPrime& p) {
  std::uint64_t state = p.value();
  std::vector<std::uint32_t> result(n);
  for (std::uint32_t& entry : result) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    entry = p.reduce(z ^ (z >> 31));
  }
  return result;
}

/// A recurrence that holds for so many more terms than determine it holds for all, unless the functional was unlucky
/// with a probability of p to this power.
constexpr std::size_t spare_terms = 8;

/// Whether the shortest recurrence of the terms is looked for before all of `length` have been computed: a few times,
/// since looking costs the square of the number of terms, as much as one or two terms do.
bool is_time_to_look(std::size_t terms, std::size_t length) {
  constexpr std::size_t parts = 8;
  return length >= parts && terms % (length / parts) == 0 && terms >= length / 4;
}

PolyZp polynomial_of(const PrimeField& field, std::span<const std::uint32_t> coefficients) {
  return PolyZp(field, ResidueVector(coefficients.begin(), coefficients.end()));
}

/// The polynomial part of f times the series of the sequence: the numerator of the fraction that it is.
PolyZp numerator_of(const PolyZp& f, std::span<const std::uint32_t> sequence, const ExecutionContext& ctx) {
  const auto m = static_cast<std::size_t>(f.degree());
  ResidueVector reversed(sequence.begin(), sequence.begin() + static_cast<std::ptrdiff_t>(m));
  std::reverse(reversed.begin(), reversed.end());
  return shift_right(mul(f, PolyZp(f.ring(), std::move(reversed)), ctx), m, ctx);
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
  // The numerators need half of them.
  const std::size_t of_coordinates =
      settled != nullptr ? length.most : std::max(length.together, (length.most + 1) / 2);
  std::vector<std::uint32_t> recurrence;
  for (std::size_t i = 0; i < length.most; ++i) {
    if (i % 16 == 0) ctx.poll();
    powers.push_back(functional[0]);  // the place of 1
    if (i < of_coordinates)
      for (std::size_t v = 0; v < variables; ++v)
        sequences[v].push_back(value_at_variable(plan, v, functional, coefficients, p));
    const bool last = i + 1 == length.most;
    if (i + 1 == length.together && !last) {
      auto found = simultaneous_recurrence(sequences, p, ctx);
      recurrence = std::move(found.coefficients);
      if (found.is_unique && 2 * (recurrence.size() - 1) == length.most) break;
    }
    if (!last) {
      multiplication.apply(functional, next);
      functional.swap(next);
      if (!length.recognized || !is_time_to_look(i + 1, length.most)) continue;
    }
    recurrence = minimal_recurrence(powers, p, ctx);
    if (2 * (recurrence.size() - 1) + spare_terms <= powers.size()) break;
  }
  if (settled != nullptr) *settled = simultaneous_recurrence(sequences, p, ctx).settled + spare_terms;
  const PrimeField field = PrimeField::trusted(p.value());
  const PolyZp f = polynomial_of(field, recurrence);
  ModularRepresentation result(field);
  result.minimal_degree = static_cast<std::size_t>(f.degree());
  result.minimal = f;
  if (result.minimal_degree == 0 || 2 * result.minimal_degree > length.most) return std::nullopt;
  const PolyZp common = gcd(f, derivative(f, 1, ctx), ctx);
  result.polynomial = common.degree() > 0 ? make_monic(div_rem(f, common, ctx).quotient, ctx) : f;
  const PolyZp& F = result.polynomial;
  if (static_cast<std::size_t>(F.degree()) < least) return std::nullopt;

  const ExtendedGcd inverse = extended_gcd(rem(numerator_of(f, powers, ctx), F, ctx), F, ctx);
  if (inverse.g.degree() != 0) return std::nullopt;
  const PolyZp factor = rem(mul(inverse.s, derivative(F, 1, ctx), ctx), F, ctx);
  for (std::size_t v = 0; v < variables; ++v) {
    const PolyZp numerator = rem(numerator_of(f, sequences[v], ctx), F, ctx);
    result.numerators.push_back(rem(mul(numerator, factor, ctx), F, ctx));
  }
  return result;
}

bool satisfies(const ModularRepresentation& r, const LinearForm& form, std::span<const WordPolynomial> equations,
               const MonomialTable& monomials, const ExecutionContext& ctx) {
  const PolyZp& F = r.polynomial;
  const PrimeField& field = F.ring();
  const ExtendedGcd inverse = extended_gcd(derivative(F, 1, ctx), F, ctx);
  if (inverse.g.degree() != 0) return false;
  std::size_t residues = 8;
  for (std::size_t v = 0; v < form.size(); ++v) {
    std::uint32_t greatest = 1;
    for (const WordPolynomial& f : equations)
      for (const MonomialTable::Index m : f.monomials) greatest = std::max(greatest, monomials.exponent(m, v));
    residues += greatest + std::size_t{1};
  }
  const MemoryReservation held(ctx.memory(), residues * F.length() * sizeof(std::uint64_t));
  // powers[v][e] = x_v^e modulo F.
  std::vector<std::vector<PolyZp>> powers(form.size());
  PolyZp sum(field);
  for (std::size_t v = 0; v < form.size(); ++v) {
    powers[v].push_back(PolyZp::constant(field, 1));
    powers[v].push_back(rem(mul(r.numerators[v], inverse.s, ctx), F, ctx));
    const auto c = static_cast<std::uint64_t>(std::abs(form[v]));
    const PolyZp term = scale(powers[v][1], field.word_modulus().reduce(c), ctx);
    sum = form[v] < 0 ? sub(sum, term, ctx) : add(sum, term, ctx);
  }
  if (!rem(sub(sum, PolyZp::generator(field), ctx), F, ctx).is_zero()) return false;
  for (const WordPolynomial& f : equations) {
    PolyZp value(field);
    for (std::size_t i = 0; i < f.monomials.size(); ++i) {
      ctx.poll();
      PolyZp term = PolyZp::constant(field, f.coefficients[i]);
      for (std::size_t v = 0; v < form.size(); ++v) {
        const std::uint32_t e = monomials.exponent(f.monomials[i], v);
        if (e == 0) continue;
        while (powers[v].size() <= e) powers[v].push_back(rem(mul(powers[v].back(), powers[v][1], ctx), F, ctx));
        // The last product is reduced together with those of the other terms.
        if (term.degree() >= F.degree()) term = rem(term, F, ctx);
        term = term.degree() <= 0 ? scale(powers[v][e], term.coefficient(0), ctx) : mul(term, powers[v][e], ctx);
      }
      value = add(value, term, ctx);
    }
    if (!rem(value, F, ctx).is_zero()) return false;
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
