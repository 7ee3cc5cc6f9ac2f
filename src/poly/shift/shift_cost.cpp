#include "poly/shift/shift_cost.hpp"

#include <polyfork/core/cpu.hpp>

#include "poly/mul/mul_cost.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/shift/shift_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double ns = 1e-9;
constexpr double row_call_ns = 2.2;       // one mpn_add_n
constexpr double row_limb_ns = 0.28;      // one limb of it
constexpr double multiple_limb_ns = 0.4;  // one limb of mpn_addmul_1
constexpr double prime_ns = 400;          // a convolution's fixed cost

double predict_horner(const ShiftPlan& plan) noexcept {
  const ShiftShape& s = plan.shape;
  const auto n = static_cast<double>(s.length);
  const auto limbs = static_cast<double>(limbs_for_bits(s.result_bits + 1));
  const auto words = static_cast<double>(limbs_for_bits(s.shift_bits));
  const double row =
      s.shift_bits == 1 ? row_call_ns + limbs * row_limb_ns : words * (row_call_ns + limbs * multiple_limb_ns);
  return ns * (n * n / 2 * row + n * 20);
}

/// Of one vector of digits in one entry of the triangle.
double entry_ns() {
  switch (active_isa()) {
    case Isa::ifma:
    case Isa::avx512:
      return 0.42;
    case Isa::avx2:
      return 0.9;
    case Isa::scalar:
      break;
  }
  return 3.5;
}

double predict_tableau(const ShiftPlan& plan) noexcept {
  const ShiftShape& s = plan.shape;
  const auto n = static_cast<double>(s.length);
  const auto digits = static_cast<double>(plan.digits);
  const double scaling = s.shift_bits == 1 ? 0 : n * 2 * static_cast<double>(s.result_bits) * 0.05;
  const double blocks = n / static_cast<double>(plan.base_length);
  const double parts = plan.algorithm == ShiftAlgorithm::tableau ? 1 : blocks / 2;
  return ns * (n * n / 2 * digits / 8 * entry_ns() * share_of_threads(plan.threads, parts) +
               n * digits * 4.5 * share_of_threads(plan.threads, n / 64) + scaling + 1500 +
               (parts > 1 && plan.threads > 1 ? blocks * 3000 : 0));
}

double predict_convolution(const ShiftPlan& plan) noexcept {
  const ShiftShape& s = plan.shape;
  const auto n = static_cast<double>(s.length);
  const auto primes = static_cast<double>(plan.primes);
  const auto into = static_cast<double>(limbs_for_bits(s.bits));
  const auto out = static_cast<double>(limbs_for_bits(s.result_bits + 1)) + 6;
  const double convolution =
      (plan.cached ? 2 : 3) * transform_seconds(static_cast<double>(plan.transform_words)) + ns * prime_ns;
  return ns * 2000 + primes * (convolution * share_of_threads(plan.threads, primes) +
                               conversion_seconds(n * (into + out)) * share_of_threads(plan.threads, n / 32));
}

}  // namespace

double predict_shift(const ShiftPlan& plan) noexcept {
  switch (plan.algorithm) {
    case ShiftAlgorithm::horner:
      return predict_horner(plan);
    case ShiftAlgorithm::convolution:
      return predict_convolution(plan);
    case ShiftAlgorithm::tableau:
    case ShiftAlgorithm::tableau_bands:
    case ShiftAlgorithm::tableau_halves:
      return predict_tableau(plan);
    case ShiftAlgorithm::products:
      break;
  }
  return plan.predicted_seconds;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
