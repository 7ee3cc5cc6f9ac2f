#include "tuning_cut_offs.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <polyfork/poly/convert.hpp>
#include <polyfork/poly/families.hpp>
#include <polyfork/poly/multiplication.hpp>
#include <polyfork/poly/taylor_shift.hpp>

namespace polyfork_app {

namespace {

using namespace polyfork;

IntegerVector random_vector(std::size_t length, std::size_t bits, std::uint64_t seed) {
  return make_family(Family::random, length - 1, {.bits = bits, .seed = seed}).coefficients();
}

/// A product of two polynomials over Z by one algorithm.
std::function<std::function<void()>(std::size_t)> product(MulAlgorithm algorithm, std::size_t bits,
                                                          const ExecutionContext& ctx) {
  return [=](std::size_t n) {
    return [=, a = random_vector(n, bits, 1), b = random_vector(n, bits, 2)] { mul_with(algorithm, a, b, ctx); };
  };
}

std::function<std::function<void()>(std::size_t)> modular_product(MulAlgorithm algorithm, std::uint64_t p,
                                                                  const ExecutionContext& ctx) {
  const PrimeField field(p);
  return [=](std::size_t n) {
    const auto residues = [&](std::uint64_t seed) {
      return reduce(PolyZ(random_vector(n, 70, seed)), field).coefficients();
    };
    return [=, a = residues(1), b = residues(2)] { mul_with(algorithm, field, a, b, ctx); };
  };
}

std::function<std::function<void()>(std::size_t)> shift(ShiftAlgorithm algorithm, std::size_t bits,
                                                        const ExecutionContext& ctx) {
  return [=](std::size_t n) {
    return [=, f = random_vector(n, bits, 1)] { taylor_shift_with(algorithm, f, Integer(1), ctx); };
  };
}

/// From first to last, about an eighth apart.
std::vector<std::size_t> lengths(std::size_t first, std::size_t last) {
  std::vector<std::size_t> all;
  for (std::size_t n = first; n <= last; n += std::max<std::size_t>(1, n / 8)) all.push_back(n);
  return all;
}

double once(const std::function<void()>& run, std::size_t times) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < times; ++i) run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / static_cast<double>(times);
}

/// The fastest of several batches that together take about that long.
double fastest(const std::function<void()>& run, double seconds, const ExecutionContext& ctx) {
  run();  // tables, memory
  const double first = once(run, 1);
  const auto batch = static_cast<std::size_t>(std::clamp(seconds / 8 / std::max(first, 1e-8), 1.0, 1e6));
  double best = first;
  for (double spent = 0; spent < seconds;) {
    ctx.poll();
    const double time = once(run, batch);
    best = std::min(best, time);
    spent += time * static_cast<double>(batch);
  }
  return best;
}

}  // namespace

std::vector<CutOff> cut_offs(const ExecutionContext& ctx) {
  using enum MulAlgorithm;
  constexpr std::uint64_t p50 = 1108307720798209;
  return {
      {"poly.mul", "one_limb_length", "60 bits: classical, multimodular", lengths(8, 256), true,
       product(classical, 60, ctx), product(multimodular, 60, ctx)},
      {"poly.mul", "classical_length", "300 bits: classical, kronecker", lengths(2, 32), true,
       product(classical, 300, ctx), product(kronecker, 300, ctx)},
      {"poly.mul", "karatsuba_length", "1000 bits: karatsuba, kronecker", lengths(8, 160), true,
       product(karatsuba, 1000, ctx), product(kronecker, 1000, ctx)},
      {"poly.mul", "multimodular_length", "1000 bits: kronecker, multimodular", lengths(16, 256), false,
       product(kronecker, 1000, ctx), product(multimodular, 1000, ctx)},
      {"poly.mul", "word_classical_length", "50-bit prime: classical, transform", lengths(16, 256), true,
       modular_product(classical, p50, ctx), modular_product(transform, p50, ctx)},
      {"poly.mul", "word_transform_length", "63-bit modulus: karatsuba, transform", lengths(32, 512), true,
       modular_product(karatsuba, 9223372036854775783U, ctx), modular_product(transform, 9223372036854775783U, ctx)},
      {"poly.shift", "two_limb_length", "30 bits: horner, tableau", lengths(16, 128), true,
       shift(ShiftAlgorithm::horner, 30, ctx), shift(ShiftAlgorithm::tableau, 30, ctx)},
      {"poly.shift", "horner_length", "256 bits: horner, tableau", lengths(8, 96), true,
       shift(ShiftAlgorithm::horner, 256, ctx), shift(ShiftAlgorithm::tableau, 256, ctx)},
  };
}

MeasuredCutOff measure(const CutOff& c, double seconds, const ExecutionContext& ctx) {
  std::vector<double> small;
  std::vector<double> large;
  for (const std::size_t n : c.lengths) {
    small.push_back(fastest(c.small(n), seconds, ctx));
    large.push_back(fastest(c.large(n), seconds, ctx));
  }
  // The large one from index k on.
  std::size_t best = 0;
  double least = 1e300;
  for (std::size_t k = 0; k <= c.lengths.size(); ++k) {
    double cost = 0;
    for (std::size_t i = 0; i < c.lengths.size(); ++i)
      cost += (i < k ? small[i] : large[i]) / std::min(small[i], large[i]);
    if (cost < least) least = cost, best = k;
  }
  const std::size_t at = std::min(best, c.lengths.size() - 1);
  const auto first_large = static_cast<std::int64_t>(best < c.lengths.size() ? c.lengths[best] : c.lengths.back() + 1);
  const std::int64_t last_small = best == 0 ? first_large - 1 : static_cast<std::int64_t>(c.lengths[best - 1]);
  return {c.last_small ? last_small : first_large, small[at], large[at]};
}

}  // namespace polyfork_app
