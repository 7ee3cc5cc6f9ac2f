// Vectors of residues modulo a word: the element-wise kernels and the table that chooses among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"

namespace polyfork::inline v1 {
namespace detail {

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
}  // namespace polyfork::inline v1
