// Vectors of residues modulo a word: the element-wise kernels and the table that chooses among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Factors of add_products_mod52, and the modulus with -p^-1 mod 2^52.
struct ModRow {
  std::uint64_t c, q1, q0;
  std::uint64_t p, negative_inverse;
};

/// Kernels of one instruction set. Every modulus 0 < p < 2^63; all residues in [0, p), in and out; out may be the
/// same array as an operand but must not overlap it otherwise.
struct ModVectorKernels {
  std::string_view name;  // the instruction set that these were compiled for
  Isa isa;
  void (*add_mod)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n, std::uint64_t p);
  void (*sub_mod)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n, std::uint64_t p);
  void (*neg_mod)(std::uint64_t* out, const std::uint64_t* a, std::size_t n, std::uint64_t p);
  /// out[i] = a[i] w mod p; w in [0, p), w_shoup = shoup_quotient(w, p).
  void (*mul_scalar_mod_shoup)(std::uint64_t* out, const std::uint64_t* a, std::size_t n, std::uint64_t w,
                               std::uint64_t w_shoup, std::uint64_t p);
  /// u[i] = (c u[i] + q1 v[i - 1] + q0 v[i]) / 2^52 mod p, i from 0: v[-1] is read, too. Odd p < 2^50; null without
  /// 52-bit multiply-adds.
  void (*add_products_mod52)(std::uint64_t* u, const std::uint64_t* v, std::size_t n, const ModRow& row);
};

/// floor(w 2^64 / p) for w in [0, p).
constexpr std::uint64_t shoup_quotient(std::uint64_t w, std::uint64_t p) noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{w} << 64) / p);
}

/// The kernels compiled for each level that this build has.
const IsaTable<const ModVectorKernels*>& mod_vector_table() noexcept;
/// The table's entry for active_isa().
const ModVectorKernels& mod_vector_kernels();

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
