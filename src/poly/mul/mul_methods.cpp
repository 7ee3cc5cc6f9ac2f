// The table of algorithms for products in Z[x].
#include <algorithm>
#include <iterator>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_method.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// In the order of MulAlgorithm, so that the prediction decides between plans alike.
constexpr MulMethod methods[] = {
    {MulAlgorithm::classical, reaches_all, plan_classical, fit_classical, mul_classical},
    {MulAlgorithm::karatsuba, reaches_all, plan_karatsuba, fit_karatsuba, mul_karatsuba},
    {MulAlgorithm::plain_divide_and_conquer, reaches_all, plan_plain, fit_plain, mul_plain},
    {MulAlgorithm::toom_cook_4, reaches_all, plan_toom_cook_4, never_fit, mul_toom_cook},
    {MulAlgorithm::toom_cook_8, reaches_all, plan_toom_cook_8, never_fit, mul_toom_cook},
    {MulAlgorithm::kronecker, reaches_all, plan_kronecker, fit_kronecker, mul_kronecker},
    {MulAlgorithm::kronecker_two_point, reaches_all, plan_two_point, fit_two_point, mul_kronecker_two_point},
    {MulAlgorithm::multimodular, multimodular_reaches, plan_multimodular, fit_multimodular, mul_multimodular},
    {MulAlgorithm::blocked, blocked_reaches, plan_blocked, fit_blocked, mul_blocked},
    {MulAlgorithm::bivariate, bivariate_reaches, plan_bivariate, fit_bivariate, mul_bivariate},
    {MulAlgorithm::pieces, reaches_all, plan_pieces, never_fit, mul_pieces},
    {MulAlgorithm::device, multimodular_reaches, plan_device, never_fit, mul_device},
};

}  // namespace

std::span<const MulMethod> mul_methods() noexcept { return methods; }

const MulMethod& mul_method(MulAlgorithm algorithm) noexcept {
  return *std::ranges::find(methods, algorithm, &MulMethod::algorithm);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
