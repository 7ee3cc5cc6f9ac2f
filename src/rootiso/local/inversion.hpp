// Far from zero the roots are searched as y = 1/x, which are roots of g(y) = y^n f(1/y): the coefficients in reverse.
//
// An annulus of x is one of y. Its models need as many bits as f varies in size over the disc around it, and as many
// rows as matter there: most of both for the outermost annuli of f, where x^n alone varies by 2^n, and few for the same
// annuli of g, which are its innermost. So there is an annulus up to which f is the cheaper one and from which on g is.
// Far beyond the largest root hardly any row of g matters, so that a bound of the roots is looked for at that annulus
// alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "rootiso/local/annulus_search.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A guess of what annuli_in_x returns, from the coefficients' lengths alone; less than annuli.size(), which must not
/// be 0. O(n) for each of log2(annuli) steps.
std::size_t likely_annuli_in_x(const MeasuredVector& f, const std::vector<SizedAnnulus>& annuli);

/// How many of the annuli of f, which ascend, are better searched in x; the others are for 1/x. The choice changes the
/// time alone. Annuli beyond a proved bound of the roots are removed from the list. The search starts at annulus
/// `likely`; sizes that it finds are filled in.
std::size_t annuli_in_x(const MeasuredVector& f, const MeasuredVector& reversed, bool negative,
                        std::vector<SizedAnnulus>& annuli, std::size_t likely, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
