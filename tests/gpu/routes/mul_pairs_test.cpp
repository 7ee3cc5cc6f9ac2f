// Many products over Z/pZ at once, by the processor and in one job of the emulated device.
#include <polyfork/poly/residues/mul_pairs.hpp>

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>

#include "emulated_device.hpp"
#include "gpu/products/short_products.hpp"

namespace polyfork::test {
namespace {

PolyZp random_polynomial(const PrimeField& field, std::size_t length, std::mt19937_64& random) {
  ResidueVector words(length);
  for (auto& word : words) word = random() % 8 == 0 ? field.modulus() - 1 : random() % field.modulus();
  if (length != 0) words.back() = field.modulus() - 1;
  return {field, std::move(words)};
}

struct Pairs {
  std::vector<PolyZp> f, g;

  Pairs(const PrimeField& field, std::size_t count, std::size_t longest, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < count; ++i) {
      f.push_back(random_polynomial(field, random() % (longest + 1), random));
      g.push_back(random_polynomial(field, random() % (longest + 1), random));
    }
  }
};

TEST(MulPairs, AreTheProducts) {
  EmulatedDevice emulated;
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  const ExecutionContext processor = wanted.with_device_policy(DevicePolicy::off);
  for (const std::uint64_t p : {std::uint64_t{3}, std::uint64_t{2147483647}, std::uint64_t{4294967311},
                                (std::uint64_t{1} << 61) - 1, std::uint64_t{9223372036854775783}}) {
    Pairs pairs(PrimeField(p), 900, 90, p);
    // A pair that is too long for the batch, and lengths about the parts of threads.
    std::mt19937_64 random(p + 1);
    pairs.f.push_back(random_polynomial(PrimeField(p), 700, random));
    pairs.g.push_back(random_polynomial(PrimeField(p), 600, random));
    for (const std::size_t n : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 511, 512}) {
      pairs.f.push_back(random_polynomial(PrimeField(p), 2 * n + 1, random));
      pairs.g.push_back(random_polynomial(PrimeField(p), n, random));
    }
    const std::uint64_t jobs = device_statistics().jobs;
    const std::vector<PolyZp> products = mul_pairs(pairs.f, pairs.g, wanted);
    EXPECT_GT(device_statistics().jobs, jobs);
    const std::vector<PolyZp> others = mul_pairs(pairs.f, pairs.g, processor);
    ASSERT_EQ(products.size(), pairs.f.size());
    for (std::size_t i = 0; i < products.size(); ++i) {
      ASSERT_EQ(products[i], mul(pairs.f[i], pairs.g[i], processor)) << p << ' ' << i;
      ASSERT_EQ(others[i], products[i]);
    }
  }
}

/// Every width of a thread's part, of both kinds of sums.
TEST(MulPairs, EveryWidthOfAPart) {
  detail::EmulatedBackend backend;
  std::mt19937_64 random(2);
  for (const std::uint64_t p : {std::uint64_t{2147483647}, std::uint64_t{9223372036854775783}}) {
    std::vector<std::uint64_t> words;
    std::vector<detail::ShortProduct> products;
    std::vector<std::uint64_t> expected;
    const WordModulus m(p);
    for (const auto& [n, k] : {std::pair<std::size_t, std::size_t>{1, 1}, {5, 3}, {40, 33}, {3, 50}, {300, 17}}) {
      products.push_back({words.size(), words.size() + n, expected.size(), static_cast<std::uint32_t>(n),
                          static_cast<std::uint32_t>(k)});
      for (std::size_t i = 0; i < n + k; ++i) words.push_back(random() % 3 == 0 ? p - 1 : random() % p);
      const std::size_t at = expected.size();
      expected.resize(at + n + k - 1);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < k; ++j)
          expected[at + i + j] =
              m.add(expected[at + i + j], m.mul(words[products.back().a + i], words[products.back().b + j]));
    }
    const auto upload = [&](const auto& values) {
      void* const to = backend.allocate(values.size() * sizeof(values[0]));
      backend.copy_up(0, to, values.data(), values.size() * sizeof(values[0]));
      return to;
    };
    void* const words_there = upload(words);
    void* const products_there = upload(products);
    void* const out = backend.allocate(expected.size() * sizeof(std::uint64_t));
    for (const unsigned s : {2U, 4U, 8U, 16U}) {
      if (s == 16 && p >> 31 != 0) continue;
      backend.clear(0, out, expected.size() * sizeof(std::uint64_t));
      detail::launch_short_products(backend, p, static_cast<const std::uint64_t*>(words_there),
                                    static_cast<const detail::ShortProduct*>(products_there), products.size(), 316,
                                    static_cast<std::uint64_t*>(out), s);
      std::vector<std::uint64_t> found(expected.size());
      backend.copy_down(2, found.data(), out, found.size() * sizeof(std::uint64_t));
      EXPECT_EQ(found, expected) << p << ' ' << s;
    }
    for (void* memory : {words_there, products_there, out}) backend.release(memory);
  }
}

TEST(MulPairs, RefusesWhatDoesNotMatch) {
  const PrimeField seven(7);
  const std::vector<PolyZp> f{PolyZp(seven, {1, 2})};
  const std::vector<PolyZp> g{PolyZp(PrimeField(11), {1, 2})};
  EXPECT_THROW(mul_pairs(f, {}), DomainError);
  EXPECT_THROW(mul_pairs(f, g), ModulusMismatch);
  EXPECT_TRUE(mul_pairs({}, {}).empty());
}

TEST(MulPairs, FailuresLeaveItToTheProcessor) {
  const Pairs pairs(PrimeField(1000003), 900, 90, 5);
  for (const int at : {4, 7, 10}) {
    EmulatedDevice emulated;
    const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
    (void)mul_pairs(pairs.f, pairs.g, wanted);  // starts the device
    emulated.failures().kind = detail::FailureKind::launch;
    emulated.failures().calls = 0;
    emulated.failures().at = at;
    const std::vector<PolyZp> products = mul_pairs(pairs.f, pairs.g, wanted);
    for (std::size_t i = 0; i < products.size(); i += 50)
      ASSERT_EQ(products[i], mul(pairs.f[i], pairs.g[i], wanted.with_device_policy(DevicePolicy::off)));
  }
}

}  // namespace
}  // namespace polyfork::test
