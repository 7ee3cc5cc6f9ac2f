// Random polynomials from a portable generator: the same on every machine and with every standard library.
//
// The generator is xoshiro256** (Blackman, Vigna 2018), its state the first four outputs of SplitMix64 started at the
// seed. Coefficients are drawn from x^0 up: ceil(bits/64) words, least significant first, the surplus high bits of
// the last one cleared; then one word whose highest bit is the sign. Afterwards the constant coefficient is made odd
// (its magnitude, by setting the lowest bit) and a leading coefficient zero becomes 1.

#include <array>
#include <bit>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/families/families_generators.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

class Xoshiro256 {
 public:
  explicit Xoshiro256(std::uint64_t seed) noexcept {
    for (std::uint64_t& word : state_) {
      seed += 0x9E3779B97F4A7C15;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
      word = z ^ (z >> 31);
    }
  }
  std::uint64_t operator()() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace

PolyZ make_random(std::size_t n, const FamilyOptions& options, const ExecutionContext& ctx) {
  if (options.bits == 0) throw DomainError("random coefficients need at least one bit");
  if (options.bits > (std::size_t{1} << 36)) throw DomainError("the random coefficients have too many bits");
  const std::size_t limbs = limbs_for_bits(options.bits);
  if (limbs > SIZE_MAX / 16 / (n + 64)) throw DomainError("the random polynomial is too large");
  const MemoryReservation reservation(ctx.memory(), vector_bytes(n + 1, limbs * (n + 64)));
  IntegerVector c(n + 1, limbs);
  Xoshiro256 next(options.seed);
  for (std::size_t i = 0; i <= n; ++i) {
    if (i % 64 == 0) ctx.poll();
    mp_limb_t* const row = c.row(i);
    for (std::size_t j = 0; j < limbs; ++j) row[j] = next();
    if (options.bits % 64 != 0) row[limbs - 1] &= (mp_limb_t{1} << (options.bits % 64)) - 1;
    const bool negative = (next() >> 63) != 0;
    if (i == 0) row[0] |= 1;
    std::size_t size = strip(row, limbs);
    if (i == n && size == 0) {
      row[0] = 1;
      size = 1;
    }
    c.set_signed_size(i, signed_size(size, negative));
  }
  return PolyZ(std::move(c));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
