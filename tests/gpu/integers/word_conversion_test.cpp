// Conversions of words on the emulated device against WordCrt's, and a product in Z/mZ[x] through them.
#include "gpu/integers/word_conversion.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "device_values.hpp"
#include "fft/word_convolution.hpp"
#include "fft/word_crt.hpp"
#include "gpu/emulation/emulated_backend.hpp"
#include "gpu/integers/f31_primes.hpp"
#include "gpu/transforms/with_field.hpp"

namespace polyfork::detail {
namespace {

using Words = std::vector<std::uint64_t>;

template <class Field>
std::vector<std::uint64_t> first_primes(std::size_t count) {
  const auto words = f31_primes(16);
  if (field_of<Field> == ResidueField::f31) return {words.end() - static_cast<std::ptrdiff_t>(count), words.end()};
  return {transform_primes.begin(), transform_primes.begin() + static_cast<std::ptrdiff_t>(count)};
}

class Device {
 public:
  ~Device() {
    for (void* memory : memory_) backend.release(memory);
    EXPECT_EQ(backend.live_objects(), 0U);
  }
  template <class T>
  T* allocate(std::size_t count) {
    memory_.push_back(backend.allocate(count * sizeof(T)));
    return static_cast<T*>(memory_.back());
  }
  template <class T>
  T* upload(const std::vector<T>& values) {
    T* const to = allocate<T>(values.size());
    backend.copy_up(0, to, values.data(), values.size() * sizeof(T));
    return to;
  }
  template <class T>
  std::vector<T> download(const T* from, std::size_t count) {
    std::vector<T> values(count);
    backend.copy_down(2, values.data(), from, count * sizeof(T));
    return values;
  }

  EmulatedBackend backend;

 private:
  std::vector<void*> memory_;
};

template <class Field>
class WordConversionTest : public testing::Test {};
using Fields = testing::Types<F50, F31>;
TYPED_TEST_SUITE(WordConversionTest, Fields);

TYPED_TEST(WordConversionTest, WordsToResidues) {
  using Value = typename TypeParam::Value;
  Words words = {0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 48, (std::uint64_t{1} << 48) - 1, std::uint64_t{1} << 63};
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) words.push_back(random());
  const std::size_t n = words.size();
  for (unsigned k = 1; k <= most_lift_primes<TypeParam>; ++k) {
    Device device;
    const auto primes = first_primes<TypeParam>(k);
    const auto conversion = WordConversionOf<TypeParam>::lifted(1000003, primes);
    Value* const out = device.allocate<Value>(k * (n + 1));
    conversion.to_residues(device.backend, device.upload(words), {out, n + 1, n});
    const auto residues = device.download(out, k * (n + 1));
    for (unsigned j = 0; j < k; ++j)
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(word_of_value(primes[j], residues[j * (n + 1) + i]), words[i] % primes[j]);
  }
}

TYPED_TEST(WordConversionTest, DirectResiduesAreTheWords) {
  using Value = typename TypeParam::Value;
  for (const std::uint64_t p : {std::uint64_t{998244353}, first_primes<TypeParam>(1)[0]}) {
    Device device;
    const auto conversion = WordConversionOf<TypeParam>::direct(p);
    const Words words = {0, 1, p - 1, p / 2, p / 2 + 1};
    Value* const out = device.allocate<Value>(words.size());
    conversion.to_residues(device.backend, device.upload(words), {out, 0, words.size()});
    auto* const back = device.allocate<std::uint64_t>(words.size());
    conversion.to_words(device.backend, {out, 0, words.size()}, back);
    EXPECT_EQ(device.download(back, words.size()), words);
  }
}

TEST(WordConversion, LiftsAreWordCrts) {
  std::mt19937_64 random(2);
  constexpr std::size_t n = 300;
  for (const std::uint64_t m : {std::uint64_t{2}, std::uint64_t{97}, std::uint64_t{1} << 50, transform_primes[0],
                                previous_prime(std::uint64_t{1} << 62), (std::uint64_t{1} << 63) - 1}) {
    for (unsigned k = 1; k <= 4; ++k) {
      std::vector<Words> residues(k, Words(n));
      std::vector<double> values(k * n);
      std::vector<const std::uint64_t*> rows;
      for (unsigned j = 0; j < k; ++j) {
        const std::uint64_t p = transform_primes[j];
        for (std::size_t i = 0; i < n; ++i) {
          const std::uint64_t r = residues[j][i] = i == 0 ? 0 : i == 1 ? p - 1 : i == 2 ? 1 : random() % p;
          // Any representation of at most p in size.
          values[j * n + i] = i % 2 == 0 ? static_cast<double>(r) : -static_cast<double>(p - r);
        }
        rows.push_back(residues[j].data());
      }
      Words expected(n);
      word_crt_kernel(Isa::scalar)(WordCrt(m, k), rows.data(), expected.data(), n, false);
      Device device;
      auto* const out = device.allocate<std::uint64_t>(n);
      WordConversion::lifted(m, first_primes<F50>(k)).to_words(device.backend, {device.upload(values), n, n}, out);
      ASSERT_EQ(device.download(out, n), expected) << m << ' ' << k;
    }
  }
}

TEST(WordConversion, LiftsOfWordsOf31Bits) {
  constexpr std::size_t n = 200;
  std::mt19937_64 random(4);
  for (unsigned k = 1; k <= most_lift_primes<F31>; ++k) {
    const auto primes = first_primes<F31>(k);
    Integer product = 1;
    for (const std::uint64_t p : primes) product *= Integer(p);
    std::vector<Integer> numbers = {0, 1, product - 1};
    while (numbers.size() < n)
      numbers.push_back(floor_div_rem((Integer(random()) << 100) + Integer(random()), product).second);
    std::vector<std::uint32_t> values;
    for (const std::uint64_t p : primes) {
      Words residues;
      for (const Integer& x : numbers) residues.push_back(x.view().mod(p));
      const auto of_prime = device_values<F31>(p, residues);
      values.insert(values.end(), of_prime.begin(), of_prime.end());
    }
    for (const std::uint64_t m : {std::uint64_t{2}, std::uint64_t{97}, (std::uint64_t{1} << 63) - 25}) {
      Words expected;
      for (const Integer& x : numbers) expected.push_back(x.view().mod(m));
      Device device;
      auto* const out = device.allocate<std::uint64_t>(n);
      WordConversionOf<F31>::lifted(m, primes).to_words(device.backend, {device.upload(values), n, n}, out);
      ASSERT_EQ(device.download(out, n), expected) << m << ' ' << k;
    }
  }
}

TEST(WordConversion, AProductModuloALongPrime) {
  const std::uint64_t p = previous_prime(std::uint64_t{1} << 63);
  const WordModulus m(p);
  std::mt19937_64 random(3);
  Words a(200);
  Words b(300);
  for (auto& word : a) word = p - 1 - random() % 2;
  for (auto& word : b) word = random() % p;
  Words expected(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) expected[i + j] = m.add(expected[i + j], m.mul(a[i], b[j]));

  Device device;
  const auto primes = first_primes<F50>(3);
  const TransformPlan plan = TransformPlan::for_words(expected.size());
  const std::size_t pitch = plan.words();
  const DevicePrimes tables(device.backend, device.allocate<char>(DevicePrimes::bytes(3, plan.log_length())), primes,
                            plan.log_length());
  const DeviceNtt ntt(device.backend, tables, plan);
  const auto conversion = WordConversion::lifted(p, primes);
  const DeviceResult x{device.allocate<double>(3 * pitch), pitch, a.size()};
  const DeviceResult y{device.allocate<double>(3 * pitch), pitch, b.size()};
  conversion.to_residues(device.backend, device.upload(a), x);
  conversion.to_residues(device.backend, device.upload(b), y);
  ntt.multiply({x.data, pitch, x.words}, {y.data, pitch, y.words}, x, y, {x.data, pitch, expected.size()}, 3);
  auto* const out = device.allocate<std::uint64_t>(expected.size());
  conversion.to_words(device.backend, {x.data, pitch, expected.size()}, out);
  EXPECT_EQ(device.download(out, expected.size()), expected);
}

}  // namespace
}  // namespace polyfork::detail
