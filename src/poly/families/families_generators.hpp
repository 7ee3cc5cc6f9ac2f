// The generators of the families. Precondition: the family has a member of that degree.
#pragma once

#include <cstddef>

#include <polyfork/poly/families/families.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

PolyZ make_bnd(std::size_t n, const ExecutionContext& ctx);
PolyZ make_cnd(std::size_t n, const ExecutionContext& ctx);
PolyZ make_mignotte(std::size_t n, const ExecutionContext& ctx);
PolyZ make_wilkinson(std::size_t n, const ExecutionContext& ctx);
PolyZ make_random(std::size_t n, const FamilyOptions& options, const ExecutionContext& ctx);
/// chebyshev, laguerre, hermite, legendre and exp: each coefficient follows from the next higher one.
PolyZ make_by_recurrence(Family family, std::size_t n, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
