// Compiles word_sums.inc.hpp and narrow_sums.inc.hpp once per instruction set and chooses among them.
#include "poly/factor/word_sums.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace kernels::scalar {
#include "poly/factor/kernels/word_sums.inc.hpp"

/// For p = 2, where Montgomery's method has no inverse: R = 1.
static void even_columns(const SumModulus&, const std::uint64_t* a, std::size_t la, const std::uint64_t* b,
                         std::size_t lb, std::uint64_t* out, std::size_t begin, std::size_t end) {
  for (std::size_t k = begin; k < end; ++k) {
    std::uint64_t sum = 0;
    for (std::size_t i = k < lb ? 0 : k - lb + 1; i <= k && i < la; ++i) sum ^= a[i] & b[k - i];
    *out++ = sum;
  }
}
static void even_square(const SumModulus&, const std::uint64_t* a, std::size_t n, std::uint64_t* out) {
  for (std::size_t k = 0; k + 1 < 2 * n; ++k) out[k] = k % 2 == 0 ? a[k / 2] : 0;
}
static void even_combine(const SumModulus&, const std::uint64_t* x, std::size_t n, const std::uint64_t* rows,
                         std::size_t stride, std::uint64_t* out, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) out[j] = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (x[i] != 0)
      for (std::size_t j = 0; j < count; ++j) out[j] ^= rows[i * stride + j];
}
}  // namespace kernels::scalar

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/factor/kernels/narrow_sums.inc.hpp"
#include "poly/factor/kernels/word_sums.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2
namespace kernels::avx512 {
POLYFORK_SIMD_BEGIN_AVX512
#include "poly/factor/kernels/narrow_sums.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx512
#endif

namespace {

constexpr SumKernel even_kernel = {kernels::scalar::even_columns, kernels::scalar::even_square,
                                   kernels::scalar::even_combine, false};
constexpr SumKernel scalar_words = {kernels::scalar::columns_of<8>, kernels::scalar::square_of<8>,
                                    kernels::scalar::combination_of<8>, false};
constexpr SumKernel scalar_long = {kernels::scalar::columns_of<1>, kernels::scalar::square_of<1>,
                                   kernels::scalar::combination_of<1>, false};
#if defined(POLYFORK_SIMD_X86)
constexpr SumKernel avx2_words = {kernels::avx2::columns_of<8>, kernels::avx2::square_of<8>,
                                  kernels::avx2::combination_of<8>, false};
constexpr SumKernel avx2_long = {kernels::avx2::columns_of<1>, kernels::avx2::square_of<1>,
                                 kernels::avx2::combination_of<1>, false};
constexpr SumKernel avx2_narrow = {kernels::avx2::narrow_columns, kernels::avx2::narrow_square,
                                   kernels::avx2::narrow_combine, true, kernels::avx2::narrow_rows};
constexpr SumKernel avx512_narrow = {kernels::avx512::narrow_columns, kernels::avx512::narrow_square,
                                     kernels::avx512::narrow_combine, true, kernels::avx512::narrow_rows};
constexpr IsaTable<const SumKernel*> words = {&scalar_words, &avx2_words, nullptr, nullptr};
constexpr IsaTable<const SumKernel*> long_words = {&scalar_long, &avx2_long, nullptr, nullptr};
constexpr IsaTable<const SumKernel*> narrow = {&scalar_words, &avx2_narrow, &avx512_narrow, nullptr};
#else
constexpr IsaTable<const SumKernel*> words = {&scalar_words, nullptr, nullptr, nullptr};
constexpr IsaTable<const SumKernel*> long_words = {&scalar_long, nullptr, nullptr, nullptr};
constexpr IsaTable<const SumKernel*> narrow = words;
#endif

/// a^-1 modulo 2^64 for odd a, which is right in the lowest three binary digits of itself.
std::uint64_t inverse_of(std::uint64_t a) noexcept {
  std::uint64_t inverse = a;
  for (int i = 0; i < 5; ++i) inverse *= 2 - a * inverse;
  return inverse;
}

}  // namespace

SumModulus::SumModulus(const WordModulus& m) noexcept
    : modulus(m),
      p(m.value()),
      inverse(inverse_of(p)),
      one(p == 2 ? 1 : m.pow(m.reduce(std::uint64_t{1} << 32), 2)),
      one_shoup(m.shoup(one)) {}

const SumKernel& sum_kernel(std::uint64_t p, Isa isa) noexcept {
  if (p == 2) return even_kernel;
  if (p >> 31 == 0) return *narrow.select(isa);
  return *(p >> 62 == 0 ? words : long_words).select(isa);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
