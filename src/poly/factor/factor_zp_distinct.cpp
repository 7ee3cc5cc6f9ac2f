// Distinct-degree factorization and irreducibility over Z/pZ.
//
// With b_i = x^(p^i) for i <= l (baby steps) and H_j = x^(p^(j l)) (giant steps) modulo f, the product of H_j - b_i
// over all i < l contains exactly the irreducible polynomials whose degrees divide some j l - i. With the lower ones
// gone, a gcd splits off the factors of degrees (j - 1) l + 1 to j l, later on those of several j at a time; gcds with
// products of differences take these apart (frobenius_steps.hpp). Baby and giant steps are compositions with b_1 and
// with H_1. For l near sqrt(n / 3): about sqrt(2 n) compositions and n / 2 products modulo f, of which random
// polynomials need a half. When factors that were found have lowered the degree by a fifth, all goes on modulo the
// rest.
//
// Irreducibility: a gcd with x^p - x and one round of the above, which find a factor of most reducible polynomials;
// then Rabin's test, x^(p^n) = x and gcd(x^(p^(n/q)) - x, f) = 1 for the primes q that divide n, by O(log n)
// compositions.
//
// Literature: Kaltofen, Shoup, Math. Comp. 67 (1998); von zur Gathen, Shoup, Comput. Complexity 2 (1992); Rabin, SIAM
// J. Comput. 9 (1980); Ben-Or, FOCS 1981.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor/frobenius_steps.hpp"
#include "poly/factor/word_composition.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/residues/half_gcd.hpp"
#include "ring/mod_vector.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

ResidueVector normalised_words(ConstWords a) {
  a = a.first(word_length(a));
  return ResidueVector(a.begin(), a.end());
}

ResidueVector monic_gcd_words(const FactorAlgebra& w, ResidueVector a, ResidueVector b) {
  const MemoryReservation reservation(w.ctx.memory(), 2 * (a.size() + b.size()) * sizeof(std::uint64_t));
  ResidueVector g = gcd_words(w, std::move(a), std::move(b));
  if (!g.empty()) word_set_leading(g, 1, w.modulus);
  return g;
}

ResidueVector exact_quotient_words(const FactorAlgebra& w, ConstWords a, ConstWords b) {
  const MemoryReservation reservation(w.ctx.memory(), 2 * a.size() * sizeof(std::uint64_t));
  ResidueVector quotient(a.size() - b.size() + 1);
  ResidueVector rest(a.begin(), a.end());
  div_rem_words(w, rest, b, quotient);
  return quotient;
}

ResidueVector remainder_words(const FactorAlgebra& w, ConstWords a, ConstWords b) {
  if (a.size() < b.size()) return normalised_words(a);
  const MemoryReservation reservation(w.ctx.memory(), 2 * a.size() * sizeof(std::uint64_t));
  ResidueVector quotient(a.size() - b.size() + 1);
  ResidueVector rest(a.begin(), a.end());
  div_rem_words(w, rest, b, quotient);
  return normalised_words(Words(rest).first(b.size() - 1));
}

std::size_t baby_steps(std::size_t n) noexcept {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(static_cast<double>(n) / 3)));
}

namespace {

/// x^(p^k) modulo f by binary powering with compositions, h = x^p.
ResidueVector iterated_frobenius(const WordQuotient& q, const ResidueVector& h, std::size_t k) {
  ResidueVector result = h;
  const CompositionMap once(q, h, 4);
  ResidueVector next(h.size());
  for (auto i = static_cast<std::size_t>(63 - __builtin_clzll(k)); i-- != 0;) {
    CompositionMap(q, result, 1).apply(result, next);
    std::swap(result, next);
    if ((k >> i & 1) == 0) continue;
    once.apply(result, next);
    std::swap(result, next);
  }
  return result;
}

}  // namespace

std::vector<EqualDegreeWords> distinct_degree_words(const FactorAlgebra& w, ConstWords f) {
  std::vector<EqualDegreeWords> parts;
  if (f.size() == 2) {
    parts.push_back({ResidueVector(f.begin(), f.end()), 1, {}, {}});
    return parts;
  }
  FrobeniusSteps steps(w, f);
  while (2 * steps.lowest_degree() <= steps.degree_left()) {
    if (w.progress != nullptr)
      w.progress->part(2.0 * double(steps.lowest_degree()) / double(steps.degree_left()), f.size() - 1);
    ResidueVector g = steps.next_intervals();
    if (g.size() == 1) continue;
    steps.split(std::move(g), parts);
    steps.shrink();
  }
  if (steps.degree_left() != 0) parts.push_back(steps.last());
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.degree < b.degree; });
  return parts;
}

ResidueVector linear_part_words(const FactorAlgebra& w, ConstWords f) {
  if (f.size() == 2) return ResidueVector(f.begin(), f.end());
  const WordQuotient q(w, f);
  ResidueVector h(q.degree());
  q.power_of_linear(0, w.modulus.value(), h);
  h[1] = w.modulus.sub(h[1], q.one());
  return monic_gcd_words(w, ResidueVector(f.begin(), f.end()), normalised_words(h));
}

bool is_irreducible_words(const FactorAlgebra& w, ConstWords f) {
  const std::size_t n = f.size() - 1;
  if (n == 1) return true;
  FrobeniusSteps steps(w, f);
  if (steps.has_root() || steps.has_factor_of_low_degree()) return false;
  const std::size_t l = steps.baby_count();
  if (2 * (l + 1) > n) return true;
  const WordQuotient& q = steps.modulo();
  ResidueVector x(n);
  x[1] = q.one();
  for (const std::uint64_t prime : prime_factors(n)) {
    if (n / prime <= l) continue;  // no factor of such a degree
    ResidueVector h = iterated_frobenius(q, steps.frobenius(), n / prime);
    sub_words(w, h, x);
    if (monic_gcd_words(w, ResidueVector(f.begin(), f.end()), normalised_words(h)).size() > 1) return false;
  }
  return iterated_frobenius(q, steps.frobenius(), n) == x;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
