// Device transforms against NttPlan and against products by definition, on the emulated device.
#include "gpu/transforms/device_ntt.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/fft/ntt_plan.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "device_values.hpp"
#include "fft/word_convolution.hpp"
#include "gpu/emulation/emulated_backend.hpp"
#include "gpu/integers/f31_primes.hpp"

namespace polyfork::detail {
namespace {

using Words = std::vector<std::uint64_t>;

enum class Fill { random, largest, zero, one };

Words filled(std::uint64_t p, std::size_t n, Fill fill, std::mt19937_64& random) {
  Words words(n, fill == Fill::largest ? p - 1 : fill == Fill::one ? 1 : 0);
  if (fill == Fill::random)
    for (auto& word : words) word = random() % p;
  return words;
}

/// A device with the tables of some primes, and a transform on it.
template <class Field>
class RigOf {
 public:
  using Value = typename Field::Value;
  using DeviceOperand = DeviceOperandOf<Field>;
  using DeviceResult = DeviceResultOf<Field>;

  RigOf(TransformPlan plan, std::vector<std::uint64_t> primes, std::uint64_t order = 0,
        std::size_t shared = std::size_t{227} << 10)
      : primes_(std::move(primes)),
        backend_(std::size_t{1} << 32, order, shared),
        memory_(backend_.allocate(DevicePrimesOf<Field>::bytes(primes_.size(), plan.log_length()))),
        tables_(backend_, memory_, primes_, plan.log_length()),
        ntt_(backend_, tables_, plan),
        pitch_(plan.words() + 3) {}
  ~RigOf() {
    for (void* arrays : arrays_) backend_.release(arrays);
    backend_.release(memory_);
    EXPECT_EQ(backend_.live_objects(), 0U);
    EXPECT_EQ(backend_.used_bytes(), 0U);
  }

  const DeviceNttOf<Field>& ntt() const { return ntt_; }
  std::size_t words() const { return ntt_.plan().words(); }
  unsigned batch() const { return static_cast<unsigned>(primes_.size()); }
  std::uint64_t prime(std::size_t i) const { return primes_[i]; }
  EmulatedBackend& backend() { return backend_; }

  /// Poisoned arrays of one row a prime.
  DeviceResult arrays() {
    arrays_.push_back(backend_.allocate(pitch_ * primes_.size() * sizeof(Value)));
    return {static_cast<Value*>(arrays_.back()), pitch_, words()};
  }
  DeviceOperand upload(const std::vector<Words>& rows) {
    const DeviceResult to = arrays();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto values = device_values<Field>(primes_[i], rows[i]);
      backend_.copy_up(0, to.data + i * pitch_, values.data(), values.size() * sizeof(Value));
    }
    return {to.data, pitch_, rows[0].size()};
  }
  Words download(const DeviceResult& from, std::size_t i, std::size_t n) {
    std::vector<Value> values(n);
    backend_.copy_down(2, values.data(), from.data + i * from.pitch, n * sizeof(Value));
    Words words;
    for (const Value x : values) words.push_back(word_of_value(primes_[i], x));
    return words;
  }
  std::vector<Words> operands(std::size_t n, Fill fill, std::mt19937_64& random) const {
    std::vector<Words> rows;
    for (const std::uint64_t p : primes_) rows.push_back(filled(p, n, fill, random));
    return rows;
  }

 private:
  std::vector<std::uint64_t> primes_;
  EmulatedBackend backend_;
  void* memory_;
  DevicePrimesOf<Field> tables_;
  DeviceNttOf<Field> ntt_;
  std::size_t pitch_;
  std::vector<void*> arrays_;
};

using Rig = RigOf<F50>;

std::vector<std::uint64_t> some_primes(std::size_t count) {
  return {transform_primes.begin(), transform_primes.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Forward as NttPlan, and back.
template <class Field>
void check_transforms(RigOf<Field>& rig, Fill fill, std::size_t given) {
  std::mt19937_64 random(rig.words());
  auto rows = rig.operands(given, fill, random);
  const DeviceResultOf<Field> values = rig.arrays();
  rig.ntt().forward(rig.upload(rows), values, rig.batch());
  for (unsigned i = 0; i < rig.batch(); ++i) {
    const NttPlan plan(rig.prime(i), rig.words());
    rows[i].resize(rig.words());
    Words expected = rows[i];
    plan.forward(expected);
    ASSERT_EQ(rig.download(values, i, rig.words()), expected);
  }
  DeviceResultOf<Field> back = rig.arrays();
  back.words = given;
  rig.ntt().inverse(values, back, rig.batch());
  for (unsigned i = 0; i < rig.batch(); ++i) {
    rows[i].resize(given);
    ASSERT_EQ(rig.download(back, i, given), rows[i]);
  }
}

/// Products by NttPlan, whose own tests compare it with products by definition.
Words product(std::uint64_t p, std::size_t length, Words a, Words b) {
  const NttPlan plan(p, length);
  const WordModulus m(p);
  a.resize(length);
  b.resize(length);
  plan.forward(a);
  plan.forward(b);
  for (std::size_t i = 0; i < length; ++i) a[i] = m.mul(a[i], b[i]);
  plan.inverse(a);
  return a;
}

template <class Field>
void check_products(RigOf<Field>& rig, Fill fill) {
  std::mt19937_64 random(rig.words() + 1);
  const std::size_t length_a = rig.words() / 3;
  const std::size_t length_b = rig.words() - length_a + 1;
  const auto a = rig.operands(length_a, fill, random);
  const auto b = rig.operands(length_b, fill, random);
  std::vector<Words> expected;
  for (unsigned i = 0; i < rig.batch(); ++i) expected.push_back(product(rig.prime(i), rig.words(), a[i], b[i]));
  const DeviceResultOf<Field> out = rig.arrays();
  const DeviceResultOf<Field> work_a = rig.arrays();
  const DeviceResultOf<Field> work_b = rig.arrays();
  rig.ntt().multiply(rig.upload(a), rig.upload(b), work_a, work_b, out, rig.batch());
  for (unsigned i = 0; i < rig.batch(); ++i) ASSERT_EQ(rig.download(out, i, rig.words()), expected[i]);
  // With values of the second operand, and by values throughout.
  rig.ntt().forward(rig.upload(b), work_b, rig.batch());
  const DeviceOperandOf<Field> values{work_b.data, work_b.pitch, rig.words()};
  rig.ntt().multiply_prepared(rig.upload(a), values, work_a, out, rig.batch());
  for (unsigned i = 0; i < rig.batch(); ++i) ASSERT_EQ(rig.download(out, i, rig.words()), expected[i]);
  rig.ntt().forward(rig.upload(a), work_a, rig.batch());
  rig.ntt().multiply_values(work_a, values, rig.batch());
  rig.ntt().inverse(work_a, work_a, rig.batch());
  for (unsigned i = 0; i < rig.batch(); ++i) ASSERT_EQ(rig.download(work_a, i, rig.words()), expected[i]);
}

template <class Field>
void check_square(RigOf<Field>& rig, Fill fill) {
  std::mt19937_64 random(rig.words() + 2);
  const auto a = rig.operands(rig.words() / 2, fill, random);
  const DeviceResultOf<Field> out = rig.arrays();
  rig.ntt().square(rig.upload(a), rig.arrays(), out, rig.batch());
  for (unsigned i = 0; i < rig.batch(); ++i)
    ASSERT_EQ(rig.download(out, i, rig.words()), product(rig.prime(i), rig.words(), a[i], a[i]));
}

struct Shape {
  std::vector<unsigned> logs;
  unsigned keep;
};

class DeviceNttTest : public testing::TestWithParam<Shape> {};

// Each kernel of columns and of rows, each truncation with a short and a long pass, three passes.
INSTANTIATE_TEST_SUITE_P(Shapes, DeviceNttTest,
                         testing::Values(Shape{{10}, 16}, Shape{{11}, 16}, Shape{{12}, 16}, Shape{{4, 9}, 16},
                                         Shape{{6, 9}, 16}, Shape{{7, 9}, 16}, Shape{{8, 9}, 16}, Shape{{9, 9}, 16},
                                         Shape{{5, 10}, 16}, Shape{{4, 11}, 16}, Shape{{4, 12}, 16}, Shape{{4, 9}, 9},
                                         Shape{{4, 9}, 10}, Shape{{4, 9}, 11}, Shape{{4, 9}, 12}, Shape{{4, 9}, 13},
                                         Shape{{4, 9}, 14}, Shape{{4, 9}, 15}, Shape{{5, 9}, 9}, Shape{{6, 9}, 11},
                                         Shape{{7, 10}, 13}, Shape{{8, 9}, 15}, Shape{{9, 9}, 10}));

TEST_P(DeviceNttTest, TransformsAreNttPlans) {
  const auto& [logs, keep] = GetParam();
  Rig one({logs, keep}, some_primes(1));
  check_transforms(one, Fill::random, one.words());
  check_transforms(one, Fill::largest, one.words());
  Rig three({logs, keep}, some_primes(3), 1);
  check_transforms(three, Fill::random, three.words() * 2 / 3);
}

TEST_P(DeviceNttTest, ProductsAreTheProcessors) {
  const auto& [logs, keep] = GetParam();
  Rig one({logs, keep}, some_primes(1), 2);
  check_products(one, Fill::random);
  check_square(one, Fill::largest);
}

TEST_P(DeviceNttTest, ThoseModuloPrimesBelowTwoTo31) {
  const auto& [logs, keep] = GetParam();
  const TransformPlan plan(logs, keep);
  const auto primes = f31_primes(plan.log_length());
  if (plan.log_length() > 17) GTEST_SKIP() << "the same kernels";
  RigOf<F31> rig(plan, {logs.size() == 1 ? primes.back() : primes[0]}, 3);
  check_transforms(rig, Fill::largest, rig.words());
  check_products(rig, Fill::random);
}

TEST(DeviceNtt, LongColumns) {
  for (const unsigned log : {10U, 11U, 12U}) {
    Rig rig({{log, 9}}, some_primes(1));
    check_transforms(rig, Fill::random, rig.words());
  }
}

/// Columns whose blocks work through several tiles, 1024 threads each: three blocks here, with 43, 43 and 42 of them.
TEST(DeviceNtt, TilesLoadedAhead) {
  Rig rig({{12, 9}, 11}, some_primes(1), 5);
  ASSERT_EQ(rig.ntt().plan().passes()[0].ahead, 1U);
  check_transforms(rig, Fill::largest, rig.words() / 2);
  check_square(rig, Fill::random);
  const TransformPlan plan({12, 9});
  RigOf<F31> narrow(plan, {f31_primes(plan.log_length())[0]}, 6);
  check_transforms(narrow, Fill::random, narrow.words());
}

TEST(DeviceNtt, BlocksThatLoadAhead) {
  EXPECT_EQ(blocks_ahead(1024, 1, 132), 128U);  // eight tiles each, all at once
  EXPECT_EQ(blocks_ahead(1024, 1, 108), 103U);
  EXPECT_EQ(blocks_ahead(1024, 3, 132), 128U);
  EXPECT_EQ(blocks_ahead(1024, 1000, 132), 128U);
  EXPECT_EQ(blocks_ahead(64, 1, 132), 64U);
  EXPECT_EQ(blocks_ahead(1, 1, 1), 1U);
  for (unsigned tiles = 1; tiles < 300; ++tiles)
    for (const unsigned batch : {1U, 2U, 7U, 40U, 400U}) {
      const unsigned blocks = blocks_ahead(tiles, batch, 20);
      EXPECT_TRUE(blocks >= 1 && blocks <= tiles);
    }
}

TEST(DeviceNtt, ThreePasses) {
  Rig whole({{4, 8, 9}}, some_primes(1));
  check_square(whole, Fill::random);
  Rig truncated({{4, 8, 9}, 11}, some_primes(1), 6);
  check_transforms(truncated, Fill::random, truncated.words());
}

/// The longest columns are two passes on cards whose blocks have 99 KiB of shared memory, for F50 alone.
TEST(DeviceNtt, LessSharedMemory) {
  constexpr std::size_t shared = std::size_t{99} << 10;
  const TransformPlan plan({12, 12}, 9);
  const Rig rig(plan, some_primes(1), 0, shared);
  EXPECT_EQ(rig.ntt().plan().passes().size(), 3U);
  EXPECT_EQ(rig.words(), plan.words());
  EXPECT_EQ(plan.within<F31>(shared).passes().size(), 2U);
  for (std::size_t i = 0; i < kernel_count; ++i)
    EXPECT_TRUE(kernel_infos[i].shared_bytes <= shared || TransformPlan::can_do_without(static_cast<Kernel>(i)))
        << kernel_infos[i].name;
}

TEST(DeviceNtt, ExtremeValuesAndOrdersOfThreads) {
  for (const std::uint64_t order : {0, 3, 4, 5}) {
    Rig rig({{4, 9}, order % 2 == 0 ? 16U : 11U}, some_primes(3), order);
    for (const Fill fill : {Fill::largest, Fill::zero, Fill::one}) {
      check_transforms(rig, fill, rig.words());
      check_products(rig, fill);
    }
  }
}

TEST(DeviceNtt, ProductsByDefinition) {
  const std::uint64_t p = transform_primes[1];
  const WordModulus m(p);
  Rig rig({{10}}, {p});
  std::mt19937_64 random(9);
  const auto a = rig.operands(400, Fill::random, random);
  const auto b = rig.operands(625, Fill::random, random);
  Words expected(1024);
  for (std::size_t i = 0; i < 400; ++i)
    for (std::size_t j = 0; j < 625; ++j) expected[i + j] = m.add(expected[i + j], m.mul(a[0][i], b[0][j]));
  const DeviceResult out = rig.arrays();
  rig.ntt().multiply(rig.upload(a), rig.upload(b), rig.arrays(), rig.arrays(), out, 1);
  EXPECT_EQ(rig.download(out, 0, 1024), expected);
}

TEST(DeviceNtt, SmallPrimes) {
  for (const std::uint64_t p : {std::uint64_t{12289}, std::uint64_t{998244353}, ntt_primes(1U << 30, 20, 1)[0]}) {
    ASSERT_TRUE(DevicePrimes::supports(p, 10));
    Rig rig({{10}}, {p});
    check_transforms(rig, Fill::largest, rig.words());
    check_products(rig, Fill::random);
  }
  EXPECT_FALSE(DevicePrimes::supports(7681, 10));
}

TEST(TransformPlan, LengthsAreNttPlans) {
  for (const std::size_t n :
       {std::size_t{1} << 13, (std::size_t{1} << 13) + 1, std::size_t{100000}, std::size_t{1} << 17,
        (std::size_t{1} << 24) - 1, (std::size_t{1} << 24) + 1, std::size_t{200000000}, std::size_t{1} << 28}) {
    EXPECT_EQ(TransformPlan::for_words(n).words(), NttPlan::padded_length(n));
    EXPECT_LE(TransformPlan::for_words(n).passes().size(), n <= std::size_t{1} << 24 ? 2U : 3U);
  }
  EXPECT_EQ(TransformPlan::for_words(1).words(), 1024U);
  EXPECT_EQ(TransformPlan::for_words(5000).words(), 8192U);
}

}  // namespace
}  // namespace polyfork::detail
