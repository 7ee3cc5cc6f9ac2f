// Seeded integers for tests, biased towards the values at which carries, borrows and sizes change.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

#include "random.hpp"

namespace polyfork::test {

/// Draws 0, +-1, powers of two and their neighbours, all-ones, long runs of equal bits, and uniform numbers.
class IntegerGenerator {
 public:
  /// Different streams are independent; the seed is that of random.hpp.
  explicit IntegerGenerator(std::uint64_t stream) : random_(stream) {}

  Random& random() noexcept { return random_; }
  /// At most `limbs` limbs, of either sign.
  Integer draw(std::size_t limbs);
  Integer nonzero(std::size_t limbs);
  /// 0, +-1, or a power of two at the end of a machine's word, one more or one less, of either sign: 2^63 - 1, -2^63,
  /// 2^64 - 1, ...
  Integer edge();
  /// Uniform in [0, 2^bits).
  Integer uniform(std::size_t bits);
  /// Elements of 0 to `limbs` limbs; whole stripes of short ones among them.
  IntegerVector vector(std::size_t size, std::size_t limbs);
  /// In lowest terms; a third are dyadic.
  Rational rational(std::size_t limbs);

 private:
  Integer runs(std::size_t bits);
  Random random_;
};

}  // namespace polyfork::test
