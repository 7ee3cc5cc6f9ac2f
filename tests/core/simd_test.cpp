#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>

#include "core/simd/isa_table.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"
#include "core/simd/vec_ifma.hpp"
#include "core/simd/vec_scalar.hpp"
#include "random.hpp"

// What the wrappers compute on one vector of inputs, once per instruction set, in the way that kernels are written.
#define POLYFORK_TEST_APPLY                                                                 \
  static void apply(const std::uint64_t* in, std::uint64_t* out) {                          \
    for (std::size_t i = 0; i < 8; i += VecU64::lanes) {                                    \
      const VecU64 a = VecU64::load(in + i);                                                \
      const VecU64 b = VecU64::load_aligned(in + 8 + i);                                    \
      (a + b).store(out + i);                                                               \
      (a - b).store_aligned(out + 8 + i);                                                   \
      (a & b).store(out + 16 + i);                                                          \
      min(a, b).store(out + 24 + i);                                                        \
      mul_lo32(a, b).store(out + 32 + i);                                                   \
      shift_left<13>(a).store(out + 40 + i);                                                \
      shift_right<37>(a).store(out + 48 + i);                                               \
      select_less(a, b, VecU64::broadcast(1), VecU64::broadcast(2)).store(out + 56 + i);    \
      (a ^ b).store(out + 64 + i);                                                          \
      const VecU64 counts = b & VecU64::broadcast(127);                                     \
      shift_left_by(a, counts).store(out + 72 + i);                                         \
      shift_right_by(a, counts).store(out + 80 + i);                                        \
      const std::size_t n = in[16] % 9;                                                     \
      const std::size_t first = n <= i ? 0 : n - i < VecU64::lanes ? n - i : VecU64::lanes; \
      VecU64::load_first(in + i, first).store(out + 88 + i);                                \
      a.store_first(out + 96 + i, first);                                                   \
    }                                                                                       \
  }

namespace polyfork {
inline namespace v1 {
namespace detail::kernels {
namespace scalar {
POLYFORK_TEST_APPLY
}
#if defined(POLYFORK_SIMD_X86)
POLYFORK_SIMD_BEGIN_AVX2
namespace avx2 {
POLYFORK_TEST_APPLY
}
POLYFORK_SIMD_END
POLYFORK_SIMD_BEGIN_AVX512
namespace avx512 {
POLYFORK_TEST_APPLY
}
POLYFORK_SIMD_END
POLYFORK_SIMD_BEGIN_IFMA
namespace ifma {
POLYFORK_TEST_APPLY
static void madd52(const std::uint64_t* in, std::uint64_t* out) {
  const VecU64 sum = VecU64::load(in);
  const VecU64 a = VecU64::load(in + 8);
  const VecU64 b = VecU64::load(in + 16);
  madd52lo(sum, a, b).store(out);
  madd52hi(sum, a, b).store(out + 8);
}
}  // namespace ifma
POLYFORK_SIMD_END
#endif
}  // namespace detail::kernels
}  // namespace v1
}  // namespace polyfork

namespace {

namespace kernels = polyfork::detail::kernels;
using polyfork::Isa;
using polyfork::detail::IsaTable;
using Apply = void (*)(const std::uint64_t*, std::uint64_t*);

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<Apply> table = {kernels::scalar::apply, kernels::avx2::apply, kernels::avx512::apply,
                                   kernels::ifma::apply};
#else
constexpr IsaTable<Apply> table = {kernels::scalar::apply, nullptr, nullptr, nullptr};
#endif

struct alignas(64) Block {
  std::array<std::uint64_t, 104> words{};
};

std::uint64_t edge_word(polyfork::test::Random& random) {
  constexpr std::uint64_t top = std::uint64_t{1} << 63;
  const std::array<std::uint64_t, 6> edges = {0, 1, top - 1, top, top + 1, ~std::uint64_t{0}};
  const std::uint64_t choice = random.below(12);
  return choice < edges.size() ? edges[choice] : random.next();
}

TEST(SimdIsa, WrappersAgreeWithScalar) {
  polyfork::test::Random random;
  for (const Isa isa : {Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > polyfork::detected_isa()) break;
    for (int round = 0; round < 200; ++round) {
      Block in;
      for (auto& word : in.words) word = edge_word(random);
      Block expected;
      Block out;
      table.scalar(in.words.data(), expected.words.data());
      table.select(isa)(in.words.data(), out.words.data());
      ASSERT_EQ(out.words, expected.words) << polyfork::isa_name(isa);
    }
  }
}

#if defined(POLYFORK_SIMD_X86)
TEST(SimdIsa, Madd52) {
  if (polyfork::detected_isa() < Isa::ifma) GTEST_SKIP() << "no AVX512-IFMA";
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint64_t low52 = (std::uint64_t{1} << 52) - 1;
  polyfork::test::Random random;
  for (int round = 0; round < 200; ++round) {
    Block in;
    for (auto& word : in.words) word = edge_word(random);
    Block out;
    kernels::ifma::madd52(in.words.data(), out.words.data());
    for (std::size_t i = 0; i < 8; ++i) {
      const Wide product = Wide{in.words[8 + i] & low52} * (in.words[16 + i] & low52);
      EXPECT_EQ(out.words[i], in.words[i] + (static_cast<std::uint64_t>(product) & low52));
      EXPECT_EQ(out.words[8 + i], in.words[i] + static_cast<std::uint64_t>(product >> 52));
    }
  }
}
#endif

TEST(SimdIsa, TableFallsBackToTheNextLower) {
  constexpr IsaTable<const char*> sparse = {"scalar", nullptr, "avx512", nullptr};
  EXPECT_STREQ(sparse.select(Isa::scalar), "scalar");
  EXPECT_STREQ(sparse.select(Isa::avx2), "scalar");
  EXPECT_STREQ(sparse.select(Isa::avx512), "avx512");
  EXPECT_STREQ(sparse.select(Isa::ifma), "avx512");
}

TEST(CpuIsa, NamesAndForcing) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    EXPECT_EQ(polyfork::isa_from_name(polyfork::isa_name(isa)), isa);
    if (isa > polyfork::detected_isa()) {
      EXPECT_THROW(polyfork::force_isa_for_testing(isa), polyfork::DomainError);
    }
  }
  EXPECT_THROW(polyfork::isa_from_name("neon"), polyfork::DomainError);
  const Isa before = polyfork::active_isa();
  EXPECT_LE(before, polyfork::detected_isa());
  polyfork::force_isa_for_testing(Isa::scalar);
  EXPECT_EQ(polyfork::active_isa(), Isa::scalar);
  polyfork::force_isa_for_testing(before);
}

}  // namespace
