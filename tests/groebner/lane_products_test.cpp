// Dot products modulo eight primes against sums one by one.
#include "groebner/lane_products.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/cpu.hpp>

#include "forced_isa.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork::test {
namespace {

using detail::prime_lanes;
using detail::SmallPrime;

std::vector<SmallPrime> some_primes() {
  std::vector<SmallPrime> primes;
  for (const std::uint32_t p :
       {2147483647U, 2147483629U, 2147483587U, 1073741827U, 1073741831U, 1610612741U, 2147483579U, 2147483563U})
    primes.emplace_back(p);
  return primes;
}

void expect_dots(std::size_t n, bool extreme, std::mt19937& random) {
  const std::vector<SmallPrime> primes = some_primes();
  const detail::LanePrimes lanes(primes);
  const std::size_t width = n + 5;
  const auto word = [&](std::size_t lane) {
    return extreme ? primes[lane].value() - 1 : static_cast<std::uint32_t>(random()) % primes[lane].value();
  };
  std::vector<std::uint32_t> places(width);
  for (std::size_t i = 0; i < width; ++i) places[i] = static_cast<std::uint32_t>(i);
  std::shuffle(places.begin(), places.end(), random);
  std::vector<std::uint32_t> entries;
  std::vector<std::uint64_t> in;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < prime_lanes; ++k) entries.push_back(word(k));
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t k = 0; k < prime_lanes; ++k) in.push_back(word(k));
  std::vector<std::uint64_t> out(prime_lanes, 77);
  detail::lane_dot_table().select(active_isa())(entries.data(), places.data(), n, in.data(), out.data(), lanes);
  for (std::size_t k = 0; k < prime_lanes; ++k) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto value = static_cast<std::uint32_t>(in[places[i] * prime_lanes + k]);
      sum = primes[k].modulus().add(sum, primes[k].mul(entries[i * prime_lanes + k], value));
    }
    EXPECT_EQ(out[k], sum) << n << ' ' << k << ' ' << extreme;
  }
}

TEST(LaneProductsIsa, AreSumsOfProducts) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    const ForcedIsa forced(isa);
    std::mt19937 random(11);
    for (std::size_t n = 0; n < 40; ++n)
      for (const bool extreme : {false, true}) expect_dots(n, extreme, random);
    for (const std::size_t n : {1000, 4096, 20001}) expect_dots(n, true, random);
  }
}

}  // namespace
}  // namespace polyfork::test
