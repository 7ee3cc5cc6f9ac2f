// Compiles lattice_rows.inc.hpp once per instruction set.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/simd/region.hpp"
#include "poly/lattice/lattice_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

// Vectors of 16 bytes, which every processor that this is compiled for has.
namespace kernels::scalar {
#define POLYFORK_LATTICE_VECTOR_BYTES 16
#include "poly/lattice/kernels/lattice_rows.inc.hpp"
#undef POLYFORK_LATTICE_VECTOR_BYTES
}  // namespace kernels::scalar

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#define POLYFORK_LATTICE_VECTOR_BYTES 32
#include "poly/lattice/kernels/lattice_rows.inc.hpp"
#undef POLYFORK_LATTICE_VECTOR_BYTES
POLYFORK_SIMD_END
}  // namespace kernels::avx2
namespace kernels::avx512 {
POLYFORK_SIMD_BEGIN_AVX512
#define POLYFORK_LATTICE_VECTOR_BYTES 64
#include "poly/lattice/kernels/lattice_rows.inc.hpp"
#undef POLYFORK_LATTICE_VECTOR_BYTES
POLYFORK_SIMD_END
}  // namespace kernels::avx512
#endif

namespace {

constexpr LatticeKernel scalar_rows = {kernels::scalar::substitute, kernels::scalar::subtract,
                                       kernels::scalar::subtract_words, kernels::scalar::products};
#if defined(POLYFORK_SIMD_X86)
constexpr LatticeKernel avx2_rows = {kernels::avx2::substitute, kernels::avx2::subtract, kernels::avx2::subtract_words,
                                     kernels::avx2::products};
constexpr LatticeKernel avx512_rows = {kernels::avx512::substitute, kernels::avx512::subtract,
                                       kernels::avx512::subtract_words, kernels::avx512::products};
constexpr IsaTable<const LatticeKernel*> row_kernels = {&scalar_rows, &avx2_rows, &avx512_rows, nullptr};
#else
constexpr IsaTable<const LatticeKernel*> row_kernels = {&scalar_rows, nullptr, nullptr, nullptr};
#endif

}  // namespace

const LatticeKernel& lattice_kernel(Isa isa) noexcept { return *row_kernels.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
