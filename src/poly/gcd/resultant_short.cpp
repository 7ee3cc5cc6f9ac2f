// As in resultant_images.cpp, images modulo as many word primes as Hadamard's bound asks for, but nothing is allocated:
// residues and images are words on the stack, and Garner's algorithm joins the images with inverses that are constants
// of the sequence of primes. Contents stay where they are. For degrees d and bits b: d b / 30 images of d^2 products
// and as many steps of Garner's, whose square is small beside that. Literature: docs/reference/bibliography.md,
// [collins71]; Knuth, The Art of Computer Programming, volume 2, section 4.3.2.
#include "poly/gcd/resultant_short.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "poly/images/garner_rows.hpp"
#include "poly/residues/short_euclid.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using NormPair = unsigned __int128;

/// 16 log2 of x, which is not zero, rounded up.
std::size_t sixteenths_of_bits(NormPair x) noexcept {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  const std::size_t bits = static_cast<std::size_t>(high != 0 ? 128 - std::countl_zero(high)
                                                              : std::bit_width(static_cast<std::uint64_t>(x)));
  // The mantissa in [2^31, 2^32], rounded up, is squared four times; each square beyond 2^63 counts.
  std::uint64_t mantissa =
      bits > 32 ? static_cast<std::uint64_t>(x >> (bits - 32)) + 1 : static_cast<std::uint64_t>(x) << (32 - bits);
  std::size_t log = bits - 1;
  for (int i = 0; i < 4; ++i) {
    const NormPair square = NormPair{mantissa} * mantissa;
    const bool two = square >> 63 != 0;
    log = 2 * log + (two ? 1 : 0);
    mantissa = static_cast<std::uint64_t>(square >> (two ? 32 : 31)) + 1;
  }
  return log + 1;
}

/// 16 log2 of the sum of the squares, rounded up, plus a little.
std::size_t norm_bits(const IntegerVector& a) noexcept {
  std::size_t most = 0;
  for (const IntegerView x : a) most = std::max(most, x.bit_length());
  const std::size_t cut = most > 32 ? most - 32 : 0;
  NormPair sum = 0;
  for (const IntegerView x : a) {
    if (x.bit_length() <= cut) {
      if (!x.is_zero()) sum += 1;
      continue;
    }
    const std::span<const mp_limb_t> limbs = x.limbs();
    const std::size_t i = cut / 64;
    mp_limb_t top = limbs[i] >> (cut % 64);
    if (cut % 64 != 0 && i + 1 < limbs.size()) top |= limbs[i + 1] << (64 - cut % 64);
    sum += NormPair{top + 1} * (top + 1);  // at most 33 bits each
  }
  return sixteenths_of_bits(sum) + 32 * cut;
}

}  // namespace

std::size_t short_resultant_images(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const std::size_t na = a.size();
  const std::size_t nb = b.size();
  if (std::min(na, nb) < 2 || std::max(na, nb) > most_short_residues || !ctx.tuning().empty()) return 0;
  if (read_rows(a).stride == 0 || read_rows(b).stride == 0) return 0;
  // |Res(a, b)| <= |a|^deg(b) |b|^deg(a), and one bit for the sign.
  const std::size_t bits = ((nb - 1) * norm_bits(a) + (na - 1) * norm_bits(b)) / 32 + 2;
  const std::size_t count = bits / 61 + 1;                     // the primes have more than 61 bits
  constexpr std::size_t worth_threads = std::size_t{1} << 15;  // products
  if (count > GarnerRows::most_primes || (ctx.threads() > 1 && count * na * nb > worth_threads)) return 0;
  return count;
}

bool resultant_short(Integer& value, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const std::size_t count = short_resultant_images(a, b, ctx);
  if (count == 0) return false;
  std::uint64_t residues_a[most_short_residues];
  std::uint64_t residues_b[most_short_residues];
  mp_limb_t row[GarnerRows::most_primes];
  GarnerRows sum(row, 1, count);
  GcdPrimes primes;
  for (std::size_t i = 0; i < count; ++i) {
    if (ctx.stop_requested()) ctx.poll();
    const WordModulus m(primes.next());
    if (!residues_of_rows(residues_a, read_rows(a), m) || !residues_of_rows(residues_b, read_rows(b), m)) return false;
    const std::uint64_t image = short_resultant({residues_a, a.size()}, {residues_b, b.size()}, m);
    sum.add(&image, m);
  }
  ctx.charge(count * a.size() * b.size());
  value = IntegerView(row, sum.finish(0));
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
