// The plan of a product in Z[x] with limbs as coefficients in a second variable.
#include <algorithm>

#include "poly/images/table_bytes.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_bivariate.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

double predict(const MulPlan& plan) noexcept {
  const MachineCosts& c = machine_costs();
  const MulShape& s = plan.shape;
  const auto& p = plan.as<TransformParameters>();
  const BivariateShape shape(s);
  const auto primes = static_cast<double>(p.primes);
  const auto into = static_cast<double>(shape.words_a(s)) + (s.square ? 0 : static_cast<double>(shape.words_b(s)));
  const auto out = static_cast<double>(shape.words);
  const double transforms = primes * (s.square ? 2 : 3) * transform_seconds(static_cast<double>(p.words));
  const double fetches = primes / static_cast<double>(bivariate_at_once(p.primes, p.words, plan.threads));
  const double conversions = nanosecond * (fetches * into * c.limb_fetch + out * c.limb_join +
                                           static_cast<double>(product_length(s)) * c.row_join);
  constexpr double start = 3000;
  return nanosecond * start + fresh_memory_seconds(plan.workspace) +
         (transforms + conversions) * share_of_threads(plan.threads, std::min(c.most_streams, out / 4096));
}

}  // namespace

bool bivariate_reaches(const MulShape& s) noexcept {
  const BivariateShape b(s);
  return b.words <= longest_transform && b.bits <= 192;
}

bool fit_bivariate(MulPlan& plan) {
  const MulShape& s = plan.shape;
  if (!bivariate_reaches(s)) return false;
  auto& p = plan.as<TransformParameters>();
  const BivariateShape b(s);
  const NttShape shape = b.transform(p.leaf_log);
  p.primes = static_cast<unsigned>(b.primes());
  p.words = shape.words();
  plan.tables = transform_table_bytes(shape, p.primes);
  const std::size_t second = s.square ? 0 : bivariate_at_once(p.primes, p.words, plan.threads);
  const Count data = Count(p.primes + second) * shape.data_words();
  const Count carries = Count(2) * b.carries(product_length(s), ntt_run_words(shape));
  const Count tiles = Count(static_cast<std::size_t>(plan.threads)) * ntt_tile_words;
  plan.workspace = bytes_of<std::uint64_t>(data + carries + tiles);
  plan.result = integers_bytes(product_length(s), product_bits(s));
  return true;
}

MulPlan plan_bivariate(const MulShape& s, const MulBudget& budget) {
  MulPlan plan(MulAlgorithm::bivariate, s, budget.threads,
               TransformParameters{.leaf_log = budget.thresholds.transform_leaf_log});
  if (!fit_bivariate(plan)) {
    plan.workspace = Bytes::never;
    return plan;
  }
  plan.predicted_seconds = corrected(predict(plan), budget.thresholds.bivariate_percent);
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
