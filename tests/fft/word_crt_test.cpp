// Residues modulo transform primes to residues modulo a word, under every instruction set.
#include "fft/word_crt.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "fft/word_convolution.hpp"
#include "ntt_generators.hpp"

namespace {

using polyfork::Integer;
using polyfork::Isa;
using polyfork::detail::transform_primes;
using polyfork::detail::word_crt_kernel;
using polyfork::detail::WordCrt;
using polyfork::test::one;
using polyfork::test::Random;
using polyfork::test::Residues;

std::uint64_t remainder(const Integer& x, std::uint64_t m) {
  return static_cast<std::uint64_t>(floor_div_rem(x, Integer(m)).second.to_int64());  // m < 2^63
}

/// Numbers below q_0 ... q_(k-1): both ends, both sides of the partial products and of p, random ones.
std::vector<Integer> numbers(Random& random, unsigned primes, std::uint64_t p) {
  Integer product = 1;
  std::vector<Integer> all = {0, 1, p - 1, p, Integer(p) + 1};
  for (unsigned j = 0; j < primes; ++j) {
    product *= Integer(transform_primes[j]);
    for (const int offset : {-2, -1, 0, 1}) all.push_back(product + Integer(offset));
    all.push_back(floor_div_rem(product, Integer(2)).first);
  }
  for (int i = 0; i < 60; ++i) {
    Integer x = 0;
    for (unsigned limb = 0; limb < 4; ++limb) x = (x << 64) + Integer(random.next());
    all.push_back(floor_div_rem(x, product).second);
  }
  std::erase_if(all, [&](const Integer& x) { return x >= product; });
  return all;
}

std::vector<std::uint64_t> moduli(Random& random) {
  std::vector<std::uint64_t> all = {2,
                                    3,
                                    65536,
                                    2147483647,
                                    (one << 50) - 27,
                                    one << 50,
                                    (one << 50) + 1,
                                    one << 62,
                                    9223372036854775783U,
                                    (one << 63) - 1};
  for (const std::uint64_t q : transform_primes) {
    all.push_back(q - 1);
    all.push_back(q);
    all.push_back(q + 1);
  }
  for (unsigned bits = 2; bits <= 63; ++bits) all.push_back((one << (bits - 1)) + random.below(one << (bits - 1)));
  return all;
}

TEST(WordCrtIsa, EveryLevelGivesTheNumberModuloTheWord) {
  Random random(41);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > polyfork::detected_isa()) continue;
    const auto kernel = word_crt_kernel(isa);
    for (const std::uint64_t p : moduli(random))
      for (unsigned primes = 1; primes <= 4; ++primes) {
        const std::vector<Integer> x = numbers(random, primes, p);
        std::array<Residues, 4> residues;
        std::array<const std::uint64_t*, 4> rows{};
        for (unsigned j = 0; j < primes; ++j) {
          for (const Integer& value : x) residues[j].push_back(remainder(value, transform_primes[j]));
          rows[j] = residues[j].data();
        }
        const WordCrt crt(p, primes);
        polyfork::ResidueVector out(x.size());  // aligned
        for (const bool streamed : {false, true}) {
          kernel(crt, rows.data(), out.data(), out.size(), streamed);
          for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_EQ(out[i], remainder(x[i], p))
                << isa_name(isa) << ' ' << p << ' ' << primes << ' ' << x[i].to_string();
        }
        // Any length, and over one of the operands.
        const std::size_t n = random.below(x.size() + 1);
        Residues& last = residues[primes - 1];
        const Residues before = last;
        kernel(crt, rows.data(), last.data(), n, true);
        for (std::size_t i = 0; i < x.size(); ++i)
          ASSERT_EQ(last[i], i < n ? out[i] : before[i]) << isa_name(isa) << ' ' << p << ' ' << n;
      }
  }
}

TEST(WordCrt, ThePrimesAreTheLargestOfTheirKind) {
  EXPECT_EQ(polyfork::ntt_primes(one << 50, 32, 4), Residues(transform_primes.begin(), transform_primes.end()));
}

}  // namespace
