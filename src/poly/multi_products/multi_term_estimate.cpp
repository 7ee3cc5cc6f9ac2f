// How many terms a sparse product will have, estimated from the coincidences of sampled keys.
#include "poly/multi_products/multi_term_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t samples = 32;

/// Products with this key, by one walk down f and up g without branches on the order of keys.
std::size_t meeting(std::span<const std::uint64_t> f, std::span<const std::uint64_t> g, std::uint64_t key) noexcept {
  std::size_t count = 0;
  std::size_t i = 0;
  for (std::size_t j = g.size(); i < f.size() && j != 0;) {
    const std::uint64_t product = f[i] + g[j - 1];
    count += product == key ? 1 : 0;
    i += product >= key ? 1 : 0;
    j -= product <= key ? 1 : 0;
  }
  return count;
}

}  // namespace

std::size_t estimated_terms(std::span<const std::uint64_t> f, std::span<const std::uint64_t> g) noexcept {
  constexpr double golden = 0.6180339887498949;  // its multiples fill [0, 1) evenly
  double sum = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    const double position = std::fmod(golden * static_cast<double>(s + 1), 1.0);
    const auto j = static_cast<std::size_t>(position * static_cast<double>(g.size()));
    const std::size_t i = (2 * s + 1) * f.size() / (2 * samples);
    sum += 1.0 / static_cast<double>(meeting(f, g, f[i] + g[std::min(j, g.size() - 1)]));
  }
  const double products = static_cast<double>(f.size()) * static_cast<double>(g.size());
  return static_cast<std::size_t>(std::min(products * sum / samples, 1e18));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
