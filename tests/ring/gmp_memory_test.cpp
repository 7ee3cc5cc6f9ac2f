// The bounds on GMP's memory are measured again with counting allocation functions.
#include "ring/gmp_memory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <gmp.h>

namespace polyfork::detail {
namespace {

std::size_t in_use = 0;
std::size_t peak = 0;

void grow(std::size_t bytes) {
  in_use += bytes;
  peak = in_use > peak ? in_use : peak;
}
void* counting_allocate(std::size_t bytes) {
  grow(bytes);
  return std::malloc(bytes);
}
void* counting_reallocate(void* p, std::size_t old_bytes, std::size_t bytes) {
  grow(bytes);  // both may exist for a moment
  in_use -= old_bytes;
  return std::realloc(p, bytes);
}
void counting_free(void* p, std::size_t bytes) {
  in_use -= bytes;
  std::free(p);
}

/// Installs the counting functions; they take blocks of the default ones over, which use malloc, too.
class GmpMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    mp_get_memory_functions(&allocate_, &reallocate_, &free_);
    in_use = std::size_t{1} << 40;  // blocks from before may be freed
    mp_set_memory_functions(counting_allocate, counting_reallocate, counting_free);
    gmp_randinit_default(random_);
  }
  void TearDown() override {
    gmp_randclear(random_);
    mp_set_memory_functions(allocate_, reallocate_, free_);
  }

  /// Largest growth of what GMP holds while f(result) runs, result included.
  template <class F>
  std::size_t bytes_of(const F& f) {
    const std::size_t before = in_use;
    peak = before;
    mpz_t result;
    mpz_init(result);
    f(result);
    mpz_clear(result);
    return peak - before;
  }

  gmp_randstate_t random_;

 private:
  void* (*allocate_)(std::size_t) = nullptr;
  void* (*reallocate_)(void*, std::size_t, std::size_t) = nullptr;
  void (*free_)(void*, std::size_t) = nullptr;
};

TEST_F(GmpMemory, StaysBelowTheBounds) {
  for (const std::size_t n : {1, 30, 1365, 5461, 21845, 100000, 174762, 300000}) {
    mpz_t a;
    mpz_t b;
    mpz_t product;
    mpz_inits(a, b, product, nullptr);
    mpz_urandomb(a, random_, n * 64);
    mpz_urandomb(b, random_, n * 64);
    mpz_mul(product, a, b);
    EXPECT_LE(bytes_of([&](mpz_ptr r) { mpz_mul(r, a, b); }), gmp_mul_bytes(2 * n)) << n;
    EXPECT_LE(bytes_of([&](mpz_ptr r) { mpz_mul(r, a, a); }), gmp_mul_bytes(2 * n)) << n;
    EXPECT_LE(bytes_of([&](mpz_ptr r) { mpz_fdiv_q(r, product, a); }), gmp_div_bytes(2 * n)) << n;
    EXPECT_LE(bytes_of([&](mpz_ptr r) { mpz_divexact(r, product, a); }), gmp_div_bytes(2 * n)) << n;
    EXPECT_LE(bytes_of([&](mpz_ptr r) { mpz_mod(r, product, a); }), gmp_div_bytes(2 * n)) << n;
    if (n <= 100000) {
      EXPECT_LE(bytes_of([&](mpz_ptr r) { mpz_gcd(r, a, b); }), gmp_gcd_bytes(n)) << n;
    }
    std::string text(mpz_sizeinbase(a, 10) + 2, '\0');
    EXPECT_LE(bytes_of([&](mpz_ptr) { mpz_get_str(text.data(), 10, a); }) + text.size(), gmp_to_text_bytes(n)) << n;
    EXPECT_LE(bytes_of([&](mpz_ptr r) { mpz_set_str(r, text.c_str(), 10); }), gmp_from_text_bytes(n)) << n;
    mpz_clears(a, b, product, nullptr);
  }
}

TEST(GmpMemoryDigits, LimbsOfDigits) {
  for (std::size_t digits = 1; digits < 5000; ++digits) {
    mpz_t ten;
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, digits);
    EXPECT_GE(limbs_of_digits(digits), (mpz_sizeinbase(ten, 2) - 1) / 64 + 1) << digits;
    mpz_clear(ten);
  }
}

}  // namespace
}  // namespace polyfork::detail
