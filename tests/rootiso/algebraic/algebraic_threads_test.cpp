// Threads that ask the same numbers at the same time. Run under the thread sanitizer too.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>

namespace polyfork {
namespace {

template <class Work>
void on_threads(unsigned count, const Work& work) {
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < count; ++t) threads.emplace_back([&work, t] { work(t); });
  for (std::thread& t : threads) t.join();
}

TEST(AlgebraicThreads, ReadersRefineTheSameNumbers) {
  const PolyZ f = parse_poly_z("(x^3 - 5*x + 1)*(x^2 - 2)");
  const PolyZ h = parse_poly_z("(x^2 - 2)*(x^5 - 4*x + 2)");
  const auto alone = real_roots(f);
  std::vector<std::string> expected;
  for (const auto& r : alone) expected.push_back(r.value.to_decimal(60));

  const auto numbers = real_roots(f);
  const auto others = real_roots(h);
  constexpr unsigned threads = 8;
  std::vector<std::string> failures(threads);
  on_threads(threads, [&](unsigned t) {
    for (unsigned round = 0; round < 4; ++round) {
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::size_t i = (k + t) % numbers.size();
        const AlgebraicReal copy = numbers[i].value;
        copy.refine(Rational::dyadic(1, -static_cast<std::int64_t>(50 * (t + 1) * (round + 1))));
        if (copy.to_decimal(60) != expected[i]) failures[t] = "digits";
        if (copy.hash() != alone[i].value.hash()) failures[t] = "hash";
        if (copy != alone[i].value) failures[t] = "equality";
        if (sign_at(f, copy) != 0) failures[t] = "sign";
        for (std::size_t j = 0; j < numbers.size(); ++j)
          if ((copy < numbers[j].value) != (i < j)) failures[t] = "order";
        std::size_t equal = 0;
        for (const auto& other : others) equal += copy == other.value ? 1 : 0;
        if (equal != (sign_at(parse_poly_z("x^2-2"), copy) == 0 ? 1U : 0U)) failures[t] = "common roots";
      }
    }
  });
  for (const std::string& failure : failures) EXPECT_EQ(failure, "");
}

}  // namespace
}  // namespace polyfork
