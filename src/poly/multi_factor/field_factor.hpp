// Irreducible factors of univariate polynomials over small finite fields.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/residues/field_poly.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monic irreducible factors in any order, the same in every call. Precondition: f monic, not constant,
/// square-free.
std::vector<FieldPoly> field_factors(const FieldPoly& f, const TableField& field, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
