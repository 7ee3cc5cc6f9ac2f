// Leading monomials that are powers of different variables.
//
// If the leading monomials of equations are pairwise coprime, their S-polynomials reduce to zero by them (Buchberger's
// first criterion): the equations are a Groebner basis, over Q as modulo every prime that divides no leading
// coefficient. If these monomials are x_1^d_1, ..., x_n^d_n, the monomials whose exponents are below d_1, ..., d_n are
// representatives of the residue classes. Any positive weights give an order of the monomials: by degrees with these
// weights, and among monomials of the same degree by lex, say. Where an equation has a single term of its greatest
// degree, that is the leading one whatever follows the degrees.
#include "system/proofs/leading_powers.hpp"

#include <algorithm>
#include <cstddef>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Exponents = std::vector<std::uint64_t>;

constexpr std::uint64_t most = std::uint64_t{1} << 62;

/// Empty above 2^62.
std::optional<std::uint64_t> weighted_degree(const Exponents& exponents, const std::vector<std::uint32_t>& weights) {
  std::uint64_t degree = 0;
  for (std::size_t v = 0; v < exponents.size(); ++v) {
    if (exponents[v] > most / weights[v]) return std::nullopt;
    degree += exponents[v] * weights[v];
    if (degree > most) return std::nullopt;
  }
  return degree;
}

/// The only term of greatest degree; empty where there are several.
std::optional<std::size_t> leading_term(const IntegerEquation& f, const std::vector<std::uint32_t>& weights) {
  std::optional<std::size_t> leading;
  std::uint64_t greatest = 0;
  for (std::size_t i = 0; i < f.exponents.size(); ++i) {
    const auto degree = weighted_degree(f.exponents[i], weights);
    if (!degree) return std::nullopt;
    if (i > 0 && *degree == greatest) leading.reset();
    if (i > 0 && *degree <= greatest) continue;
    leading = i;
    greatest = *degree;
  }
  return leading;
}

}  // namespace

std::optional<ResidueClasses> residue_classes(const std::vector<IntegerEquation>& equations,
                                              const std::vector<std::uint32_t>& weights) {
  const std::size_t variables = weights.size();
  std::vector<std::uint64_t> least(variables, 0);  // 0: no power of the variable
  for (const IntegerEquation& f : equations) {
    const auto leading = leading_term(f, weights);
    if (!leading) continue;
    const Exponents& e = f.exponents[*leading];
    const auto is_used = [](std::uint64_t d) { return d != 0; };
    if (std::count_if(e.begin(), e.end(), is_used) != 1) continue;
    const auto v = static_cast<std::size_t>(std::find_if(e.begin(), e.end(), is_used) - e.begin());
    least[v] = least[v] == 0 ? e[v] : std::min(least[v], e[v]);
  }
  ResidueClasses classes{1, equations.size() == variables};
  for (const std::uint64_t d : least) {
    if (d == 0 || d > most / classes.count) return std::nullopt;
    classes.count *= d;
  }
  return classes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
