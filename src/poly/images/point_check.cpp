// Values of results at a random point modulo 2^61 - 1.
#include "poly/images/point_check.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <random>

#include <polyfork/core/parallel.hpp>

#include "gpu/device/backend.hpp"
#include "gpu/device/statistics.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

std::uint64_t random_point() {
  static std::atomic<std::uint64_t> seed{std::random_device{}()};
  std::mt19937_64 random(seed.fetch_add(1));
  return random() % prime;
}

}  // namespace

PointCheck::PointCheck() : p_(prime), point_(random_point()) {}

std::uint64_t PointCheck::shifted(IntegerView c) const noexcept { return p_.add(point_, c.mod(prime)); }

std::uint64_t PointCheck::value(const IntegerVector& v, std::uint64_t x, const ExecutionContext& ctx) const {
  constexpr std::size_t grain = std::size_t{1} << 12;
  return parallel_reduce(
      ctx, v.size(), grain, std::uint64_t{0},
      [&](std::size_t begin, std::size_t end) {
        std::uint64_t sum = 0;
        for (std::size_t i = end; i-- != begin;) {
          const IntegerView c = v[i];
          std::uint64_t residue = 0;
          for (std::size_t l = c.limbs().size(); l-- != 0;) residue = p_.reduce(residue, c.limbs()[l]);
          sum = p_.add(p_.mul(sum, x), c.sign() < 0 && residue != 0 ? prime - residue : residue);
        }
        return p_.mul(sum, p_.pow(x, begin));
      },
      [&](std::uint64_t left, std::uint64_t right) { return p_.add(left, right); });
}

bool agree_modulo(const WordModulus& p, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::span<const std::uint64_t> c, const ExecutionContext& ctx) {
  constexpr int wanted_bits = 40;
  constexpr int most_points = 8;
  constexpr std::size_t grain = std::size_t{1} << 13;
  const auto value = [&](std::span<const std::uint64_t> v, std::uint64_t x) {
    return parallel_reduce(
        ctx, v.size(), grain, std::uint64_t{0},
        [&](std::size_t begin, std::size_t end) {
          std::uint64_t sum = 0;
          for (std::size_t i = end; i-- != begin;) sum = p.add(p.mul(sum, x), v[i]);
          return p.mul(sum, p.pow(x, begin));
        },
        [&](std::uint64_t left, std::uint64_t right) { return p.add(left, right); });
  };
  const int bits = std::bit_width(p.value()) - std::bit_width(c.size());  // of a point's evidence
  const int points = bits <= 0 ? most_points : std::min(most_points, (wanted_bits + bits - 1) / bits);
  for (int i = 0; i < points; ++i) {
    const std::uint64_t x = random_point() % p.value();
    if (p.mul(value(a, x), value(b, x)) != value(c, x)) return false;
  }
  return true;
}

bool is_sampled() {
  constexpr std::uint64_t period = 64;
  static std::atomic<std::uint64_t> results{0};
  if (results.fetch_add(1) % period != 0) return false;
  statistics().sampled();
  return true;
}

void check_sampled(FunctionRef<bool(const PointCheck&)> holds) {
  if (is_sampled() && !holds(PointCheck()))
    throw DeviceFailure(FailureKind::wrong_result, "a result of the device is wrong");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
