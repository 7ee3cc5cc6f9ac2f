// The rows of the papers' formulas by topic, and what their formulas share.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include <polyfork/model/families.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

std::span<const AlgorithmFamily> division_families();
std::span<const AlgorithmFamily> transform_families();
std::span<const AlgorithmFamily> product_families();
std::span<const AlgorithmFamily> sorting_families();

/// The exponent of a power of two.
inline Rational lg(std::uint64_t power) { return std::bit_width(power) - 1; }

/// The Stockham transform without its table of roots, a part of products.
Program stockham_program(const FamilyParameters& p);
Measures stockham_formulas(const FamilyParameters& p, const Rational& u);

/// A scan of n values, four to a thread, in three kernels: sums within blocks, the scan of the sums, and their
/// addition.
void append_scan(Program& program, const Rational& blocks, const FamilyParameters& p);

// Refusals: the first condition that does not hold. The texts name the options of the command, which are the symbols.
using Refusal = std::optional<std::string>;

struct Condition {
  bool holds;
  const char* otherwise;
};

inline Refusal first_broken(std::initializer_list<Condition> conditions) {
  for (const Condition& condition : conditions)
    if (!condition.holds) return condition.otherwise;
  return std::nullopt;
}

}  // namespace model
}  // namespace v1
}  // namespace polyfork
