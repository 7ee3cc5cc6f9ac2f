// A list of rational numbers from images modulo primes, prime after prime until one more agrees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/word_arithmetic.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/prime_replay.hpp"
#include "system/modular/prime_source.hpp"
#include "system/modular/rational_lift.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct ModularImages {
  /// The replay of the basis computation modulo each of at most prime_lanes primes; empty for one that does not behave
  /// as the first one. Called by any threads, as `image` is; each function may be called again after MemoryLimit.
  std::function<std::vector<std::optional<PrimeReplay>>(std::span<const SmallPrime>, const ExecutionContext&)> replays;
  /// About the bytes that replays modulo so many primes in one call take on so many threads.
  std::function<std::size_t(std::size_t, std::size_t)> replay_bytes;
  /// The numbers from a replay.
  std::function<std::optional<std::vector<std::uint64_t>>(const PrimeReplay&, const SmallPrime&,
                                                          const ExecutionContext&)>
      image;
  /// The images modulo all of the primes in one call, where that is possible: then `image` is called only where there
  /// is no memory for that, and replays hold nothing.
  std::function<std::vector<std::optional<std::vector<std::uint64_t>>>(std::span<const SmallPrime>,
                                                                       const ExecutionContext&)>
      images_together;
  /// Whether an image that the lifted numbers agree with is right; refuses what rests on an unlucky first prime.
  std::function<bool(const std::vector<std::uint64_t>&, const SmallPrime&, const ExecutionContext&)> check;
  /// The ends of groups of numbers over one denominator each; the last one is the number of all.
  std::vector<std::size_t> ends;
  /// The right image modulo a prime that the source has given before, where it is known.
  struct Known {
    std::vector<std::uint64_t> numbers;
    SmallPrime prime;
  };
  std::optional<Known> known = std::nullopt;
  /// About how many primes will be needed: what progress is told by, and nothing else.
  double expected_primes = 8;
};

struct LiftedNumbers {
  std::vector<CommonFractions> groups;
  std::size_t primes = 0;  ///< the images that were used
};

/// Replays and images are computed in parallel, in batches; replays ahead of the images, since several of them at once
/// cost little more than one. What is lifted is compared with the known image, or else with that modulo one more prime;
/// an image modulo a new prime is checked. How many primes that takes depends on the threads: it has a copy of the
/// source, so that nothing else does. Empty where many primes are refused or the check fails: then the first prime was
/// an unlucky one. Throws Cancelled, and MemoryLimit where the context's cap does not suffice for one replay and one
/// image at a time with the residues modulo as many primes as are needed, on any number of threads.
std::optional<LiftedNumbers> lift_from_primes(const ModularImages& images, const IntegerSystem& system,
                                              PrimeSource primes, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
