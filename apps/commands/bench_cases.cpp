// What `polyfork bench` times: every operation, by the dispatcher's choice and by each algorithm that is not predicted
// to be far slower.
#include "commands/bench_cases.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork_app {
namespace {

using namespace polyfork;

PolyZ random_poly(std::size_t length, std::size_t bits, std::uint64_t seed, const ExecutionContext& ctx) {
  return make_family(Family::random, length - 1, {.bits = bits, .seed = seed}, ctx);
}

/// The dispatcher's choice and every algorithm that it expects to be at most this many times slower.
constexpr double most_times_slower = 20;

/// The names of the candidates that are worth a measurement.
std::vector<std::string> competitive_algorithms(const std::vector<PlanDescription>& candidates) {
  std::vector<std::string> algorithms;
  for (const PlanDescription& plan : candidates)
    if (plan.workspace_bytes != MemoryAccount::unlimited &&
        plan.predicted_seconds <= most_times_slower * candidates.front().predicted_seconds)
      algorithms.push_back(plan.algorithm);
  return algorithms;
}

/// For as many threads as the context has, without a memory limit.
PlanBudget unlimited(const ExecutionContext& ctx) {
  return PlanBudget().with_threads(ctx.threads()).with_tuning(ctx.tuning());
}

void add_z_mul(std::vector<BenchCase>& cases, std::size_t length, std::size_t bits) {
  const std::string name = fmt::format("z_mul/{}/{}/", length, bits);
  const MulShape shape{length, length, bits, bits, false};
  const auto operands = [length, bits](const ExecutionContext& ctx) {
    return std::make_shared<std::pair<PolyZ, PolyZ>>(random_poly(length, bits, 1, ctx),
                                                     random_poly(length, bits, 2, ctx));
  };
  cases.push_back({name + "auto", [=](const ExecutionContext& ctx) {
                     const PlanDescription plan = explain_mul(shape, unlimited(ctx));
                     return PreparedCase{
                         [ab = operands(ctx)](const ExecutionContext& c) { mul(ab->first, ab->second, c); },
                         plan.algorithm};
                   }});
  for (const std::string& by : competitive_algorithms(explain_mul_candidates(shape, PlanBudget())))
    cases.push_back({name + by, [=, algorithm = mul_algorithm_from_name(by)](const ExecutionContext& ctx) {
                       return PreparedCase{[ab = operands(ctx), algorithm](const ExecutionContext& c) {
                                             mul_with(algorithm, ab->first.coefficients(), ab->second.coefficients(),
                                                      c);
                                           },
                                           ""};
                     }});
}

void add_z_shift(std::vector<BenchCase>& cases, std::size_t length, std::size_t bits) {
  const std::string name = fmt::format("z_shift/{}/{}/", length, bits);
  const auto operand = [=](const ExecutionContext& ctx) {
    return std::make_shared<PolyZ>(random_poly(length, bits, 1, ctx));
  };
  const ShiftShape shape{length, bits, 1, 0};
  cases.push_back({name + "auto", [=](const ExecutionContext& ctx) {
                     const PlanDescription plan = explain_shift(shape, unlimited(ctx));
                     return PreparedCase{
                         [f = operand(ctx)](const ExecutionContext& c) { taylor_shift(*f, Integer(1), c); },
                         plan.algorithm};
                   }});
  for (const std::string& by : competitive_algorithms(explain_shift_candidates(shape, PlanBudget())))
    cases.push_back({name + by, [=, algorithm = shift_algorithm_from_name(by)](const ExecutionContext& ctx) {
                       return PreparedCase{[f = operand(ctx), algorithm](const ExecutionContext& c) {
                                             taylor_shift_with(algorithm, f->coefficients(), Integer(1), c);
                                           },
                                           ""};
                     }});
}

void add_zp_mul(std::vector<BenchCase>& cases, std::uint64_t p, std::size_t length) {
  const std::string name = fmt::format("zp_mul/{}/{}/", p, length);
  const std::size_t bits = static_cast<std::size_t>(std::bit_width(p - 1));
  const MulShape shape{length, length, bits, bits, false};
  const PrimeField field = PrimeField::trusted(p);
  const auto operands = [=](const ExecutionContext& ctx) {
    return std::make_shared<std::pair<PolyZp, PolyZp>>(reduce(random_poly(length, bits, 3, ctx), field, ctx),
                                                       reduce(random_poly(length, bits, 4, ctx), field, ctx));
  };
  cases.push_back({name + "auto", [=](const ExecutionContext& ctx) {
                     const PlanDescription plan = explain_mul_zp(shape, unlimited(ctx));
                     return PreparedCase{
                         [ab = operands(ctx)](const ExecutionContext& c) { mul(ab->first, ab->second, c); },
                         plan.algorithm};
                   }});
  for (const std::string& by : competitive_algorithms(explain_mul_zp_candidates(shape, PlanBudget())))
    cases.push_back({name + by, [=, algorithm = mul_algorithm_from_name(by)](const ExecutionContext& ctx) {
                       return PreparedCase{[ab = operands(ctx), field, algorithm](const ExecutionContext& c) {
                                             mul_with(algorithm, field, ab->first.coefficients(),
                                                      ab->second.coefficients(), c);
                                           },
                                           ""};
                     }});
}

/// An operation that chooses for itself. make(ctx) returns what is timed.
template <class Make>
void add_auto(std::vector<BenchCase>& cases, const std::string& name, Make make) {
  cases.push_back({name + "/auto", [=](const ExecutionContext& ctx) { return PreparedCase{make(ctx), ""}; }});
}

using Repetition = std::function<void(const ExecutionContext&)>;

void add_z_operations(std::vector<BenchCase>& cases, std::size_t length, std::size_t bits) {
  const auto name = [=](std::string_view operation) { return fmt::format("{}/{}/{}", operation, length, bits); };
  add_auto(cases, name("z_add"), [=](const ExecutionContext& ctx) -> Repetition {
    return [a = random_poly(length, bits, 1, ctx), b = random_poly(length, bits, 2, ctx)](const ExecutionContext& c) {
      add(a, b, c);
    };
  });
  add_auto(cases, name("z_divide"), [=](const ExecutionContext& ctx) -> Repetition {
    const PolyZ b = random_poly(length / 2, bits / 2, 3, ctx);
    return [a = mul(b, random_poly(length / 2, bits / 2, 4, ctx), ctx), b](const ExecutionContext& c) {
      exact_div(a, b, c);
    };
  });
  add_auto(cases, name("z_gcd"), [=](const ExecutionContext& ctx) -> Repetition {
    const auto factor = [&](std::uint64_t seed) { return random_poly(length / 2, bits / 2, seed, ctx); };
    const PolyZ g = factor(5);
    return [a = mul(g, factor(6), ctx), b = mul(g, factor(7), ctx)](const ExecutionContext& c) { gcd(a, b, c); };
  });
  add_auto(cases, name("z_eval"), [=](const ExecutionContext& ctx) -> Repetition {
    return [a = random_poly(length, bits, 9, ctx)](const ExecutionContext& c) { evaluate(a, Integer(3), c); };
  });
}

void add_zp_operations(std::vector<BenchCase>& cases, std::uint64_t p, std::size_t length) {
  const auto operand = [=](std::size_t n, std::uint64_t seed, const ExecutionContext& ctx) {
    return reduce(random_poly(n, 64, seed, ctx), PrimeField::trusted(p), ctx);
  };
  add_auto(cases, fmt::format("zp_divrem/{}/{}", p, length), [=](const ExecutionContext& ctx) -> Repetition {
    return
        [a = operand(2 * length, 1, ctx), b = operand(length, 2, ctx)](const ExecutionContext& c) { div_rem(a, b, c); };
  });
  add_auto(cases, fmt::format("zp_gcd/{}/{}", p, length), [=](const ExecutionContext& ctx) -> Repetition {
    return [a = operand(length, 3, ctx), b = operand(length, 4, ctx)](const ExecutionContext& c) { gcd(a, b, c); };
  });
}

void add_text(std::vector<BenchCase>& cases, PolyFormat format, std::size_t digits) {
  constexpr std::size_t text_bytes = 4'000'000;
  const auto input = [=](const ExecutionContext& ctx) {
    const auto bits = static_cast<std::size_t>(static_cast<double>(digits) * std::log2(10.0));
    return random_poly(std::max<std::size_t>(text_bytes / digits, 2), bits, 8, ctx);
  };
  add_auto(cases, fmt::format("parse/{}/{}", poly_format_name(format), digits),
           [=](const ExecutionContext& ctx) -> Repetition {
             return [text = format_poly(input(ctx), format, ctx), format](const ExecutionContext& c) {
               parse_poly_z(text, format, c);
             };
           });
  add_auto(cases, fmt::format("print/{}/{}", poly_format_name(format), digits),
           [=](const ExecutionContext& ctx) -> Repetition {
             return [f = input(ctx), format](const ExecutionContext& c) { format_poly(f, format, c); };
           });
}

void add_roots(std::vector<BenchCase>& cases, Family family, std::size_t degree, IsolationMethod method) {
  cases.push_back(
      {fmt::format("roots/{}/{}/{}", family_name(family), degree, isolation_method_name(method)),
       [=](const ExecutionContext& ctx) {
         auto f = std::make_shared<PolyZ>(make_family(family, degree, {}, ctx));
         IsolationOptions options;
         options.method = method;
         return PreparedCase{[f, options](const ExecutionContext& c) { isolate_real_roots(*f, options, c); }, ""};
       }});
}

}  // namespace

std::vector<BenchCase> bench_cases() {
  std::vector<BenchCase> cases;
  for (const auto& [length, bits] : {std::pair<std::size_t, std::size_t>{64, 64},
                                     {256, 256},
                                     {1024, 1024},
                                     {4096, 4096},
                                     {16384, 64},
                                     {65536, 64},
                                     {64, 100000}})
    add_z_mul(cases, length, bits);
  for (const auto& [length, bits] :
       {std::pair<std::size_t, std::size_t>{64, 64}, {256, 256}, {1024, 1024}, {4096, 4096}})
    add_z_shift(cases, length, bits);
  for (const std::uint64_t p : {std::uint64_t{2013265921}, std::uint64_t{1108307720798209}})
    for (const std::size_t length : {std::size_t{1} << 10, std::size_t{1} << 14, std::size_t{1} << 18})
      add_zp_mul(cases, p, length);
  for (const std::uint64_t p : {std::uint64_t{2013265921}, std::uint64_t{1108307720798209}})
    add_zp_operations(cases, p, std::size_t{1} << 14);
  add_z_operations(cases, 256, 256);
  add_z_operations(cases, 1024, 256);
  for (const std::size_t digits : {100, 10'000})
    for (const PolyFormat format : {PolyFormat::coeffs, PolyFormat::infix, PolyFormat::flint})
      add_text(cases, format, digits);
  for (const auto& [family, degree] : {std::pair<Family, std::size_t>{Family::chebyshev, 64},
                                       {Family::chebyshev, 256},
                                       {Family::laguerre, 256},
                                       {Family::wilkinson, 256},
                                       {Family::mignotte, 128},
                                       {Family::random, 256},
                                       {Family::cnd, 1024}})
    for (const IsolationMethod method : {IsolationMethod::automatic, IsolationMethod::vca})
      add_roots(cases, family, degree, method);
  return cases;
}

}  // namespace polyfork_app
