// Bezout cofactors and resultant: the public functions over half_gcd.cpp.
#include <polyfork/poly/residues/extended_gcd.hpp>

#include <algorithm>
#include <utility>

#include "poly/residues/half_gcd.hpp"
#include "poly/residues/short_euclid.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

ExtendedGcd extended_gcd(const PolyZp& a, const PolyZp& b, const ExecutionContext& ctx) {
  const PolyZp& named = PolyZp::check(a, b);
  const WordAlgebra w(a.ring(), ctx);
  WordBezout bezout = extended_gcd_words(w, a.coefficients(), b.coefficients());
  if (!bezout.g.empty()) {
    const std::uint64_t unit = w.modulus.inverse(bezout.g.back());
    for (ResidueVector* v : {&bezout.g, &bezout.s, &bezout.t}) scale_words(w, *v, *v, unit);
  }
  return {PolyZp::make(std::move(bezout.g), named), PolyZp::make(std::move(bezout.s), named),
          PolyZp::make(std::move(bezout.t), named)};
}

std::uint64_t resultant(const PolyZp& a, const PolyZp& b, const ExecutionContext& ctx) {
  PolyZp::check(a, b);
  if (!a.is_zero() && !b.is_zero() && prefers_short_euclid(std::max(a.length(), b.length()), a.ring().modulus(), ctx)) {
    ctx.poll();
    ctx.charge(a.length() * b.length());
    if (a.is_constant() && b.is_constant()) return 1;
    return short_resultant(a.coefficients(), b.coefficients(), a.ring().word_modulus());
  }
  return resultant_words(WordAlgebra(a.ring(), ctx), a.coefficients(), b.coefficients());
}

}  // namespace v1
}  // namespace polyfork
