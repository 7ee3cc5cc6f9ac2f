// The cost model of products: limb operations, and seconds on the machine that the constants were measured on.
//
// Only used to compare candidates, to predict, and to charge GMP calls to the profile back end; never for results.
#pragma once

#include <cstddef>

#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Nanoseconds of one limb product in a long row of mpn_addmul_1: the unit of the model.
inline constexpr double limb_product_ns = 0.48;
/// A short mpn_mul with its signed accumulation; one product of the word kernels; packing or unpacking one coefficient,
/// and one limb of it.
inline constexpr double product_call_ns = 6;
inline constexpr double word_product_ns = 0.7;
inline constexpr double slot_ns = 6;
inline constexpr double slot_limb_ns = 0.6;

/// mpn_mul of na by nb limbs (any order) in limb products: schoolbook, then the Toom ranges, then Schonhage-Strassen.
/// Piecewise powers fitted to GMP 6.2; uneven operands count as blocks of the shorter.
double gmp_mul_units(std::size_t na, std::size_t nb) noexcept;
/// The same, or what a square costs.
inline double integer_product_units(std::size_t na, std::size_t nb, bool square) noexcept {
  return gmp_mul_units(na, nb) * (square ? 0.7 : 1.0);
}

/// Seconds of a transform of that many words with all that belongs to it, and of converting so many pairs of a limb and
/// a prime, with the instruction set in use.
double transform_seconds(double words) noexcept;
double conversion_seconds(double pairs) noexcept;
/// What is left of the serial time of `parts` equal parts on that many threads.
double share_of_threads(int threads, double parts) noexcept;

/// Seconds of a product of natural numbers of so many limbs in all by transforms of so many words.
double predict_integer_transforms(unsigned primes, std::size_t words, std::size_t limbs, bool square,
                                  int threads) noexcept;

/// Predicted seconds of each algorithm for a shape on `threads` threads; `plan` has its parameters set.
double predict_classical(const MulPlan& plan, int threads) noexcept;
double predict_karatsuba(const MulPlan& plan, int threads) noexcept;
double predict_plain(const MulPlan& plan, int threads) noexcept;
double predict_toom_cook(const MulPlan& plan, int threads) noexcept;
/// At one point or two; its child is there.
double predict_kronecker(const MulPlan& plan, int threads) noexcept;
double predict_blocked(const MulPlan& plan, int threads) noexcept;
double predict_bivariate(const MulPlan& plan, int threads) noexcept;
double predict_multimodular(const MulPlan& plan, int threads) noexcept;
double predict_zp(const MulPlan& plan, int threads) noexcept;

/// What plans over Z are compared by: predicted seconds, half as many again for a plan that takes more scratch than 64
/// MiB and three times what operands and result take. So working memory stays near that of other libraries, unless much
/// more of it makes much faster.
double weighted_seconds(const MulPlan& plan) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
