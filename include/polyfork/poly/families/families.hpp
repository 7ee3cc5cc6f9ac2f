// The classical test polynomials of real root isolation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/dense_poly_class.hpp>

namespace polyfork {
inline namespace v1 {

/// Named polynomials of a degree:
///   bnd 2^n (x^n + ... + 1); cnd x^n + n; chebyshev T_n; laguerre n! L_n; hermite H_n; legendre 2^n P_n;
///   wilkinson (x-1)...(x-n); mignotte x^n - 2 (5x-1)^2 (n >= 3); exp n! sum x^k/k!; random: coefficients of `bits`
///   random bits and random signs, leading coefficient nonzero and constant coefficient odd, from a portable generator.
enum class Family { bnd, cnd, chebyshev, laguerre, hermite, legendre, wilkinson, mignotte, exp, random };

POLYFORK_EXPORT std::string_view family_name(Family family) noexcept;
/// Throws DomainError for an unknown name.
POLYFORK_EXPORT Family family_from_name(std::string_view name);
POLYFORK_EXPORT const std::vector<Family>& all_families();

struct FamilyOptions {
  std::size_t bits = 1000;  ///< random only
  std::uint64_t seed = 1;   ///< random only
};

/// Throws DomainError when the family has no member of that degree.
POLYFORK_EXPORT PolyZ make_family(Family family, std::size_t degree, const FamilyOptions& options = {},
                                  const ExecutionContext& ctx = ExecutionContext::default_context());
/// 2^k f - x^(n-1), n = deg f >= 1: f with one coefficient changed by about 2^-k.
/// Throws DomainError for constants.
POLYFORK_EXPORT PolyZ perturb(const PolyZ& f, std::size_t k,
                              const ExecutionContext& ctx = ExecutionContext::default_context());
/// q^n f(x - p/q) with n = deg f, q > 0: the roots moved by p/q. Throws DomainError when q <= 0.
POLYFORK_EXPORT PolyZ shift_roots(const PolyZ& f, const Rational& shift,
                                  const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
