// The bounds on what GMP allocates, against the bytes that it asks for.
#include "poly/rows/gmp_scratch.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <gmp.h>
#include <gtest/gtest.h>

#include "random.hpp"

namespace polyfork::test {
namespace {

/// Counts what GMP allocates in its scope. Blocks pass between this and GMP's own functions, hence malloc.
class CountedAllocations {
 public:
  CountedAllocations() {
    mp_get_memory_functions(&allocate_, &reallocate_, &free_);
    now_ = peak_ = 0;
    mp_set_memory_functions(
        [](std::size_t n) {
          add(static_cast<long>(n));
          return std::malloc(n);
        },
        [](void* p, std::size_t old_size, std::size_t n) {
          add(static_cast<long>(n) - static_cast<long>(old_size));
          return std::realloc(p, n);
        },
        [](void* p, std::size_t n) {
          add(-static_cast<long>(n));
          std::free(p);
        });
  }
  ~CountedAllocations() { mp_set_memory_functions(allocate_, reallocate_, free_); }
  CountedAllocations(const CountedAllocations&) = delete;
  CountedAllocations& operator=(const CountedAllocations&) = delete;

  /// Most limbs that were held at the same time.
  static std::size_t peak_limbs() {
    return (static_cast<std::size_t>(peak_) + sizeof(mp_limb_t) - 1) / sizeof(mp_limb_t);
  }

 private:
  static void add(long bytes) {
    now_ += bytes;
    peak_ = std::max(peak_, now_);
  }
  static inline long now_ = 0;
  static inline long peak_ = 0;
  void* (*allocate_)(std::size_t) = nullptr;
  void* (*reallocate_)(void*, std::size_t, std::size_t) = nullptr;
  void (*free_)(void*, std::size_t) = nullptr;
};

std::vector<mp_limb_t> limbs(Random& random, std::size_t n) {
  std::vector<mp_limb_t> v(n);
  for (mp_limb_t& x : v) x = random() | 1;
  return v;
}

/// Sizes over all of GMP's ranges, denser where the first transforms begin.
std::vector<std::size_t> sizes() {
  std::vector<std::size_t> all;
  for (double n = 2; n < 40000; n *= n < 2000 || n > 20000 ? 1.3 : 1.06) all.push_back(static_cast<std::size_t>(n));
  all.insert(all.end(), {49980, 76544, 77339});  // the worst of a dense scan
  return all;
}

TEST(GmpScratch, BoundsProducts) {
  Random random(7);
  const auto a = limbs(random, 80000);
  const auto b = limbs(random, 80000);
  std::vector<mp_limb_t> product(160000);
  double worst = 0;
  for (const std::size_t na : sizes())
    for (const double share : {1.0, 0.9, 0.7, 0.5, 0.25, 0.15, 0.1, 0.01}) {
      const std::size_t nb = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(na) * share));
      {
        const CountedAllocations count;
        mpn_mul(product.data(), a.data(), static_cast<mp_size_t>(na), b.data(), static_cast<mp_size_t>(nb));
        EXPECT_LE(count.peak_limbs(), detail::gmp_mul_scratch_limbs(na, nb)) << na << " x " << nb;
        worst = std::max(worst, static_cast<double>(count.peak_limbs()) / static_cast<double>(na + nb));
      }
      if (na == nb) {
        const CountedAllocations count;
        mpn_sqr(product.data(), a.data(), static_cast<mp_size_t>(na));
        EXPECT_LE(count.peak_limbs(), detail::gmp_mul_scratch_limbs(na, na)) << na << " squared";
      }
    }
  EXPECT_GT(worst, 1.0);  // something was counted: the bound is no idle claim
}

TEST(GmpScratch, BoundsDivisions) {
  Random random(8);
  const auto a = limbs(random, 80000);
  auto b = limbs(random, 80000);
  std::vector<mp_limb_t> quotient(80001);
  std::vector<mp_limb_t> remainder(80000);
  double worst = 0;
  for (const std::size_t na : sizes())
    for (const double share : {0.99, 0.75, 0.6, 0.5, 0.45, 0.33, 0.15, 0.03}) {
      const std::size_t nb = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(na) * share));
      const mp_limb_t top = std::exchange(b[nb - 1], 1);  // not normalised: GMP shifts copies of both
      const CountedAllocations count;
      mpn_tdiv_qr(quotient.data(), remainder.data(), 0, a.data(), static_cast<mp_size_t>(na), b.data(),
                  static_cast<mp_size_t>(nb));
      b[nb - 1] = top;
      EXPECT_LE(count.peak_limbs(), detail::gmp_div_scratch_limbs(na)) << na << " / " << nb;
      worst = std::max(worst, static_cast<double>(count.peak_limbs()) / static_cast<double>(na));
    }
  EXPECT_GT(worst, 2.0);
}

}  // namespace
}  // namespace polyfork::test
