// Greatest common divisors of polynomials in several variables over a field of words, by sparse interpolation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What is to be found over one field: the multiple h of the gcd of a and b, both primitive as polynomials in the
/// main variable, whose leading coefficient there is `lead`, a multiple of the gcd's.
struct GcdImageProblem {
  WordTerms a;
  WordTerms b;
  WordTerms lead;                    ///< exponent 0 in the main variable
  std::vector<std::size_t> degrees;  ///< bounds of h's degrees; that of the main variable is not read
};

/// The exponents of the monomial that divides all terms; none of x_0 if the polynomial is constant there.
std::vector<std::uint32_t> common_monomial(const WordTerms& a);
/// Divided by that.
WordTerms without_common_monomial(const WordTerms& a);

/// What became of an image.
enum class GcdImageStatus {
  found,
  unlucky,        ///< the points were, or there are not enough of them
  wrong_support,  ///< the gcd does not have these monomials only
  lower_degree    ///< the gcd's degree in the main variable is lower than the support's
};

/// What is interpolated: h, or an operand's quotient by h, times the monomial that `lead` has as a factor: a multiple
/// of the cofactor by a monomial, where `lead` is the gcd's leading coefficient but for a monomial.
enum class GcdPart { gcd, cofactor_a, cofactor_b };

struct GcdImage {
  GcdImageStatus status = GcdImageStatus::unlucky;
  GcdPart part = GcdPart::gcd;
  WordTerms terms;
  std::size_t points = 0;  ///< each of which has cost values of the operands and a univariate gcd
};

/// Zippel's interpolation, one variable after another. `found` is right with high probability, no more. In parallel
/// over points; the same for any number of threads. F: WordModulus, or an extension
/// where p is small.
template <class F>
GcdImage gcd_image(const GcdImageProblem& problem, const F& m, const ExecutionContext& ctx);

/// The image of h or of a cofactor, as `part` says, when its monomials are known: as many gcds in one main variable or
/// in two as a coefficient there has terms, and one more. The terms are those of the support, in its order;
/// coefficients can be zero. Precondition: for two main variables bivariate_points_possible (gcd_points.hpp).
GcdImage gcd_image_on(const WordTerms& support, GcdPart part, std::size_t main_variables,
                      const GcdImageProblem& problem, const WordModulus& m, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
