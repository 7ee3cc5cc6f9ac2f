// What rational coefficients are modulo a long prime, and the prime as it is written.
#include "commands/factor_modulus.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace polyfork_app {

namespace {

/// What rational coefficients are modulo a long prime.
class LongResidues {
 public:
  LongResidues(const polyfork::BigPrimeField& field, const polyfork::Integer& denominator) : field_(field) {
    const polyfork::Integer residue = field.from_integer(denominator);
    if (residue.is_zero()) throw polyfork::DomainError("the modulus divides the denominator");
    inverse_ = field.inverse(residue);
  }
  polyfork::Integer operator()(const polyfork::Integer& numerator) const {
    return field_.mul(field_.from_integer(numerator), inverse_);
  }

 private:
  polyfork::BigPrimeField field_;
  polyfork::Integer inverse_;
};

}  // namespace

polyfork::DensePoly<polyfork::BigPrimeField> residues(const polyfork::PolyQ& f, const polyfork::BigPrimeField& field,
                                                      const polyfork::ExecutionContext& ctx) {
  const LongResidues residue(field, f.coefficients().denominator());
  std::vector<polyfork::Integer> c;
  c.reserve(f.length());
  for (std::size_t i = 0; i < f.length(); ++i) {
    ctx.poll();
    c.push_back(residue(polyfork::Integer(f.coefficients().numerators()[i])));
  }
  return polyfork::DensePoly<polyfork::BigPrimeField>::from_elements(field, std::move(c)).with_variable(f.variable());
}
polyfork::SparsePoly<polyfork::BigPrimeField> residues(const polyfork::SparsePoly<polyfork::Rationals>& f,
                                                       const polyfork::BigPrimeField& field,
                                                       const polyfork::ExecutionContext& ctx) {
  const auto& terms = f.packed_terms();
  const LongResidues residue(field, terms.coefficients.denominator());
  std::vector<polyfork::SparsePoly<polyfork::BigPrimeField>::Term> list;
  list.reserve(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    ctx.poll();
    list.push_back({terms.exponents[i], residue(polyfork::Integer(terms.coefficients.numerators()[i]))});
  }
  return polyfork::SparsePoly<polyfork::BigPrimeField>(field, std::move(list)).with_variable(f.variable());
}

polyfork::SparseMultiPoly<polyfork::BigPrimeField> residues(const polyfork::MultiPolyQ& f,
                                                            const polyfork::BigPrimeField& field,
                                                            const polyfork::ExecutionContext& ctx) {
  using LongPoly = polyfork::SparseMultiPoly<polyfork::BigPrimeField>;
  const LongResidues residue(field, f.coefficients().denominator());
  std::vector<LongPoly::Term> list;
  list.reserve(f.term_count());
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    ctx.poll();
    list.push_back({f.exponents(i), residue(polyfork::Integer(f.coefficients().numerators()[i]))});
  }
  return LongPoly::from_terms(field, f.variables(), list);
}

polyfork::Integer parse_modulus(const std::string& text) {
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.empty() || !digits) throw InputError("--modulus: expected a prime number");
  polyfork::Integer p(text);
  if (p.is_zero()) throw InputError("--modulus: expected a prime number");
  return p;
}

}  // namespace polyfork_app
