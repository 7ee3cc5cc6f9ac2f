// Cyclotomic polynomials over Q(i), their factors, and x^n - c for powers c.
//
// Let m = 4 k s with k odd, no square dividing it, and no prime dividing s but 2 and those that divide k. Then Phi_m(x)
// = Phi_4k(x^s), and the primitive 4k-th roots of unity are i w and -i w for the primitive k-th ones w. So Phi_m is the
// product of the polynomials whose zeros have x^s = i w and x^s = -i w, which are i^-n Phi_k(x^s / i), up to a unit,
// and its conjugate. Both have the degree phi(m) / 2 of Q(zeta_m) over Q(i), as that field contains i, and are
// irreducible. Where 4 does not divide m, i is not in Q(zeta_m) and Phi_m stays irreducible. Literature: Washington,
// Introduction to Cyclotomic Fields, theorem 2.5.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "poly/extensions/inflated_gaussian.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The polynomial, irreducible over Q(i), whose zeros are those x for which x^power is i^turn times a primitive
/// kernel-th root of unity. No square divides the kernel; where the turn is 1 or 3 it is odd, else the turn is 0.
struct GaussianCyclotomic {
  std::uint64_t kernel;
  unsigned turn;
  std::uint64_t power;
};

/// The cyclotomic polynomial that h is up to its degree's power of i in h(i x), or h itself is: h(x^n) is factored in
/// closed form then. Precondition: h monic, irreducible over Q(i), not constant.
std::optional<GaussianCyclotomic> as_gaussian_cyclotomic(const DensePoly<GaussianRationals>& h,
                                                         const ExecutionContext& ctx);

/// The irreducible factors of Phi_index(x^n), those of one kernel side by side.
std::vector<GaussianCyclotomic> cyclotomic_factors_over_qi(std::uint64_t index, std::uint64_t n,
                                                           const ExecutionContext& ctx);
/// The irreducible factors of h(x^n).
std::vector<GaussianCyclotomic> inflated_over_qi(const GaussianCyclotomic& h, std::uint64_t n,
                                                 const ExecutionContext& ctx);

/// Lists them, scaled by d != 0 in the variable: the zeros are d times those of h. Those of one kernel are asked for
/// one after another.
class GaussianCyclotomicLists {
 public:
  explicit GaussianCyclotomicLists(const ExecutionContext& ctx) : ctx_(ctx) {}
  /// `like` gives the variable.
  InflatedGaussian of(const GaussianCyclotomic& h, const GaussianRational& d, const DensePoly<GaussianRationals>& like);

 private:
  const ExecutionContext& ctx_;
  std::uint64_t kernel_ = 0;
  IntegerVector plain_;
  MemoryReservation held_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
