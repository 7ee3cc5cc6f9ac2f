// Problems by which the processor's predictions are compared with its times.
#include "tune/processor_corrections.hpp"

#include <bit>
#include <memory>
#include <utility>

#include <polyfork/gpu/device_tuning.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "tune/problems.hpp"

namespace polyfork_app {

namespace {

using namespace polyfork;

using Sizes = std::vector<std::pair<std::size_t, std::size_t>>;  // lengths and bits

std::function<Correction::Problem()> product(std::size_t length, std::size_t bits, const ExecutionContext& ctx) {
  return [=] {
    const MulShape shape{length, length, bits, bits};
    return Correction::Problem{
        explain_mul(shape, PlanBudget(ctx)).predicted_seconds,
        [=, a = random_vector(length, bits, 1), b = random_vector(length, bits, 2)] { mul(a, b, ctx); },
        DeviceTuning::threads_seconds(ctx.threads(), DeviceTuning::integer_loops)};
  };
}

std::function<Correction::Problem()> word_product(std::size_t length, std::uint64_t p, const ExecutionContext& ctx) {
  return [=] {
    const auto bits = static_cast<std::size_t>(std::bit_width(p - 1));
    const MulShape shape{length, length, bits, bits, false, p};
    const PrimeField field(p);
    return Correction::Problem{
        explain_mul_zp(shape, PlanBudget(ctx)).predicted_seconds,
        [=, a = random_residues(length, field, 1), b = random_residues(length, field, 2)] { mul(field, a, b, ctx); },
        DeviceTuning::threads_seconds(ctx.threads(), DeviceTuning::word_loops)};
  };
}

std::function<Correction::Problem()> shift(std::size_t length, std::size_t bits, const ExecutionContext& ctx) {
  return [=] {
    return Correction::Problem{explain_shift({length, bits}, PlanBudget(ctx)).predicted_seconds,
                               [=, f = random_vector(length, bits, 1)] { taylor_shift(f, Integer(1), ctx); },
                               DeviceTuning::threads_seconds(ctx.threads(), DeviceTuning::integer_loops)};
  };
}

void add(std::vector<Correction>& all, bool many, const ExecutionContext& ctx) {
  constexpr std::uint64_t moduli[] = {2147483647, 1108307720798209, 4611686018427387847};  // the second has transforms
  const auto correction = [&](const char* field, const char* what) -> Correction& {
    all.push_back({"gpu.device", field, std::string(what) + (many ? ", all threads" : ", one thread"), {}});
    return all.back();
  };
  Correction& products = correction(many ? "products_percent_on_many" : "products_percent", "products in Z[x]");
  const Sizes product_sizes =
      many ? Sizes{{65536, 64}, {1 << 18, 64}, {1 << 20, 64}, {16384, 512}, {2048, 2048}, {8192, 2048}, {2048, 8192}}
           : Sizes{{8192, 64}, {65536, 64}, {4096, 512}, {1024, 2048}, {512, 8192}};
  for (const auto& [length, bits] : product_sizes) products.problems.push_back(product(length, bits, ctx));
  Correction& words =
      correction(many ? "word_products_percent_on_many" : "word_products_percent", "products in Z/pZ[x]");
  for (const std::uint64_t p : moduli)
    for (const std::size_t length :
         many ? std::vector<std::size_t>{1 << 16, 1 << 18, 1 << 20} : std::vector<std::size_t>{1 << 15, 1 << 17})
      words.problems.push_back(word_product(length, p, ctx));
  Correction& shifts = correction(many ? "shifts_percent_on_many" : "shifts_percent", "Taylor shifts");
  const Sizes shift_sizes = many ? Sizes{{2048, 64}, {4096, 64}, {8192, 64}, {2048, 1024}, {4096, 4096}}
                                 : Sizes{{1024, 64}, {2048, 64}, {4096, 64}, {1024, 1024}, {1024, 4096}};
  for (const auto& [length, bits] : shift_sizes) shifts.problems.push_back(shift(length, bits, ctx));
}

}  // namespace

std::vector<Correction> processor_corrections(const ExecutionContext& ctx) {
  const ExecutionContext processor = ctx.with_device_policy(DevicePolicy::off);
  std::vector<Correction> all;
  add(all, false, processor.with_threads(1));
  if (ctx.threads() > 1) add(all, true, processor);
  return all;
}

}  // namespace polyfork_app
