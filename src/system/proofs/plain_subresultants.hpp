// Two polynomials in two variables and their last two subresultants modulo a prime, by plain arithmetic at one point
// after the other: what proofs compare the engine's results with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial in s whose coefficients are polynomials in t over Z. The coefficient of s^i t^k is rows[i][k]; rows end
/// with what is not zero, and the last one is not empty.
struct PolynomialInS {
  std::vector<std::vector<Integer>> rows;
  std::size_t total_degree = 0;

  std::size_t degree() const noexcept { return rows.size() - 1; }
  std::size_t degree_in_t() const noexcept;
};

struct EquationsInS {
  std::size_t s = 0;       ///< the variable x_s
  PolynomialInS f, g;      ///< f of the higher degree
  std::size_t length = 0;  ///< more than the degrees in t of the resultant and of the first subresultant
  std::size_t coefficients = 0;
  MemoryReservation held;  ///< for the coefficients

  /// The coefficients of those three are below 2^bits.
  std::size_t bits() const;
};

/// Two equations in x_0 and x_1, both over Z and rewritten in s and t: t is the form c_0 x_0 + c_1 x_1, which is x_0,
/// or x_1 + c x_0; s is x_1 in the first case, else x_0. Empty for other forms and where s does not occur in an
/// equation, or where coefficients or their values at all points would be more than 2^22. Charged to the context's
/// account, which has to live longer.
std::optional<EquationsInS> equations_in_direction(const std::vector<MultiPolyQ>& equations,
                                                   const std::vector<std::int64_t>& form, const ExecutionContext& ctx);

/// The resultant of f and g, and their first subresultant s_1 s + s_0, up to signs; where g has degree 1, that is g.
struct PlainSubresultants {
  PolyZp resultant, s1, s0;
};

/// Interpolated from values at e.length points, O(deg f deg g) products each, in parallel. Empty where remainder
/// sequences skip degrees at too many points. Throws Cancelled and MemoryLimit.
std::optional<PlainSubresultants> plain_subresultants(const EquationsInS& e, const PrimeField& field,
                                                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
