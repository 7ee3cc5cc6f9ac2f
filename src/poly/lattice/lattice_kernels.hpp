// The inner loops of lattice reduction in doubles and words, for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Rows of doubles are as long as a multiple of this, and padded with zeros.
constexpr std::size_t lattice_lanes = 8;

/// Results are the same bit for bit for every instruction set: each entry has its operations in one order.
struct LatticeKernel {
  /// r[j] less the sum of mu[i stride + j] r[i] over i < j, from i = 0 on, for the n values of r, each in its turn.
  /// mu holds zeros on and below the diagonal; r has room for n rounded up to a multiple of the lanes.
  void (*substitute)(const double* mu, std::size_t stride, double* r, std::size_t n);
  /// a[i] -= x b[i] for i < n.
  void (*subtract)(double* a, double x, const double* b, std::size_t n);
  /// a[i] -= x b[i] for i < n, modulo 2^64.
  void (*subtract_words)(std::int64_t* a, std::int64_t x, const std::int64_t* b, std::size_t n);
  /// The inner products of `row` with `count` rows at a distance of `stride`, where these are exact: sums in any order.
  void (*products)(const double* row, const double* rows, std::size_t stride, std::size_t count, double* out);
};

const LatticeKernel& lattice_kernel(Isa isa) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
