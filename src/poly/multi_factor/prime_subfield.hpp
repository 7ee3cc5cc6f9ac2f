// Fields of words and the prime field in them: equations whose unknowns are integers modulo p, coefficients that are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/multi_factor/relations.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline const WordModulus& prime_subfield(const WordModulus& field) noexcept { return field; }
inline WordModulus prime_subfield(const TableField& field) noexcept { return WordModulus(field.characteristic()); }

inline std::uint64_t element_count(const WordModulus& field) noexcept { return field.value(); }
inline std::uint64_t element_count(const TableField& field) noexcept { return field.size(); }

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

inline void into_field(std::span<std::uint64_t>, const WordModulus&) noexcept {}
inline void into_field(std::span<std::uint64_t> integers, const TableField& field) noexcept {
  for (std::uint64_t& c : integers) c = field.reduce(c);
}

/// False where an element is no integer modulo p.
inline bool into_integers(std::span<std::uint64_t>, const WordModulus&) noexcept { return true; }
inline bool into_integers(std::span<std::uint64_t> elements, const TableField& field) noexcept {
  for (std::uint64_t& c : elements) {
    const std::optional<std::uint64_t> integer = field.integer(c);
    if (!integer) return false;
    c = *integer;
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
