// A monomial order in which powers of all variables are leading monomials of a system's equations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Positive weights of the variables such that for each of them some equation has a power of it as the only term of
/// greatest degree. Of as many equations as variables that is a Groebner basis, in any order by these degrees. Empty
/// where a short search does not find any: microseconds, and next to nothing for most systems that have none.
std::optional<std::vector<std::uint32_t>> weights_for_leading_powers(const IntegerSystem& system);

/// The weights where the system has as many equations as variables, so that F4 in that order has nothing to do, and
/// where monomials of their degrees have room in its table; else none.
std::vector<std::uint32_t> weights_for_basis(const IntegerSystem& system);

/// The system with the terms of each equation descending in the order of a MonomialTable with these weights.
IntegerSystem sorted_by_weights(IntegerSystem system, const std::vector<std::uint32_t>& weights);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
