// Conversions between Z[x], Q[x] and Z/pZ[x]. Linear in the size of the coefficients; residues in parallel.
#include <polyfork/poly/dense/convert.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/composition.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

ResidueVector reduced(const IntegerVector& a, std::uint64_t p, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), a.size() * sizeof(std::uint64_t));
  ResidueVector out(a.size());
  const std::size_t grain = detail::residues_grain(a);
  parallel_for(ctx, a.size(), grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge(end - begin);
    for (std::size_t i = begin; i < end; ++i) out[i] = a[i].mod(p);
  });
  return out;
}

}  // namespace

PolyQ to_rational(const PolyZ& a) { return PolyQ(RationalVector(a.coefficients())).with_variable(a.variable()); }

PolyZ numerator_polynomial(const PolyQ& a) { return PolyZ(a.coefficients().numerators()).with_variable(a.variable()); }
PolyZ numerator_polynomial(PolyQ&& a) {
  std::string variable = a.variable();
  return PolyZ(std::move(a).coefficients().numerators()).with_variable(std::move(variable));
}

PolyZ to_integer(const PolyQ& a) {
  // The common denominator is in lowest terms with the numerators.
  if (!a.coefficients().denominator().is_one()) throw DomainError("a coefficient is not an integer");
  return numerator_polynomial(a);
}

PolyZp reduce(const PolyZ& a, const PrimeField& field, const ExecutionContext& ctx) {
  return PolyZp(field, reduced(a.coefficients(), field.modulus(), ctx)).with_variable(a.variable());
}

PolyZp reduce(const PolyQ& a, const PrimeField& field, const ExecutionContext& ctx) {
  const std::uint64_t denominator = a.coefficients().denominator().view().mod(field.modulus());
  if (denominator == 0) throw DomainError("the modulus divides the denominator");
  PolyZp numerators(field, reduced(a.coefficients().numerators(), field.modulus(), ctx));
  if (denominator != 1) numerators = scale(numerators, field.inverse(denominator), ctx);
  return std::move(numerators).with_variable(a.variable());
}

PolyZ lift(const PolyZp& a) {
  const std::uint64_t p = a.ring().modulus();
  IntegerVector out(a.length(), 1);
  for (std::size_t i = 0; i < a.length(); ++i) {
    const std::uint64_t c = a.coefficients()[i];
    const bool negative = c > p - c;  // c > p / 2
    out.row(i)[0] = negative ? p - c : c;
    out.set_signed_size(i, c == 0 ? 0 : (negative ? -1 : 1));
  }
  return PolyZ(std::move(out)).with_variable(a.variable());
}

namespace detail {

IntegerVector homogenised(const IntegerVector& a, const Integer& s, const ExecutionContext& ctx) {
  if (s.is_one()) return charged_copy(a, ctx);
  const std::size_t bits = saturating_add(a.max_bits(ctx), saturating_mul(a.size(), s.bit_length()));
  require_list(a.size(), bits / 8 + sizeof(mp_limb_t), ctx);
  const MemoryReservation reservation(ctx.memory(), a.size() * (bits / GMP_NUMB_BITS + 1) * sizeof(mp_limb_t));
  IntegerVector out(a.size(), bits / GMP_NUMB_BITS + 1);
  Integer power = 1;
  for (std::size_t i = a.size(); i-- != 0;) {
    ctx.poll();
    out.assign(i, mul(a[i], power).view());
    if (i != 0) power *= s;
  }
  out.compact(false, ctx);
  return out;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
