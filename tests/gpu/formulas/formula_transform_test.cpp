// The classical formulas and plain products on the emulated device, against their definitions.
#include "gpu/formulas/formula_transform.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "emulated_device.hpp"
#include "gpu/formulas/plain_product.hpp"

namespace polyfork::test {
namespace {

using namespace detail;

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t prime = 998244353;  // 119 2^23 + 1
constexpr std::uint32_t generator = 3;

std::uint32_t root_of_order(unsigned log_length) {
  return static_cast<std::uint32_t>(WordModulus(prime).pow(generator, (prime - 1) >> log_length));
}

Words random_words(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Words words(n);
  for (auto& word : words) word = static_cast<std::uint32_t>(random() % prime);
  if (n > 2) words[n - 1] = prime - 1;
  return words;
}

Words by_definition(const Words& x, std::uint32_t root) {
  const WordModulus p(prime);
  Words y(x.size());
  std::uint64_t point = 1;
  for (auto& value : y) {
    std::uint64_t sum = 0;
    for (std::size_t j = x.size(); j-- > 0;) sum = (sum * point + x[j]) % prime;
    value = static_cast<std::uint32_t>(sum);
    point = point * root % prime;
  }
  return y;
}

Words product_by_definition(const Words& a, const Words& b) {
  Words product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      product[i + j] = static_cast<std::uint32_t>((product[i + j] + std::uint64_t{a[i]} * b[j]) % prime);
  return product;
}

/// Runs work(job) on the emulated device.
void on_device(const std::function<void(DeviceJob&)>& work) {
  EmulatedDevice emulated;
  EXPECT_TRUE(emulated.device().run(1, 1, ExecutionContext(), work));
}

DeviceArray<std::uint32_t> uploaded(DeviceJob& job, Words words, std::size_t length) {
  words.resize(length);
  DeviceArray<std::uint32_t> array(job.pool(), length);
  job.up(array.get(), words.data(), length * sizeof(std::uint32_t));
  job.kernels_after_copies();
  return array;
}

Words downloaded(DeviceJob& job, const std::uint32_t* from, std::size_t count) {
  Words words(count);
  job.copies_after_kernels();
  job.down(words.data(), from, count * sizeof(std::uint32_t));
  return words;
}

std::vector<FormulaChoice> choices() {
  std::vector<FormulaChoice> all;
  for (const auto multiplication : {WordMultiplication::double_quotient, WordMultiplication::montgomery}) {
    all.push_back({Formula::stockham, multiplication, RootPowers::jumped});
    for (const auto powers : {RootPowers::jumped, RootPowers::strided, RootPowers::computed})
      all.push_back({Formula::cooley_tukey, multiplication, powers});
  }
  return all;
}

TEST(WordFields, MultiplyAtTheEdges) {
  for (const std::uint32_t p : {3U, 65537U, 469762049U, prime, 1073741789U}) {
    const WordField f = WordField::of(p);
    const std::uint32_t edges[] = {0, 1, 2, p / 2, p / 2 + 1, p - 2, p - 1};
    for (const std::uint32_t a : edges)
      for (const std::uint32_t b : edges) {
        const auto expected = static_cast<std::uint32_t>(std::uint64_t{a} * b % p);
        EXPECT_EQ(DoubleQuotient::multiply(f, a, b), expected) << p;
        EXPECT_EQ(MontgomeryReduction::multiply(f, a, MontgomeryReduction::to_factor(f, b)), expected) << p;
      }
  }
}

TEST(Formulas, AreTransforms) {
  on_device([](DeviceJob& job) {
    for (const FormulaChoice& choice : choices())
      for (const unsigned log_length : {4U, 5U, 8U, 9U}) {
        const std::size_t n = std::size_t{1} << log_length;
        const std::uint32_t root = root_of_order(log_length);
        FormulaTransform transform(job, prime, root, log_length, choice);
        const Words x = random_words(n, log_length);
        const auto data = uploaded(job, x, n);
        const DeviceArray<std::uint32_t> other(job.pool(), n);
        EXPECT_EQ(downloaded(job, transform.forward(data.get(), other.get()), n), by_definition(x, root))
            << formula_name(choice.formula) << ", " << multiplication_name(choice.multiplication) << ", "
            << root_powers_name(choice.powers) << ", 2^" << log_length;
      }
  });
}

TEST(Formulas, Multiply) {
  on_device([](DeviceJob& job) {
    const Words a = random_words(200, 1);
    const Words b = random_words(300, 2);
    for (const FormulaChoice& choice : choices()) {
      const FormulaProduct product(job, prime, root_of_order(9), 9, choice);
      const auto x = uploaded(job, a, 512);
      const auto y = uploaded(job, b, 512);
      const DeviceArray<std::uint32_t> other(job.pool(), 512);
      EXPECT_EQ(downloaded(job, product.multiply(x.get(), y.get(), other.get()), 499), product_by_definition(a, b));
    }
  });
}

TEST(PlainDeviceProducts, EqualTheDefinition) {
  on_device([](DeviceJob& job) {
    for (const auto& [n, m] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {5, 3}, {300, 1}, {1, 70}, {130, 33}, {257, 256}, {700, 81}})
      for (const unsigned s : {2U, 4U, 8U, 16U}) {
        const Words a = random_words(n, n);
        const Words b = random_words(m, m + 1);
        const PlainDeviceProduct product(job, prime, n, m, s);
        const auto x = uploaded(job, a, n);
        const auto y = uploaded(job, b, m);
        EXPECT_EQ(downloaded(job, product.multiply(x.get(), y.get()), n + m - 1), product_by_definition(a, b))
            << n << ' ' << m << ' ' << s;
      }
    EXPECT_THROW(PlainDeviceProduct(job, prime, 1, 200000, 2), DomainError);
  });
}

}  // namespace
}  // namespace polyfork::test
