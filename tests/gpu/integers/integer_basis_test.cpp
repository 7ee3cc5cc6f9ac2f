// Conversions of integers on the emulated device against those of CrtBasis.
#include "gpu/integers/integer_basis.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/primes.hpp>

#include "gpu/emulation/emulated_backend.hpp"
#include "gpu/integers/f31_primes.hpp"
#include "gpu/transforms/device_factors.hpp"
#include "gpu/transforms/with_field.hpp"

namespace polyfork::detail {
namespace {

/// Memory of a device that a scope owns.
template <class T>
class Buffer {
 public:
  Buffer(DeviceBackend& backend, std::size_t count)
      : backend_(backend), data_(static_cast<T*>(backend.allocate(count * sizeof(T)))) {}
  Buffer(DeviceBackend& backend, const std::vector<T>& values) : Buffer(backend, values.size()) {
    backend.copy_up(0, data_, values.data(), values.size() * sizeof(T));
  }
  ~Buffer() { backend_.release(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* get() const { return data_; }
  std::vector<T> download(std::size_t count) const {
    std::vector<T> values(count);
    backend_.copy_down(2, values.data(), data_, count * sizeof(T));
    return values;
  }

 private:
  DeviceBackend& backend_;
  T* data_;
};

template <class Field>
std::vector<std::uint64_t> primes_of(std::size_t count) {
  if (field_of<Field> == ResidueField::f50) return ntt_primes(std::uint64_t{1} << 50, 32, count);
  // Primes from both ends of the range.
  const auto all = f31_primes(20);
  std::vector<std::uint64_t> primes(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
  primes.back() = all.back();
  return primes;
}

Integer random_integer(std::size_t bits, std::mt19937_64& random) {
  Integer x = 0;
  for (std::size_t i = 0; i < bits; i += 32) x = (x << 32) + Integer(random() & 0xFFFFFFFF);
  x = x >> (bits % 32 == 0 ? 0 : 32 - bits % 32);
  return random() % 2 == 0 ? x : -x;
}

class IntegerBasisTest : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Primes, IntegerBasisTest,
                         testing::Values(1, 2, 3, 4, 5, 8, 9, 16, 17, 21, 33, 81, 82, 127, 128, 150));

std::vector<std::vector<std::uint64_t>> residues_by_processor(const CrtBasis& basis, const IntegerVector& values) {
  std::vector<std::vector<std::uint64_t>> rows(basis.size(), std::vector<std::uint64_t>(values.size()));
  std::vector<std::span<std::uint64_t>> spans(rows.begin(), rows.end());
  basis.to_residues(values, spans);
  return rows;
}

template <class Field>
void check_to_residues(std::size_t primes, const IntegerVector& values) {
  const auto list = primes_of<Field>(primes);
  const auto expected = residues_by_processor(CrtBasis(list), values);
  EmulatedBackend backend;
  {
    IntegerBasisOf<Field> basis(list, values.max_limbs());
    const Buffer<char> memory(backend, basis.device_bytes());
    basis.upload(backend, memory.get());
    // The stripes one after another, with a table and, where they are alike, without.
    std::vector<std::uint64_t> limbs;
    std::vector<IntegerStripe> stripes;
    bool alike = true;
    for (std::size_t s = 0; s < values.stripes(); ++s) {
      const std::size_t rows = std::min<std::size_t>(64, values.size() - 64 * s);
      stripes.push_back({limbs.size(), values.stride(s)});
      alike = alike && values.stride(s) == values.stride(0);
      const mp_limb_t* const row = values.row(64 * s);
      limbs.insert(limbs.end(), row, row + rows * values.stride(s));
    }
    limbs.push_back(0);  // never empty
    const Buffer<std::uint64_t> device_limbs(backend, limbs);
    const Buffer<IntegerStripe> device_stripes(backend, stripes);
    const Buffer<std::int32_t> sizes(backend, {values.signed_sizes().begin(), values.signed_sizes().end()});
    const std::size_t pitch = values.size() + 1;
    for (const bool table : {true, false}) {
      if (!table && !alike) continue;
      const Buffer<typename Field::Value> out(backend, pitch * primes);
      basis.to_residues(
          backend,
          {device_limbs.get(), table ? device_stripes.get() : nullptr, values.stride(0), sizes.get(), values.size()},
          {out.get(), pitch, values.size()});
      const auto result = out.download(pitch * primes);
      for (std::size_t j = 0; j < primes; ++j)
        for (std::size_t i = 0; i < values.size(); ++i)
          ASSERT_EQ(result[j * pitch + i], device_value<Field>(WordModulus(list[j]), expected[j][i])) << i;
    }
  }
  EXPECT_EQ(backend.live_objects(), 0U);
}

TEST_P(IntegerBasisTest, ResiduesAreCrtBasiss) {
  std::mt19937_64 random(GetParam());
  IntegerVectorBuilder uneven;
  for (std::size_t i = 0; i < 200; ++i) uneven.push_back(random_integer(1 + random() % (i < 64 ? 40 : 700), random));
  const IntegerVector rows = std::move(uneven).finish();
  check_to_residues<F50>(GetParam(), rows);
  check_to_residues<F31>(GetParam(), rows);
  IntegerVector alike(130, 3);
  for (std::size_t i = 0; i < alike.size(); ++i) alike.assign(i, random_integer(random() % 193, random).view());
  check_to_residues<F50>(GetParam(), alike);
  check_to_residues<F31>(GetParam(), alike);
}

TEST(IntegerBasis, ResiduesModuloAPartOfThePrimes) {
  const auto list = primes_of<F50>(20);
  const IntegerVector values = {5, -7, Integer(1) << 200, -(Integer(1) << 150)};
  const auto expected = residues_by_processor(CrtBasis(list), values);
  EmulatedBackend backend;
  IntegerBasis basis(list, values.max_limbs());
  const Buffer<char> memory(backend, basis.device_bytes());
  basis.upload(backend, memory.get());
  const Buffer<std::uint64_t> limbs(backend, {values.row(0), values.row(0) + 4 * values.stride(0)});
  const Buffer<std::int32_t> sizes(backend, {values.signed_sizes().begin(), values.signed_sizes().end()});
  for (const std::size_t first : {8, 16}) {
    const std::size_t count = std::min<std::size_t>(8, list.size() - first);
    const Buffer<double> out(backend, 4 * count);
    basis.to_residues(backend, {limbs.get(), nullptr, values.stride(0), sizes.get(), 4}, first, count,
                      {out.get(), 4, 4});
    const auto result = out.download(4 * count);
    for (std::size_t j = 0; j < count; ++j)
      for (std::size_t i = 0; i < 4; ++i)
        ASSERT_EQ(result[4 * j + i], device_value<F50>(WordModulus(list[first + j]), expected[first + j][i]));
  }
}

TEST(IntegerBasis, ResiduesOfExtremeIntegers) {
  for (const std::size_t limbs : {16, 17, 40, 64, 65, 129, 200}) {
    const Integer largest = (Integer(1) << 64 * limbs) - 1;
    const IntegerVector values = {0, 1, -1, largest, -largest, Integer(1) << 64, -(Integer(1) << (64 * limbs - 1))};
    for (const std::size_t primes : {3, 8, 19}) {
      check_to_residues<F50>(primes, values);
      check_to_residues<F31>(primes, values);
    }
  }
}

TEST(IntegerBasis, RowsOfAllLengthsInOneTile) {
  std::mt19937_64 random(9);
  for (const std::size_t rows : {1, 127, 128, 129, 260}) {
    IntegerVector values(rows, 70);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t used = random() % 71;
      for (std::size_t l = 0; l < used; ++l) values.row(i)[l] = random() | 1;
      values.set_signed_size(i, (random() & 1) != 0 ? -static_cast<int>(used) : static_cast<int>(used));
    }
    check_to_residues<F50>(35, values);
    check_to_residues<F31>(35, values);
  }
}

template <class Field>
void check_from_residues(std::size_t primes) {
  using Value = typename Field::Value;
  const auto list = primes_of<Field>(primes);
  const CrtBasis reference(list);
  const Integer half = (reference.product() - 1) >> 1;
  std::mt19937_64 random(primes);
  std::vector<Integer> numbers = {0, 1, -1, half, -half, half - 1, 1 - half, half >> 1, -(half >> 1)};
  const std::size_t bits = half.bit_length() - 1;
  for (int i = 0; i < 120; ++i) numbers.push_back(random_integer(1 + random() % bits, random));
  for (std::size_t b = 1; b < bits; b += 7) {
    numbers.push_back(Integer(1) << b);
    numbers.push_back(-(Integer(1) << b));
    numbers.push_back(half - (Integer(1) << b));
    numbers.push_back((Integer(1) << b) - half);
  }
  const IntegerVector values{std::span<const Integer>(numbers)};
  const std::size_t n = values.size();
  const std::size_t pitch = n + 2;
  const auto rows = residues_by_processor(reference, values);
  std::vector<Value> residues(pitch * primes);
  for (std::size_t j = 0; j < primes; ++j)
    for (std::size_t i = 0; i < n; ++i) residues[j * pitch + i] = device_value<Field>(WordModulus(list[j]), rows[j][i]);

  EmulatedBackend backend;
  IntegerBasisOf<Field> basis(list, 1);
  const Buffer<char> memory(backend, basis.device_bytes());
  basis.upload(backend, memory.get());
  ASSERT_EQ(basis.limbs(), reference.product().view().limbs().size());
  const Buffer<Value> device_residues(backend, residues);
  const Buffer<std::uint64_t> limbs(backend, n * basis.limbs());
  const Buffer<std::int32_t> sizes(backend, n);
  basis.from_residues(backend, {device_residues.get(), pitch, n}, limbs.get(), sizes.get());

  IntegerVector result(n, basis.limbs());
  const auto all = limbs.download(n * basis.limbs());
  const auto all_sizes = sizes.download(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(i * basis.limbs()), basis.limbs(), result.row(i));
    result.set_signed_size(i, all_sizes[i]);
  }
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(Integer(result[i]), numbers[i]) << i;
  EXPECT_EQ(result, values);
}

TEST_P(IntegerBasisTest, IntegersAreFoundAgain) {
  check_from_residues<F50>(GetParam());
  check_from_residues<F31>(GetParam());
}

}  // namespace
}  // namespace polyfork::detail
