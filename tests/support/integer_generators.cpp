#include "integer_generators.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace polyfork::test {

Integer IntegerGenerator::uniform(std::size_t bits) {
  Integer r;
  for (std::size_t done = 0; done < bits; done += 64) {
    const std::size_t width = std::min<std::size_t>(64, bits - done);
    r <<= width;
    r += Integer(random_.next() >> (64 - width));
  }
  return r;
}

Integer IntegerGenerator::runs(std::size_t bits) {
  Integer r;
  bool one = true;
  while (bits != 0) {
    const std::size_t length = std::min<std::size_t>(bits, 1 + random_.below(100));
    r <<= length;
    if (one) r += (Integer(1) << length) - 1;
    one = !one;
    bits -= length;
  }
  return r;
}

Integer IntegerGenerator::edge() {
  constexpr std::size_t powers[] = {31, 32, 61, 62, 63, 63, 64, 64, 127, 128};
  Integer r = random_.below(2);
  if (random_.below(3) != 0) {
    r = Integer(1) << powers[random_.below(std::size(powers))];
    r += Integer(static_cast<std::int64_t>(random_.below(3)) - 1);
  }
  if ((random_.next() & 1) != 0) r.negate();
  return r;
}

Integer IntegerGenerator::draw(std::size_t limbs) {
  const std::size_t bits = 64 * random_.below(limbs + 1);
  Integer r;
  switch (random_.below(8)) {
    case 0:
      r = random_.below(3);
      break;
    case 1:
      r = Integer(1) << bits;
      break;  // 2^(64 n), one limb too long for the top n
    case 2:
      r = (Integer(1) << random_.below(bits + 1)) + 1;
      break;
    case 3:
      r = (Integer(1) << bits) - 1;
      break;  // all ones
    case 4:
      r = Integer(1) << random_.below(bits + 1);
      break;
    case 5:
      r = runs(bits);
      break;
    default:
      r = uniform(random_.below(bits + 1));
  }
  if (r.view().limbs().size() > limbs) r >>= 64;
  if ((random_.next() & 1) != 0) r.negate();
  return r;
}

Integer IntegerGenerator::nonzero(std::size_t limbs) {
  while (true) {
    Integer r = draw(limbs);
    if (!r.is_zero()) return r;
  }
}

IntegerVector IntegerGenerator::vector(std::size_t size, std::size_t limbs) {
  IntegerVectorBuilder builder;
  std::size_t most = limbs;
  for (std::size_t i = 0; i < size; ++i) {
    if (i % IntegerVector::stripe_rows == 0) most = random_.below(3) == 0 ? random_.below(limbs + 1) : limbs;
    builder.push_back(draw(most).view());
  }
  return builder.finish();
}

Rational IntegerGenerator::rational(std::size_t limbs) {
  Integer denominator = random_.below(3) == 0 ? Integer(1) << random_.below(64 * limbs) : nonzero(limbs);
  return {draw(limbs), std::move(denominator)};
}

}  // namespace polyfork::test
