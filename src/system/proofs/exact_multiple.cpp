// Division over the integers, after a prime has not shown that it leaves a remainder.
#include "system/proofs/exact_multiple.hpp"

#include <cstdint>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/ring/primes.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

bool is_multiple_of(const PolyZ& a, const PolyZ& f, const ExecutionContext& ctx) {
  if (a.is_zero()) return true;
  if (a.degree() < f.degree()) return false;
  const std::uint64_t prime = previous_prime(std::uint64_t{1} << 62);
  if (f.leading_coefficient().view().mod(prime) != 0) {
    const PrimeField field = PrimeField::trusted(prime);
    if (!rem(reduce(a, field, ctx), reduce(f, field, ctx), ctx).is_zero()) return false;
  }
  // Since f is primitive, the quotient has integer coefficients (Gauss).
  const auto division = DenseOps<Integers>::try_div_rem(f.ring(), a.coefficients(), f.coefficients(), ctx);
  return division && division->second.max_bits() == 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
