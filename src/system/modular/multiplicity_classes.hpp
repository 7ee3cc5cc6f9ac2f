// The multiplicities of solutions, from the quotient modulo a prime.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The factors of f over Q, put together by the multiplicities that their roots have in a polynomial modulo p whose
/// roots are those of f: the characteristic polynomial of the multiplication by a separating form (Stickelberger's
/// theorem). Conjugate solutions have the same multiplicity. f is primitive, with a positive leading coefficient that p
/// does not divide, and square-free modulo p. Empty where a factor modulo p has several multiplicities, which tells
/// that p behaves otherwise than most primes.
std::vector<MultiplicityClass> multiplicity_classes(const PolyZ& f, const PolyZp& characteristic,
                                                    const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
