// Cut-offs between algorithms, parameters and corrections of predicted times, found by timing on this machine.
#include "tune/tuning_cut_offs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/primes.hpp>

#include "tune/problems.hpp"

namespace polyfork_app {

namespace {

using namespace polyfork;

constexpr std::uint64_t p63 = 9223372036854775783;  // has none

/// A product of two polynomials over Z by one algorithm.
std::function<std::function<void()>(std::size_t)> product(MulAlgorithm algorithm, std::size_t bits,
                                                          const ExecutionContext& ctx) {
  return [=](std::size_t n) {
    return [=, a = random_vector(n, bits, 1), b = random_vector(n, bits, 2)] { mul_with(algorithm, a, b, ctx); };
  };
}

/// A product of `length` coefficients, by their bits: of each, or of all together.
std::function<std::function<void()>(std::size_t)> product_of_bits(MulAlgorithm algorithm, std::size_t length,
                                                                  const ExecutionContext& ctx, bool together = false) {
  return [=](std::size_t bits) { return product(algorithm, together ? bits / length : bits, ctx)(length); };
}

/// A product of `length` coefficients that takes so many products of 52-bit digits, slots being twice as long as those.
std::function<std::function<void()>(std::size_t)> product_of_digits(MulAlgorithm algorithm, std::size_t length,
                                                                    const ExecutionContext& ctx) {
  return [=](std::size_t products) {
    const double digits = std::sqrt(static_cast<double>(products) / 2) / static_cast<double>(length);
    return product(algorithm, std::max<std::size_t>(65, static_cast<std::size_t>(52 * digits)), ctx)(length);
  };
}

/// A product of `length` coefficients that is packed into so many limbs.
std::function<std::function<void()>(std::size_t)> product_of_limbs(MulAlgorithm algorithm, std::size_t length,
                                                                   const ExecutionContext& ctx) {
  return
      [=](std::size_t limbs) { return product(algorithm, std::max<std::size_t>(1, limbs * 32 / length), ctx)(length); };
}

std::function<std::function<void()>(std::size_t)> modular_product(MulAlgorithm algorithm, std::uint64_t p,
                                                                  const ExecutionContext& ctx) {
  const PrimeField field(p);
  return [=](std::size_t n) {
    return [=, a = random_residues(n, field, 1), b = random_residues(n, field, 2)] {
      mul_with(algorithm, field, a, b, ctx);
    };
  };
}

/// A product of `length` coefficients modulo a prime without roots of unity, by the bits of the prime.
std::function<std::function<void()>(std::size_t)> modular_product_of_bits(MulAlgorithm algorithm, std::size_t length,
                                                                          const ExecutionContext& ctx) {
  return [=](std::size_t bits) {
    std::uint64_t p = (std::uint64_t{1} << bits) - 1;
    while (!is_prime(p)) p -= 2;
    return modular_product(algorithm, p, ctx)(length);
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
  MulTuning t = ctx.tuning().section<MulTuning>();
  t.integer_transform_limbs = 1;
  const ExecutionContext by_transforms = ctx.with_tuning(Tuning(ctx.tuning()).set(t));
  t.integer_transform_limbs = std::int64_t{1} << 40;
  const ExecutionContext by_gmp = ctx.with_tuning(Tuning(ctx.tuning()).set(t));
  t = ctx.tuning().section<MulTuning>();
  t.most_digit_products = 0;
  const ExecutionContext by_columns = ctx.with_tuning(Tuning(ctx.tuning()).set(t));
  t.most_digit_products = std::int64_t{1} << 40;
  const ExecutionContext by_digits = ctx.with_tuning(Tuning(ctx.tuning()).set(t));
  const auto mul_cut_off = [](const char* field, const char* what, std::vector<std::size_t> sizes, bool last_small,
                              auto small, auto large) {
    return CutOff{"poly.mul", field, what, std::move(sizes), last_small, std::move(small), std::move(large)};
  };
  return {
      mul_cut_off("one_limb_length", "60 bits: classical, multimodular", lengths(8, 256), true,
                  product(classical, 60, by_columns), product(multimodular, 60, ctx)),
      mul_cut_off("classical_length", "200 bits: classical, karatsuba", lengths(2, 32), true,
                  product(classical, 200, by_columns), product(karatsuba, 200, ctx)),
      mul_cut_off("classical_max_bits", "bits of 10 coefficients: classical, karatsuba", lengths(96, 2000), true,
                  product_of_bits(classical, 10, by_columns), product_of_bits(karatsuba, 10, ctx)),
      mul_cut_off("plain_max_bits", "bits of 8 coefficients: plain, classical", lengths(96, 2000), true,
                  product_of_bits(plain_divide_and_conquer, 8, ctx), product_of_bits(classical, 8, by_columns)),
      mul_cut_off("karatsuba_max_length", "300 bits: karatsuba, multimodular", lengths(8, 96), true,
                  product(karatsuba, 300, ctx), product(multimodular, 300, ctx)),
      mul_cut_off("karatsuba_min_bits", "bits of 16 coefficients: kronecker, karatsuba", lengths(96, 700), false,
                  product_of_bits(kronecker, 16, ctx), product_of_bits(karatsuba, 16, ctx)),
      mul_cut_off("karatsuba_max_total_bits", "bits of 12 coefficients: karatsuba, kronecker", lengths(3000, 60000),
                  true, product_of_bits(karatsuba, 12, ctx, true), product_of_bits(kronecker, 12, ctx, true)),
      mul_cut_off("most_digit_products", "products of digits of 32 coefficients: classical by digits, multimodular",
                  lengths(150000, 4000000), true, product_of_digits(classical, 32, by_digits),
                  product_of_digits(multimodular, 32, ctx)),
      mul_cut_off("two_point_length", "200 bits: kronecker, kronecker_two_point", lengths(4, 64), false,
                  product(kronecker, 200, ctx), product(kronecker_two_point, 200, ctx)),
      mul_cut_off("two_point_max_limbs", "limbs of 20 coefficients: kronecker_two_point, kronecker", lengths(60, 600),
                  true, product_of_limbs(kronecker_two_point, 20, ctx), product_of_limbs(kronecker, 20, ctx)),
      mul_cut_off("integer_transform_limbs", "limbs of integers: GMP, transforms", lengths(64, 2048), false,
                  product_of_limbs(kronecker, 1, by_gmp), product_of_limbs(kronecker, 1, by_transforms)),
      mul_cut_off("toom_cook_length", "1000 bits: kronecker, toom_cook_4", {16, 64, 256, 1024, 4096}, false,
                  product(kronecker, 1000, ctx), product(toom_cook_4, 1000, ctx)),
      mul_cut_off("multimodular_length", "300 bits: kronecker, multimodular", lengths(8, 128), false,
                  product(kronecker, 300, ctx), product(multimodular, 300, ctx)),
      mul_cut_off("blocked_min_bits", "bits of 512 coefficients: multimodular, blocked", lengths(512, 16000), false,
                  product_of_bits(multimodular, 512, ctx), product_of_bits(blocked, 512, ctx)),
      mul_cut_off("bivariate_limbs", "limbs of 64 coefficients: multimodular, bivariate", lengths(512, 65536), false,
                  product_of_limbs(multimodular, 64, ctx), product_of_limbs(bivariate, 64, ctx)),
      mul_cut_off("word_classical_length", "63-bit modulus: classical, transform", lengths(16, 256), true,
                  modular_product(classical, p63, ctx), modular_product(transform, p63, ctx)),
      mul_cut_off("word_karatsuba_min_bits", "bits of a prime, 80 coefficients: transform, karatsuba", lengths(20, 62),
                  false, modular_product_of_bits(transform, 80, ctx), modular_product_of_bits(karatsuba, 80, ctx)),
      mul_cut_off("word_transform_length", "63-bit modulus: karatsuba, transform", lengths(32, 512), true,
                  modular_product(karatsuba, p63, ctx), modular_product(transform, p63, ctx)),
      {"poly.shift", "two_limb_length", "30 bits: horner, tableau", lengths(16, 128), true,
       shift(ShiftAlgorithm::horner, 30, ctx), shift(ShiftAlgorithm::tableau, 30, ctx)},
      {"poly.shift", "horner_length", "256 bits: horner, tableau", lengths(8, 96), true,
       shift(ShiftAlgorithm::horner, 256, ctx), shift(ShiftAlgorithm::tableau, 256, ctx)},
  };
}

std::vector<Parameter> parameters(const ExecutionContext& ctx) {
  using enum MulAlgorithm;
  const ExecutionContext one = ctx.with_threads(1);
  const MulTuning mul;
  const ShiftTuning shifts;
  // the context with one field changed
  const auto with = [](const ExecutionContext& c, const char* section, const char* field) {
    return [=](std::int64_t value) {
      Tuning t = c.tuning();
      t.set(section, field, value);
      return c.with_tuning(t);
    };
  };
  std::vector<Parameter> all;
  const auto add = [&](const char* section, const char* field, const char* what, std::int64_t built_in,
                       std::vector<std::int64_t> values, const ExecutionContext& c, auto run) {
    all.push_back({section, field, what, built_in, std::move(values),
                   [=, changed = with(c, section, field)](std::int64_t value) { return run(changed(value)); }});
  };
  add("poly.mul", "karatsuba_base", "karatsuba, 20 coefficients of 500 bits", mul.karatsuba_base, {2, 3, 4, 5, 6, 8},
      one, [](const ExecutionContext& c) { return product(karatsuba, 500, c)(20); });
  add("poly.mul", "plain_base", "plain, 200 coefficients of 200 bits", mul.plain_base, {4, 8, 16, 32, 64}, one,
      [](const ExecutionContext& c) { return product(plain_divide_and_conquer, 200, c)(200); });
  add("poly.mul", "transform_leaf_log", "multimodular, 16384 coefficients of 64 bits", mul.transform_leaf_log,
      {7, 8, 9, 10, 11}, one, [](const ExecutionContext& c) { return product(multimodular, 64, c)(16384); });
  add("poly.mul", "word_karatsuba_base", "63-bit modulus, 90 coefficients", mul.word_karatsuba_base,
      {12, 16, 24, 32, 48}, one, [](const ExecutionContext& c) { return modular_product(karatsuba, p63, c)(90); });
  add("poly.shift", "products_length", "products, 4096 coefficients of 64 bits", shifts.products_length,
      {64, 128, 256, 512, 1024}, one,
      [](const ExecutionContext& c) { return shift(ShiftAlgorithm::products, 64, c)(4096); });
  if (ctx.threads() > 1) {
    add("poly.mul", "parallel_min_limb_products", "classical, 300 coefficients of 500 bits, all threads",
        mul.parallel_min_limb_products, {1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 18}, ctx,
        [](const ExecutionContext& c) { return product(classical, 500, c)(300); });
    add("poly.shift", "parallel_min_limbs", "tableau_bands, 500 coefficients of 500 bits, all threads",
        shifts.parallel_min_limbs, {1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17}, ctx,
        [](const ExecutionContext& c) { return shift(ShiftAlgorithm::tableau_bands, 500, c)(500); });
  }
  return all;
}

std::vector<Correction> corrections(const ExecutionContext& ctx) {
  using enum MulAlgorithm;
  MulTuning model = ctx.tuning().section<MulTuning>();
  model.kronecker_percent = model.multimodular_percent = model.blocked_percent = model.bivariate_percent = 100;
  const auto tuning = std::make_shared<const Tuning>(Tuning(ctx.tuning()).set(model));
  const auto problem = [=](MulAlgorithm algorithm, std::size_t length, std::size_t bits) {
    return [=] {
      const auto plans = explain_mul_candidates({length, length, bits, bits}, PlanBudget().with_tuning(*tuning));
      const auto plan = std::ranges::find(plans, mul_algorithm_name(algorithm), &PlanDescription::algorithm);
      return Correction::Problem{plan->predicted_seconds, product(algorithm, bits, ctx)(length)};
    };
  };
  const auto correction = [&](const char* field, MulAlgorithm algorithm,
                              std::initializer_list<std::pair<std::size_t, std::size_t>> shapes) {
    Correction c{"poly.mul", field, std::string(mul_algorithm_name(algorithm)), {}};
    for (const auto& [length, bits] : shapes) c.problems.push_back(problem(algorithm, length, bits));
    return c;
  };
  // Where each competes with another.
  return {correction("kronecker_percent", kronecker, {{32, 1000}, {64, 4000}, {64, 16000}, {512, 8000}}),
          correction("multimodular_percent", multimodular, {{64, 1000}, {512, 1000}, {512, 4000}, {4096, 2000}}),
          correction("blocked_percent", blocked, {{512, 4000}, {512, 8000}, {2048, 8000}, {1024, 16000}}),
          correction("bivariate_percent", bivariate, {{64, 16000}, {512, 8000}, {2048, 8000}, {1024, 16000}})};
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

MeasuredParameter measure(const Parameter& p, double seconds, const ExecutionContext& ctx) {
  const double built_in = fastest(p.run(p.built_in), seconds, ctx);
  MeasuredParameter best{p.built_in, built_in, built_in};
  for (const std::int64_t value : p.values) {
    if (value == p.built_in) continue;
    const double time = fastest(p.run(value), seconds, ctx);
    if (time < 0.97 * built_in && time < best.seconds) best = {value, time, built_in};
  }
  return best;
}

MeasuredCorrection measure(const Correction& c, double seconds, const ExecutionContext& ctx) {
  MeasuredCorrection measured{100, std::numeric_limits<double>::infinity(), 0};
  double logarithms = 0;
  for (const auto& problem : c.problems) {
    const Correction::Problem p = problem();
    const double time = fastest(p.run, seconds, ctx);
    const double percent = 100 * std::max(time - p.besides, time / 4) / p.predicted_seconds;
    measured.least = std::min(measured.least, percent);
    measured.most = std::max(measured.most, percent);
    logarithms += std::log(percent);
  }
  measured.percent = std::exp(logarithms / static_cast<double>(c.problems.size()));
  return measured;
}

std::vector<std::int64_t> normalised_percents(const std::vector<MeasuredCorrection>& measured) {
  double logarithms = 0;
  for (const MeasuredCorrection& m : measured) logarithms += std::log(m.percent);
  const double mean = std::exp(logarithms / static_cast<double>(measured.size()));
  std::vector<std::int64_t> percents;
  percents.reserve(measured.size());
  for (const MeasuredCorrection& m : measured) percents.push_back(std::llround(100 * m.percent / mean));
  return percents;
}

}  // namespace polyfork_app
