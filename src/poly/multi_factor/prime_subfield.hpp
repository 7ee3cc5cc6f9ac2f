// Fields of words and the prime field in them: equations whose unknowns are integers modulo p.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_factor/relations.hpp"
#include "poly/residues/word_fields.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline const WordModulus& prime_subfield(const WordModulus& field) noexcept { return field; }
inline WordModulus prime_subfield(const TableField& field) noexcept { return WordModulus(field.characteristic()); }

/// Adds what the equation says about unknowns of the prime field: one equation for each coordinate.
inline void add_equation(std::span<const std::uint64_t> equation, const WordModulus&, Relations& relations) {
  relations.add(equation);
}
inline void add_equation(std::span<const std::uint64_t> equation, const TableField& field, Relations& relations) {
  const std::size_t n = field.degree();
  std::vector<std::uint64_t> coordinates(n * equation.size());
  for (std::size_t i = 0; i < equation.size(); ++i)
    field.coordinates(equation[i], std::span(coordinates).subspan(i * n, n));
  std::vector<std::uint64_t> row(equation.size());
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = coordinates[i * n + k];
    relations.add(row);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
