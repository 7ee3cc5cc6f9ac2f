// The descending primes below 2^62, 2^50 and 2^31: tables of the first ones (a search costs some ten microseconds per
// prime, more than a small gcd), then previous_prime. tests/poly/gcd/gcd_test.cpp compares the tables with
// primes_below.
#include "poly/images/gcd_primes.hpp"

#include <algorithm>
#include <array>

#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// 2^62 - p.
constexpr std::array<std::uint16_t, 512> offsets = {
    57,    87,    117,   143,   153,   167,   171,   195,   203,   273,   287,   317,   443,   483,   495,   575,
    581,   603,   633,   663,   765,   773,   777,   791,   813,   831,   923,   981,   993,   1001,  1007,  1017,
    1197,  1241,  1293,  1353,  1433,  1515,  1553,  1575,  1581,  1595,  1617,  1673,  1697,  1701,  1703,  1823,
    1881,  1911,  1923,  2043,  2073,  2103,  2141,  2187,  2217,  2247,  2285,  2351,  2367,  2375,  2397,  2421,
    2511,  2541,  2583,  2661,  2675,  2753,  2777,  2793,  2861,  2891,  2927,  3023,  3041,  3221,  3251,  3255,
    3257,  3263,  3317,  3377,  3521,  3537,  3545,  3551,  3563,  3671,  3705,  3767,  3797,  3803,  3873,  3933,
    4163,  4247,  4275,  4301,  4377,  4403,  4485,  4557,  4595,  4641,  4661,  4707,  4781,  4815,  4821,  4857,
    4881,  4917,  4941,  4971,  4991,  4997,  5003,  5055,  5103,  5133,  5153,  5265,  5355,  5393,  5445,  5465,
    5475,  5483,  5547,  5571,  5637,  5645,  5693,  5771,  5805,  5817,  5883,  5885,  5915,  5927,  5943,  5991,
    6027,  6035,  6057,  6063,  6077,  6123,  6135,  6147,  6225,  6237,  6273,  6281,  6323,  6327,  6333,  6411,
    6425,  6525,  6573,  6597,  6617,  6627,  6665,  6827,  6905,  7007,  7043,  7071,  7113,  7283,  7335,  7371,
    7395,  7415,  7521,  7535,  7541,  7547,  7601,  7637,  7707,  7757,  7815,  7821,  7841,  7845,  7911,  8015,
    8115,  8121,  8135,  8151,  8183,  8231,  8253,  8261,  8321,  8325,  8351,  8373,  8393,  8457,  8567,  8585,
    8601,  8613,  8631,  8645,  8687,  8703,  8763,  8823,  8847,  8871,  8895,  8907,  8975,  8997,  9005,  9033,
    9063,  9095,  9287,  9347,  9435,  9513,  9593,  9731,  9753,  9777,  9791,  9821,  9855,  9905,  9977,  10023,
    10163, 10197, 10227, 10233, 10251, 10323, 10361, 10373, 10425, 10431, 10433, 10457, 10503, 10523, 10565, 10613,
    10635, 10643, 10683, 10691, 10785, 10797, 10811, 10863, 10865, 10887, 10985, 11031, 11121, 11123, 11187, 11207,
    11217, 11255, 11271, 11273, 11307, 11343, 11363, 11423, 11451, 11453, 11493, 11585, 11657, 11661, 11667, 11733,
    11817, 11823, 11891, 11901, 11915, 11943, 12045, 12053, 12087, 12113, 12123, 12153, 12161, 12173, 12183, 12257,
    12327, 12371, 12425, 12461, 12515, 12531, 12543, 12623, 12645, 12651, 12717, 12741, 12785, 12825, 12915, 12917,
    12923, 12963, 13013, 13125, 13187, 13217, 13263, 13335, 13337, 13467, 13487, 13593, 13631, 13643, 13707, 13755,
    13793, 13811, 13845, 13847, 13877, 13925, 13995, 14097, 14103, 14141, 14177, 14201, 14247, 14283, 14325, 14391,
    14405, 14505, 14591, 14625, 14657, 14763, 14787, 14793, 14817, 14873, 14913, 14955, 15015, 15027, 15053, 15273,
    15363, 15401, 15417, 15441, 15485, 15491, 15611, 15615, 15647, 15683, 15717, 15731, 15743, 15785, 15795, 15863,
    15867, 15875, 15885, 15905, 15911, 16037, 16071, 16115, 16151, 16157, 16211, 16245, 16247, 16437, 16457, 16487,
    16551, 16563, 16607, 16751, 16763, 16841, 16883, 17037, 17045, 17111, 17181, 17187, 17193, 17345, 17403, 17405,
    17517, 17535, 17537, 17561, 17597, 17621, 17687, 17733, 17741, 17751, 17765, 17787, 17855, 17867, 17915, 17933,
    17963, 17997, 18027, 18065, 18083, 18117, 18147, 18171, 18185, 18261, 18293, 18315, 18317, 18353, 18377, 18381,
    18411, 18485, 18507, 18545, 18621, 18623, 18663, 18695, 18753, 18791, 18881, 18993, 19157, 19167, 19245, 19293,
    19305, 19367, 19475, 19515, 19553, 19571, 19641, 19671, 19703, 19745, 19757, 19827, 19857, 19923, 19955, 20007,
    20025, 20033, 20117, 20313, 20315, 20397, 20445, 20543, 20597, 20615, 20637, 20663, 20763, 20831, 20837, 20847,
    20853, 20877, 20931, 20975, 21015, 21041, 21065, 21071, 21107, 21141, 21143, 21231, 21237, 21393, 21455, 21471,
};

constexpr std::uint64_t tabulated_prime(std::size_t i) noexcept { return (std::uint64_t{1} << 62) - offsets[i]; }

constexpr std::array<std::uint64_t, GcdPrimes::tabulated_inverses> inverses_of_lower_products() noexcept {
  std::array<std::uint64_t, GcdPrimes::tabulated_inverses> inverses{};
  for (std::size_t i = 0; i < inverses.size(); ++i) {
    const WordModulus m(tabulated_prime(i));
    std::uint64_t product = 1;
    for (std::size_t j = 0; j < i; ++j) product = m.mul(product, m.reduce(tabulated_prime(j)));
    inverses[i] = m.inverse(product);
  }
  return inverses;
}

constexpr auto lower_inverses = inverses_of_lower_products();

/// 2^50 - p.
constexpr std::array<std::uint16_t, 32> lane_offsets = {
    27,  35,  51,  71,  113, 117, 131, 161, 195, 233, 267, 341, 351, 377, 423, 447,
    545, 591, 603, 611, 651, 653, 665, 675, 681, 707, 723, 741, 765, 813, 821, 873,
};

/// 2^31 - p.
constexpr std::array<std::uint16_t, 16> narrow_offsets = {
    1, 19, 61, 69, 85, 99, 105, 151, 159, 171, 225, 249, 295, 325, 379, 399,
};

}  // namespace

std::uint64_t NarrowPrimes::next() {
  last_ = index_ < narrow_offsets.size() ? (std::uint64_t{1} << 31) - narrow_offsets[index_] : previous_prime(last_);
  ++index_;
  return last_;
}

std::uint64_t LanePrimes::next() {
  last_ = index_ < lane_offsets.size() ? (std::uint64_t{1} << 50) - lane_offsets[index_] : previous_prime(last_);
  ++index_;
  return last_;
}

std::uint64_t GcdPrimes::next() {
  last_ = index_ < offsets.size() ? tabulated_prime(index_) : previous_prime(last_);
  ++index_;
  return last_;
}

std::uint64_t GcdPrimes::inverse_of_lower_product(std::size_t i) noexcept { return lower_inverses[i]; }

std::size_t residues_grain(const IntegerVector& a) noexcept {
  constexpr std::size_t grain_limbs = 1 << 14;
  std::size_t widest = 1;
  for (std::size_t s = 0; s < a.stripes(); ++s) widest = std::max(widest, a.stride(s));
  return std::max<std::size_t>(1, grain_limbs / (widest + 3));
}

void residues(const IntegerVector& a, std::uint64_t p, std::span<std::uint64_t> out, const ExecutionContext& ctx) {
  parallel_for(ctx, a.size(), residues_grain(a), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i) out[i] = a[i].mod(p);
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
