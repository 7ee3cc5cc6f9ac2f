// Values of results at a random point modulo 2^61 - 1.
#include "poly/images/point_check.hpp"

#include <atomic>
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

void check_sampled(FunctionRef<bool(const PointCheck&)> holds) {
  constexpr std::uint64_t period = 64;
  static std::atomic<std::uint64_t> results{0};
  if (results.fetch_add(1) % period != 0) return;
  statistics().sampled();
  if (!holds(PointCheck())) throw DeviceFailure(FailureKind::wrong_result, "a result of the device is wrong");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
