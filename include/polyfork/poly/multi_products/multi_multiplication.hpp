// The multiplication dispatcher of sparse polynomials over Z and Z/pZ: algorithms by name, the plan, its explanation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// How a product of sparse polynomials is computed.
enum class MultiMulAlgorithm {
  small,     ///< at most 2^14 products of short numbers, rows merged or a box, without preparation
  heap,      ///< rows merged by a heap, a heap for each range of the result's monomials
  merged,    ///< rows merged two by two, range by range; over Z, sums of at most 128 bits
  hashed,    ///< products scattered into hashed cells, range by range; the result's keys sorted
  array,     ///< products scattered into the box of all exponents, range by range
  kronecker  ///< one dense univariate product over the box of all exponents
};
POLYFORK_EXPORT std::string_view multi_mul_algorithm_name(MultiMulAlgorithm algorithm) noexcept;

/// What the choice depends on.
struct MultiMulShape {
  std::size_t terms_a = 0;
  std::size_t terms_b = 0;
  std::size_t bits_a = 0;  ///< of the largest coefficient, or of p - 1
  std::size_t bits_b = 0;
  std::size_t words = 1;       ///< of a packed monomial of the product
  std::uint64_t places = 0;    ///< of the box of the product's exponents; 0: more than 2^62
  std::uint64_t length_a = 0;  ///< of the operands as dense univariate polynomials over the box
  std::uint64_t length_b = 0;
  std::uint64_t modulus = 0;  ///< 0: over Z
  std::size_t strips_a = 0;   ///< rows of terms that differ in the last field alone, and little; 0: not counted
  std::size_t strips_b = 0;
  std::size_t terms = 0;  ///< of the product, estimated where the choice may depend on it; else 0
};

/// Sizes and costs of the dispatcher; times in picoseconds.
struct MultiMulTuning {
  static constexpr std::string_view section = "poly.multi_mul";
  std::int64_t heap_products = 192;            ///< the heap up to so many products
  std::int64_t heap_range_products = 1 << 18;  ///< heap: products of one range
  std::int64_t range_products = 1 << 15;       ///< hashed: products of one range
  std::int64_t merged_products = 1 << 13;      ///< merged: products of one range
  std::int64_t range_places = 1 << 14;         ///< array: cells of one range
  std::int64_t block = 8;                      ///< ranges of one task, at most
  std::int64_t heap_ps = 5000;                 ///< heap: of one product and comparison level
  std::int64_t merged_ps = 3000;               ///< merged: of one product and pass
  std::int64_t merged_term_ps = 13000;         ///< merged: of one product, formed and written
  std::int64_t hashed_ps = 4500;               ///< hashed: of one product
  std::int64_t term_ps = 50000;                ///< hashed: of a term of the result
  std::int64_t array_ps = 1300;                ///< array: of one product
  std::int64_t strip_ps = 200;                 ///< array in strips: of one product
  std::int64_t strip_pair_ps = 8000;           ///< array in strips: of a strip times a strip
  std::int64_t place_ps = 1500;                ///< array: of a place of the box
  std::int64_t row_ps = 3000;                  ///< of a row in a range, and again in a task
  std::int64_t dense_place_ps = 47000;         ///< kronecker: of a place, beside the dense product
  template <class Visitor>
  void visit(Visitor&& v) {
    v("heap_products", heap_products);
    v("heap_range_products", heap_range_products);
    v("range_products", range_products);
    v("range_places", range_places);
    v("block", block);
    v("merged_products", merged_products);
    v("heap_ps", heap_ps);
    v("merged_ps", merged_ps);
    v("merged_term_ps", merged_term_ps);
    v("hashed_ps", hashed_ps);
    v("term_ps", term_ps);
    v("array_ps", array_ps);
    v("strip_ps", strip_ps);
    v("strip_pair_ps", strip_pair_ps);
    v("place_ps", place_ps);
    v("row_ps", row_ps);
    v("dense_place_ps", dense_place_ps);
  }
};

/// What the dispatcher would do. Pure: depends on the arguments alone. Throws DomainError where a factor has no terms.
POLYFORK_EXPORT PlanDescription explain_multi_mul(const MultiMulShape& shape, const PlanBudget& budget);
/// The shape of a product. Neither factor is zero, and they are in the same variables.
POLYFORK_EXPORT MultiMulShape multi_mul_shape(const MultiPolyZ& a, const MultiPolyZ& b,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());

/// The product by one named algorithm. Throws DomainError when it cannot do it: without a box of at most 2^62 places
/// only the heap can, array and kronecker need one of at most 2^40, small and merged are for short coefficients, merged
/// for those over Z alone.
POLYFORK_EXPORT MultiPolyZ mul_with(MultiMulAlgorithm algorithm, const MultiPolyZ& a, const MultiPolyZ& b,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyZp mul_with(MultiMulAlgorithm algorithm, const MultiPolyZp& a, const MultiPolyZp& b,
                                     const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
