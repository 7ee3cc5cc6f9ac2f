// splitmix64 (Steele, Lea, Flood, OOPSLA 2014): pseudo-random words from a seed, the same on every machine.
#pragma once

#include <cstdint>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// For choices inside of algorithms whose answers do not depend on them.
class SplitMix {
 public:
  /// The odd number next to 2^64 divided by the golden ratio: consecutive states differ by it.
  static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15U;

  explicit SplitMix(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept {
    state_ += increment;
    return mixed(state_);
  }
  /// The finaliser: a bijection of words, each bit of the result depends on all bits of z.
  static constexpr std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
