// Cyclotomic factors of Phi_m(x^n), prime by prime: Phi_m(x^q) is Phi_(m q), times Phi_m where q does not divide m.
#include "poly/factor_z/cyclotomic_powers.hpp"

#include <algorithm>

#include <polyfork/poly/sparse/detail/sparse_shape.hpp>

#include "core/limits.hpp"
#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<CyclotomicPower> cyclotomic_powers(std::uint64_t index, std::uint64_t n, const ExecutionContext& ctx) {
  CyclotomicPower whole{1, 1, index};
  for (const std::uint64_t p : prime_factors(index)) {
    whole.kernel *= p;
    whole.degree *= p - 1;
    whole.power /= p;
  }
  std::vector<CyclotomicPower> found{whole};
  for (const std::uint64_t q : prime_factors(n))
    for (std::uint64_t rest = n; rest % q == 0; rest /= q) {
      ctx.poll();
      const std::size_t count = found.size();
      for (std::size_t i = 0; i < count; ++i) {
        CyclotomicPower& m = found[i];
        if (m.kernel % q == 0) {
          m.power *= q;
          continue;
        }
        // Phi_m(x^q) = Phi_(m q) Phi_m
        const CyclotomicPower longer{m.kernel * q, saturating_mul(m.degree, q - 1), m.power};
        sup::require_dense(saturating_add(longer.degree, 1), ctx);  // so that kernels are words
        found.push_back(longer);
      }
    }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.kernel < b.kernel; });
  return found;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
