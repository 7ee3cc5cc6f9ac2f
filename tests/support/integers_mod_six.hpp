// Z/6: a commutative ring that is no domain, for tests of what must hold over any ring.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <polyfork/ring/ring.hpp>

namespace polyfork::test {

struct IntegersModSix {
  using category = commutative_ring_tag;
  using element = int;
  using vector_type = std::vector<int>;
  int zero() const { return 0; }
  int one() const { return 1; }
  int from_integer(IntegerView n) const { return static_cast<int>(n.mod(6)); }
  int add(int a, int b) const { return (a + b) % 6; }
  int sub(int a, int b) const { return (a + 6 - b) % 6; }
  int mul(int a, int b) const { return a * b % 6; }
  int neg(int a) const { return (6 - a) % 6; }
  bool is_zero(int a) const { return a == 0; }
  bool is_one(int a) const { return a == 1; }
  bool equal(int a, int b) const { return a == b; }
  /// By units only.
  std::optional<int> try_divide(int a, int b) const {
    if (b == 1 || b == 5) return a * b % 6;
    return std::nullopt;
  }
  Integer characteristic() const { return 6; }
  std::string to_string(int a) const { return std::to_string(a); }
  friend bool operator==(IntegersModSix, IntegersModSix) noexcept { return true; }
};
static_assert(Ring<IntegersModSix> && !IntegralDomain<IntegersModSix>);

}  // namespace polyfork::test
