// What algorithms over fields of words ask of Z/pZ and of its small extensions beside arithmetic: numbers of elements,
// one element after another, integers modulo p in the field and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/residues/quadratic_field.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline std::uint64_t element_count(const WordModulus& field) noexcept { return field.value(); }
inline std::uint64_t element_count(const TableField& field) noexcept { return field.size(); }
inline std::uint64_t element_count(const QuadraticField& field) noexcept { return field.size(); }

/// A numbering of the elements by n < element_count, 0 for 0.
inline std::uint64_t element_at(const WordModulus&, std::uint64_t n) noexcept { return n; }
inline std::uint64_t element_at(const TableField&, std::uint64_t n) noexcept { return n; }
inline std::uint64_t element_at(const QuadraticField& field, std::uint64_t n) noexcept { return field.element(n); }

/// Distinct elements for 0 <= n < element_count - 1, a itself for 0. Precondition: a not zero.
inline std::uint64_t element_after(const WordModulus& field, std::uint64_t a, std::uint64_t n) noexcept {
  return field.add(a, field.reduce(n));
}
inline std::uint64_t element_after(const TableField& field, std::uint64_t a, std::uint64_t n) noexcept {
  return (a - 1 + n) % (field.size() - 1) + 1;
}
inline std::uint64_t element_after(const QuadraticField& field, std::uint64_t a, std::uint64_t n) noexcept {
  return field.element((field.index(a) + n) % field.size());
}

inline void into_field(std::span<std::uint64_t>, const WordModulus&) noexcept {}
inline void into_field(std::span<std::uint64_t> integers, const TableField& field) noexcept {
  for (std::uint64_t& c : integers) c = field.reduce(c);
}
inline void into_field(std::span<std::uint64_t>, const QuadraticField&) noexcept {}

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

inline bool into_integers(std::span<std::uint64_t> elements, const QuadraticField& field) noexcept {
  return std::all_of(elements.begin(), elements.end(), [&](std::uint64_t c) { return field.is_integer(c); });
}

/// The least degree of an extension of the field of p elements that has at least so many, and at most `most`; 0 where
/// there is none. Precondition: 2 < most <= TableField::largest.
inline std::size_t extension_degree(std::uint64_t p, std::uint64_t least, std::uint64_t most) noexcept {
  std::uint64_t size = p;
  for (std::size_t degree = 1; size <= most; ++degree, size *= p)
    if (size >= least && size > 2) return degree;
  return 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
