// Resident polynomials on the emulated device: equal to ordinary ones, given back, computed by the processor where the
// device fails.
#include <polyfork/poly/device/prepared_device_poly.hpp>

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "emulated_device.hpp"
#include "poly/device/device_rings.hpp"

namespace polyfork::test {
namespace {

PolyZ random_z(std::size_t length, std::size_t most_limbs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) {
    Integer x;
    for (std::size_t l = random() % most_limbs + 1; l-- != 0;) x = (x << 64) + Integer(random());
    c.push_back(random() % 2 == 0 ? x : -x);
  }
  return PolyZ::from_elements(Integers(), std::move(c));
}

PolyZp random_zp(std::size_t length, std::uint64_t p, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> c(length);
  for (auto& x : c) x = random() % p;
  c.back() = 1;
  return PolyZp::from_elements(PrimeField(p), std::move(c));
}

TEST(DevicePoly, ChainsOverTheIntegers) {
  EmulatedDevice emulated;
  const PolyZ f = random_z(150, 3, 1);
  const PolyZ g = random_z(70, 1, 2);
  const DevicePolyZ df(f);
  const DevicePolyZ dg(g);
  EXPECT_TRUE(df.on_device());
  EXPECT_EQ(df.length(), 150U);
  EXPECT_EQ(df.download(), f);
  const std::uint64_t fallbacks = device_statistics().fallbacks;
  const std::uint64_t down = device_statistics().bytes_down;
  const DevicePolyZ chain = taylor_shift(df * dg + df, Integer(2)) * dg - df * df;
  EXPECT_TRUE(chain.on_device());
  EXPECT_EQ(device_statistics().bytes_down, down) << "nothing is copied back within a chain";
  EXPECT_EQ(chain.download(), taylor_shift(f * g + f, Integer(2)) * g - f * f);
  EXPECT_EQ((df - df).download(), PolyZ());
  EXPECT_EQ((dg - df).download(), g - f);
  EXPECT_EQ((df + dg).download(), f + g);
  EXPECT_EQ(evaluate(dg, Integer(-3)), evaluate(g, Integer(-3)));
  const std::vector<DevicePolyZ> factors{df, dg, dg, df, dg};
  EXPECT_EQ(mul(std::span<const DevicePolyZ>(factors)).download(), f * g * g * f * g);
  EXPECT_EQ(device_statistics().fallbacks, fallbacks);
}

/// Signs, carries through whole rows, cancellation of leading coefficients.
TEST(DevicePoly, SumsOfIntegers) {
  EmulatedDevice emulated;
  const Integer all_ones = (Integer(1) << 128) - Integer(1);
  const PolyZ f = PolyZ::from_elements(Integers(), {all_ones, -all_ones, Integer(5), Integer(0), all_ones});
  const PolyZ g = PolyZ::from_elements(Integers(), {Integer(1), Integer(1), Integer(-7), Integer(3), all_ones});
  const DevicePolyZ df(f);
  const DevicePolyZ dg(g);
  EXPECT_EQ((df + dg).download(), f + g);
  EXPECT_EQ((df - dg).download(), f - g);
  EXPECT_EQ((dg - df).download(), g - f);
  EXPECT_EQ((df - dg).length(), 5U);
  EXPECT_EQ((df - dg).download().length(), 4U);
}

TEST(DevicePoly, ChainsOverPrimeFields) {
  EmulatedDevice emulated;
  for (const std::uint64_t p :
       {std::uint64_t{97}, std::uint64_t{1125844072267777}, std::uint64_t{4611686018427387847}}) {
    const PolyZp f = random_zp(130, p, 1);
    const PolyZp g = random_zp(700, p, 2);
    const DevicePolyZp df(f);
    const DevicePolyZp dg(g);
    const DevicePolyZp chain = df * dg + df * df - dg;
    EXPECT_TRUE(chain.on_device());
    EXPECT_EQ(chain.download(), f * g + f * f - g) << p;
    EXPECT_EQ(evaluate(chain, p - 2), evaluate(f * g + f * f - g, p - 2)) << p;
    const DevicePolyZp moved = taylor_shift(df, 5);
    EXPECT_EQ(moved.on_device(), p == 1125844072267777) << "the others have no transforms of their own";
    EXPECT_EQ(moved.download(), taylor_shift(f, 5)) << p;
    EXPECT_EQ((moved * dg).download(), taylor_shift(f, 5) * g) << "operands on both sides";
  }
  EXPECT_THROW(DevicePolyZp(random_zp(3, 97, 1)) + DevicePolyZp(random_zp(3, 101, 1)), ModulusMismatch);
}

TEST(DevicePoly, WithoutADeviceTheProcessorComputes) {
  const PolyZ f = random_z(50, 2, 1);
  const ExecutionContext off = ExecutionContext().with_device_policy(DevicePolicy::off);
  const DevicePolyZ df(f, off);
  EXPECT_FALSE(df.on_device());
  EXPECT_EQ((df * df - df).download(off), f * f - f);
  if (devices().empty()) {
    EXPECT_THROW(DevicePolyZ(f, off.with_device_policy(DevicePolicy::on)), DeviceError);
  }
  EmulatedDevice emulated;
  const DevicePolyZ zero{PolyZ()};
  EXPECT_FALSE(zero.on_device());
  const DevicePolyZ there(f);
  EXPECT_EQ((there * zero).download(), PolyZ());
  EXPECT_EQ((zero + there).download(), f);
  EXPECT_EQ((df * there).download(), f * f);
}

/// What handles held is used again, whichever thread ended them.
TEST(DevicePoly, MemoryComesBack) {
  EmulatedDevice emulated;
  const PolyZ f = random_z(300, 2, 1);
  std::size_t most = 0;
  for (int round = 0; round < 6; ++round) {
    const DevicePolyZ df(f);
    const DevicePolyZ product = df * df;
    EXPECT_EQ(product.download().length(), 599U);
    if (round == 1) most = emulated.backend().most_used_bytes();
  }
  EXPECT_EQ(emulated.backend().most_used_bytes(), most);
}

TEST(DevicePoly, PreparedFactors) {
  EmulatedDevice emulated;
  const PolyZ f = random_z(150, 3, 1);
  const PreparedDevicePoly<Integers> prepared(DevicePolyZ(f), 200, 128);
  EXPECT_TRUE(prepared.is_prepared());
  for (const std::size_t n : {1, 60, 200, 260}) {
    const PolyZ g = random_z(n, 2, n);
    EXPECT_EQ(mul(prepared, DevicePolyZ(g)).download(), f * g) << n;
  }
  for (const std::uint64_t p : {std::uint64_t{1125844072267777}, std::uint64_t{4611686018427387847}}) {
    const PolyZp a = random_zp(130, p, 1);
    const PolyZp b = random_zp(90, p, 2);
    const PreparedDevicePoly<PrimeField> words(DevicePolyZp(a), 100);
    EXPECT_EQ(mul(words, DevicePolyZp(b)).download(), a * b) << p;
    EXPECT_EQ(mul(words, DevicePolyZp(a)).download(), a * a) << p;
  }
  const ExecutionContext off = ExecutionContext().with_device_policy(DevicePolicy::off);
  const PreparedDevicePoly<Integers> ordinary(DevicePolyZ(f, off), 10, 10);
  EXPECT_FALSE(ordinary.is_prepared());
  EXPECT_EQ(mul(ordinary, DevicePolyZ(f, off)).download(), f * f);
}

/// What no device reaches is refused before any memory is taken, and not tried again.
TEST(DevicePoly, LengthsThatNoDeviceReaches) {
  using detail::FailureKind;
  EmulatedDevice emulated;
  const ExecutionContext ctx;
  detail::DeviceIntegers f;
  f.length = std::size_t{1} << 27;
  f.stride = 1;
  f.bits = 64;
  detail::DeviceIntegers g;
  g.length = f.length + 2;
  g.stride = 1;
  g.bits = 64;
  detail::DeviceIntegers h = detail::DeviceIntegers();
  h.length = 1000;
  h.bits = 1 << 16;
  using Z = detail::DeviceRing<Integers>;
  const auto kind_of = [&](const auto& work) {
    auto kind = FailureKind::launch;
    EXPECT_TRUE(run_resident(emulated.device(), 1, ctx, [&](detail::ResidentJob on) {
      try {
        work(on);
      } catch (const detail::DeviceFailure& failure) {
        kind = failure.kind();
      }
    }));
    return kind;
  };
  EXPECT_EQ(kind_of([&](auto on) { Z::product(on, {}, f, g, ctx); }), FailureKind::unsupported);
  EXPECT_EQ(kind_of([&](auto on) { Z::product(on, {}, h, h, ctx); }), FailureKind::unsupported);
  EXPECT_EQ(kind_of([&](auto on) { Z::shift(on, {}, g, Integer(1), ctx); }), FailureKind::unsupported);
  EXPECT_EQ(kind_of([&](auto on) { Z::shift(on, {}, h, Integer(1) << 200, ctx); }), FailureKind::unsupported);
  EXPECT_EQ(kind_of([&](auto on) { Z::prepare(on, {}, h, SIZE_MAX, 64, ctx); }), FailureKind::unsupported);
  const PolyZ small = random_z(20, 1, 1);
  const PreparedDevicePoly<Integers> prepared(DevicePolyZ(small), SIZE_MAX, SIZE_MAX);
  EXPECT_FALSE(prepared.is_prepared());
  EXPECT_EQ(mul(prepared, DevicePolyZ(small)).download(), small * small);
  const PolyZp words = random_zp(20, 97, 1);
  const PreparedDevicePoly<PrimeField> prepared_words(DevicePolyZp(words), SIZE_MAX);
  EXPECT_FALSE(prepared_words.is_prepared());
  EXPECT_EQ(device_statistics().last_reason, "no device does a product of so many words");
  // The processor shifts by more than devices do.
  const DevicePolyZ far = taylor_shift(DevicePolyZ(small), Integer(1) << 9000);
  EXPECT_FALSE(far.on_device());
  EXPECT_EQ(far.download(), taylor_shift(small, Integer(1) << 9000));
}

TEST(DevicePoly, RefusesWhatIsNoResidue) {
  EmulatedDevice emulated;
  const DevicePolyZp f(random_zp(20, 97, 1));
  ASSERT_TRUE(f.on_device());
  EXPECT_THROW(evaluate(f, 97), DomainError);
  EXPECT_THROW(taylor_shift(f, 1000), DomainError);
}

TEST(DevicePoly, FailuresFallBackUnlessTheDeviceIsLost) {
  const PolyZ f = random_z(40, 1, 1);
  const PolyZ expected = f * f;
  for (int at = 0; at < 60; at += 7) {
    EmulatedDevice emulated;
    const DevicePolyZ df(f);
    ASSERT_TRUE(df.on_device());
    emulated.failures().kind = detail::FailureKind::launch;
    emulated.failures().at = emulated.failures().calls.load() + at;
    EXPECT_EQ((df * df).download(), expected) << at;
    emulated.failures().at = -1;
  }
  EmulatedDevice emulated;
  const DevicePolyZ df(f);
  emulated.failures().kind = detail::FailureKind::lost;
  emulated.failures().at = emulated.failures().calls.load();
  EXPECT_THROW((df * df).download(), DeviceError);
}

}  // namespace
}  // namespace polyfork::test
