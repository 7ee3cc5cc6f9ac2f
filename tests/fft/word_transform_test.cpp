// Sums of products on the far side of the transforms, for every set of kernels that this machine can run.
#include "fft/word_transform.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <polyfork/ring/residue_vector.hpp>

#include "back_ends.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::WordTransform;
using Residues64 = std::vector<std::uint64_t>;

/// sum[k mod n] += (a b)[k].
void add_product(Residues64& sum, const Residues64& a, const Residues64& b, const WordModulus& m) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::uint64_t& to = sum[(i + j) % sum.size()];
      to = m.add(to, m.mul(a[i], b[j]));
    }
}

/// Long enough for transforms whose working data have gaps elsewhere; a sparse operand keeps the definition cheap.
TEST(WordTransform, LongImagesAreWithoutGaps) {
  Random r(72);
  const ExecutionContext ctx;
  for (const std::uint64_t p : {1108307720798209ULL, 9223372036854775783ULL}) {
    const WordModulus m(p);
    constexpr std::size_t n = 6000;
    const auto plan = detail::plan_word_transform({p, true, n, n, {0, 2 * n - 1}}, 1, 1, active_isa());
    const WordTransform transform(plan, ctx);
    Residues64 x(n);
    for (auto& word : x) word = r.below(p);
    Residues64 y(n);
    Residues64 expected(2 * n - 1);
    for (const std::size_t at : {std::size_t{0}, std::size_t{17}, std::size_t{4097}, n - 1}) {
      y[at] = r.below(p);
      for (std::size_t i = 0; i < n; ++i) expected[i + at] = m.add(expected[i + at], m.mul(x[i], y[at]));
    }
    ResidueVector images(2 * transform.image_words() + 8, 12345);
    std::uint64_t* const a = images.data();
    std::uint64_t* const b = a + transform.image_words();
    transform.forward(x, a, ctx);
    transform.forward(y, b, ctx);
    transform.multiply(a, a, b, ctx);
    Residues64 out(2 * n - 1);
    transform.inverse(a, {0, out.size()}, out, ctx);
    EXPECT_EQ(out, expected);
    for (std::size_t i = 2 * transform.image_words(); i < images.size(); ++i) EXPECT_EQ(images[i], 12345U) << "overrun";
  }
}

TEST(WordTransformIsa, SumsOfProductsByEveryKernel) {
  Random r(71);
  const ExecutionContext ctx;
  for (int level = 0; level <= static_cast<int>(detected_isa()); ++level)
    for (const std::uint64_t p : {2ULL, 3ULL, 2013265921ULL, 1108307720798209ULL, 1125899906842597ULL,
                                  4611686018326724609ULL, 9223372036854775783ULL})
      for (const bool cyclic : {false, true})
        for (const std::size_t n : {8, 16, 128, 512}) {
          const WordModulus m(p);
          const std::size_t half = cyclic ? n : n / 2;
          const auto isa = static_cast<Isa>(level);
          const auto plan = cyclic ? detail::plan_cyclic_transform({p, true, n, n, {0, n}}, 3, 1, isa)
                                   : detail::plan_word_transform({p, true, half, half, {0, 2 * half - 1}}, 3, 1, isa);
          const WordTransform transform(plan, ctx);
          ResidueVector a(transform.image_words());
          ResidueVector b(transform.image_words());
          ResidueVector sum(transform.image_words());
          Residues64 expected(n);
          for (int term = 0; term < 3; ++term) {
            Residues64 x(half, p - 1);
            Residues64 y(half, p - 1);
            if (term == 2)
              for (std::size_t i = 0; i < half; ++i) x[i] = r.below(p), y[i] = r.below(p);
            add_product(expected, x, y, m);
            transform.forward(x, a.data(), ctx);
            transform.forward(y, b.data(), ctx);
            transform.multiply(term == 0 ? sum.data() : a.data(), a.data(), b.data(), ctx);
            if (term != 0) transform.accumulate(sum.data(), a.data(), ctx);
          }
          Residues64 out(2 * half - 1 < n ? 2 * half - 1 : n);
          transform.inverse(sum.data(), {0, out.size()}, out, ctx);
          expected.resize(out.size());
          ASSERT_EQ(out, expected) << p << " " << n << " level " << level;
        }
}

}  // namespace
}  // namespace polyfork::test
