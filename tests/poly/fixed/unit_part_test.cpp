// Halves of polynomials by Pascal's triangle on rows, against Horner's scheme, under every instruction set.
#include "poly/fixed/unit_part.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <polyfork/core/cpu.hpp>

#include "forced_isa.hpp"
#include "integer_generators.hpp"

namespace polyfork {
namespace {

void expect_exact(const std::vector<Integer>& q, std::size_t limbs, std::size_t levels) {
  detail::FixedRows rows(q.size(), limbs);
  std::size_t bits = 0;
  std::vector<Integer> scaled;
  for (std::size_t i = 0; i < q.size(); ++i) {
    rows.assign(i, q[i], 0);
    bits = std::max(bits, detail::fixed_bits(rows.row(i), limbs));
    scaled.push_back(q[i] << (levels * (q.size() - 1 - i)));
  }
  for (const bool negative : {false, true}) {
    std::vector<Integer> exact = scaled;  // Horner's scheme
    for (std::size_t i = 0; i + 1 < exact.size(); ++i)
      for (std::size_t j = exact.size() - 1; j-- > i;) exact[j] += negative ? -exact[j + 1] : exact[j + 1];
    const ExecutionContext& ctx = ExecutionContext::default_context();
    const detail::FixedRows part = detail::unit_part(rows, bits, levels, negative, ctx);
    ASSERT_EQ(part.rows(), q.size());
    const IntegerVector found = part.to_vector(0, ctx);
    for (std::size_t i = 0; i < q.size(); ++i)
      ASSERT_EQ(Integer(found[i]), exact[i])
          << isa_name(active_isa()) << ", row " << i << " of " << q.size() << ", level " << levels;
  }
}

TEST(UnitPart, IsTheExactShift) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
    if (isa > detected_isa()) continue;
    const test::ForcedIsa forced(isa);
    test::IntegerGenerator g(77);
    for (const std::size_t rows : {1, 2, 3, 7, 8, 9, 15, 16, 17, 40, 41, 64, 97, 128})
      for (const std::size_t limbs : {1, 2, 3, 5})
        for (const std::size_t levels : {1, 2, 5}) {
          const std::size_t most = 64 * limbs - 1;
          std::vector<Integer> edge(rows, (Integer(1) << most) - Integer(1));
          expect_exact(edge, limbs, levels);
          for (std::size_t i = 0; i < rows; ++i) edge[i] = i % 2 == 0 ? -(Integer(1) << most) : edge[i];
          expect_exact(edge, limbs, levels);
          std::vector<Integer> q;
          for (std::size_t i = 0; i < rows; ++i) {
            const Integer x = g.uniform(1 + static_cast<unsigned>(g.random().below(most)));
            q.push_back(g.random().below(2) == 0 ? x : -x);
          }
          expect_exact(q, limbs, levels);
          if (HasFatalFailure()) return;
        }
  }
}

}  // namespace
}  // namespace polyfork
