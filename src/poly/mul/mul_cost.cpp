// The constants of the cost model and where they come from: see bench/bench_arithmetic.cpp and the class of machine
// in the tuning table (AMD EPYC, 2 cores, GMP 6.2.1).
#include "poly/mul/mul_cost.hpp"

#include <algorithm>
#include <cmath>

#include <polyfork/core/cpu.hpp>

#include "core/chunk_store.hpp"
#include "core/cpu_ports.hpp"
#include "fft/ntt_kernels.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_bivariate.hpp"
#include "poly/mul/mul_blocked.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/mul/mul_toom_cook.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double ns = 1e-9;
constexpr double call_ns = 150;        // fixed cost of a product
constexpr double limb_fetch_ns = 0.5;  // bivariate: a word from its row to the tile of a first pass
constexpr double row_join_ns = 60;     // the ends of a row's runs of words, and their carries
constexpr double most_streams = 14;    // threads that long transforms and many rows keep busy: they go through memory
// Scratch that a plan may take for nothing, and as a multiple of the operands and the result.
constexpr double free_scratch = 64 << 20;
constexpr double free_scratch_ratio = 3;
constexpr double scratch_factor = 1.5;  // by which a plan with more has to be faster

/// What transforms and conversions cost in nanoseconds with an instruction set: a butterfly, what belongs to a word
/// once (its share of a product of blocks, loads and stores), and the product of a limb with a word modulo a prime.
struct TransformCost {
  double butterfly;
  double word;
  double conversion;
};
TransformCost transform_cost() {
  switch (active_isa()) {
    case Isa::ifma:
      return {0.125, 0.38, adds_beside_multiplies() ? 0.037 : 0.048};
    case Isa::avx512:
      return {0.32, 0.7, 0.17};
    case Isa::avx2:
      return {0.54, 0.7, 0.27};
    case Isa::scalar:
      break;
  }
  return {2.2, 0.7, 0.6};
}

/// Sums of products at points in nanoseconds a word: the last levels of a transform, and a product of two.
struct PointCost {
  double image;
  double pair;
};
PointCost point_cost() {
  switch (active_isa()) {
    case Isa::ifma:
      return {0.25, 0.027};
    case Isa::avx512:
      return {0.52, 0.056};
    case Isa::avx2:
      return {1.0, 0.068};
    case Isa::scalar:
      break;
  }
  return {4.1, 1.16};
}

/// A coefficient from its residues to its limb.
double limb_join_ns() { return active_isa() == Isa::ifma ? 1.5 : 8; }

/// Long workspaces are walked through memory rather than caches, and what the process does not keep comes from the
/// system at every product, zeroed page by page; many cores do not make that cheaper.
double fresh_memory_seconds(const MulPlan& plan) noexcept {
  const auto kept = static_cast<double>(ChunkStore::most_kept);
  return ns * 0.3 * std::max(0.0, static_cast<double>(plan.workspace_bytes) - kept);
}

double balanced_units(double n) noexcept {
  if (n <= 24) return n * n + 4 * n;
  const double toom2 = 24 * 24 + 96.0;
  if (n <= 200) return toom2 * std::pow(n / 24, 1.6);
  const double toom3 = toom2 * std::pow(200.0 / 24, 1.6);
  if (n <= 4000) return toom3 * std::pow(n / 200, 1.42);
  return toom3 * std::pow(20.0, 1.42) * std::pow(n / 4000, 1.12);
}

double parallel_share(int threads, std::size_t grain, double limit) noexcept {
  return grain == 0 ? 1.0 : share_of_threads(threads, limit);
}

}  // namespace

double share_of_threads(int threads, double parts) noexcept {
  return 1.0 / std::min<double>(threads, std::max(1.0, parts));
}

double weighted_seconds(const MulPlan& plan) noexcept {
  if (static_cast<double>(plan.workspace_bytes) <= free_scratch) return plan.predicted_seconds;
  const MulShape& s = plan.shape;
  const auto bytes = [](std::size_t length, std::size_t bits) {
    return static_cast<double>(length) * static_cast<double>(limbs_for_bits(bits) * sizeof(mp_limb_t));
  };
  const double own = bytes(s.length_a, s.bits_a) + (s.square ? 0 : bytes(s.length_b, s.bits_b)) +
                     bytes(product_length(s), product_bits(s));
  const bool much = static_cast<double>(plan.workspace_bytes) > free_scratch_ratio * own;
  return plan.predicted_seconds * (much ? scratch_factor : 1.0);
}

double transform_seconds(double words) noexcept {
  const TransformCost cost = transform_cost();
  const double levels = std::max(1.0, std::log2(words / ntt_block));  // products are formed on blocks
  const double far = words > 1 << 20 ? 0.2 : 0;                       // beyond the caches, a word
  return ns * (words / 2 * levels * cost.butterfly + words * (cost.word + far));
}

double conversion_seconds(double pairs) noexcept { return ns * pairs * transform_cost().conversion; }

double gmp_mul_units(std::size_t na, std::size_t nb) noexcept {
  const auto large = static_cast<double>(std::max(na, nb));
  const auto small = static_cast<double>(std::min(na, nb));
  if (small == 0) return 0;
  if (small <= 24) return large * small + 4 * large;
  return balanced_units(small) * (large / small);
}

double predict_classical(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const double products = static_cast<double>(s.length_a) * static_cast<double>(s.length_b);
  double each = product_bits(s) < 128 ? word_product_ns : 2 * word_product_ns;
  if (s.bits_a > 64 || s.bits_b > 64) {
    const std::size_t na = limbs_for_bits(s.bits_a);
    const std::size_t nb = limbs_for_bits(s.bits_b);
    each = product_call_ns + limb_product_ns * (gmp_mul_units(na, nb) + 0.6 * static_cast<double>(na + nb));
    if (s.square) each *= 0.55;
  }
  const double columns = static_cast<double>(product_length(s));
  return ns * (call_ns + columns * 10 + products * each * parallel_share(threads, plan.grain, columns));
}

double predict_karatsuba(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const KaratsubaWidths w = karatsuba_widths(s);
  const auto shorter = static_cast<double>(std::min(s.length_a, s.length_b));
  const auto longer = static_cast<double>(std::max(s.length_a, s.length_b));
  const auto base = static_cast<double>(plan.base_length);
  const double levels = std::max(0.0, std::ceil(std::log2(shorter / base)));
  const double leaf = shorter / std::exp2(levels);
  const double leaf_products = std::pow(3.0, levels) * leaf * leaf;
  const double each =
      product_call_ns + limb_product_ns * (gmp_mul_units(w.a, w.b) + 0.6 * static_cast<double>(w.product));
  // additions: about 8 rows of the product's width per level and leaf
  const double additions =
      shorter * 4 * (std::pow(1.5, levels) - 1) * (3 + limb_product_ns * 0.6 * static_cast<double>(w.product));
  const double serial = (leaf_products * each + additions) * (longer / shorter) + longer * 20;
  return ns * (call_ns + serial * parallel_share(threads, plan.grain, 3));
}

double predict_plain(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const std::size_t na = limbs_for_bits(s.bits_a);
  const std::size_t nb = limbs_for_bits(s.bits_b);
  const double products = static_cast<double>(s.length_a) * static_cast<double>(s.length_b);
  const double each = product_call_ns + limb_product_ns * (gmp_mul_units(na, nb) + 0.6 * static_cast<double>(na + nb));
  const double rows = static_cast<double>(product_length(s)) * (10 + static_cast<double>(plain_width(s)));
  return ns * (call_ns + rows + products * each * parallel_share(threads, plan.grain, products));
}

double predict_toom_cook(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const MulPlan& child = plan.children.front();
  const ToomCookShape toom(s, toom_cook_ways(plan.algorithm));
  const auto pairs = static_cast<double>(toom.pairs);
  const auto points = static_cast<double>(toom.points());
  const auto block = static_cast<double>(toom.block);
  const auto value = [&](std::size_t blocks, std::size_t bits) {
    return pairs * (static_cast<double>(blocks) + 4) * (4 + 0.4 * static_cast<double>(limbs_for_bits(bits)));
  };
  const double values =
      value(toom.blocks_a, child.shape.bits_a) + (s.square ? 0 : value(toom.blocks_b, child.shape.bits_b));
  const double columns = 4 * pairs * (pairs + 2) * (5 + 1.2 * static_cast<double>(toom.width(s)));
  return ns * (2000 + block * (values + columns) * share_of_threads(threads, block / 8)) +
         points * child.predicted_seconds * share_of_threads(threads, points);
}

double predict_integer_transforms(unsigned primes, std::size_t words, std::size_t limbs, bool square,
                                  int threads) noexcept {
  const double serial = primes * (square ? 2 : 3) * transform_seconds(static_cast<double>(words)) +
                        ns * limb_join_ns() * static_cast<double>(limbs);
  return ns * 2000 + serial * share_of_threads(threads, std::min(most_streams, static_cast<double>(words) / 4096));
}

double predict_kronecker(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const MulPlan& child = plan.children.front();
  const auto runs = static_cast<double>(child.times);
  const std::size_t packed = kronecker_limbs(saturating_add(s.length_a, s.length_b), plan.slot_bits);
  const double slots = 2 * (static_cast<double>(s.length_a) + static_cast<double>(s.length_b));
  // at two points: the halves of the vectors, sums and differences of what is packed
  const double passes = runs > 1 ? 5 : 2;
  const double copying = runs * (slots * slot_ns + passes * static_cast<double>(packed) * slot_limb_ns);
  // products by GMP are serial, those at two points independent
  const double at_once = child.primes == 0 ? share_of_threads(threads, plan.grain == 0 ? 1 : runs) : 1;
  return fresh_memory_seconds(plan) +
         ns * (call_ns * runs + copying * parallel_share(threads, plan.grain, slots / 256)) +
         runs * child.predicted_seconds * at_once;
}

double predict_blocked(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const BlockedShape blocks(s, plan.slot_bits / 64);
  const auto primes = static_cast<double>(plan.primes);
  const auto words = static_cast<double>(plan.transform_words);
  const auto limbs = static_cast<double>(blocks.block_limbs);
  const auto sums = static_cast<double>(blocks.sums);
  const double forward = static_cast<double>(blocks.blocks_a) + (s.square ? 0 : static_cast<double>(blocks.blocks_b));
  const double pairs = static_cast<double>(blocks.blocks_a) * static_cast<double>(blocks.blocks_b);
  constexpr double transform_ns = 60;  // its calls
  const PointCost points = point_cost();
  const double transforms = (forward + sums) * (ns * (transform_ns + words * points.image) + transform_seconds(words)) +
                            ns * pairs * words * points.pair;
  const double length = static_cast<double>(product_length(s));
  const double cut = static_cast<double>(blocks.blocks_a) * static_cast<double>(s.length_a) +
                     (s.square ? 0 : static_cast<double>(blocks.blocks_b) * static_cast<double>(s.length_b));
  const double into = cut * limbs;
  const double out = sums * length * (2 * limbs + 7);
  const double joined = sums * length * (28 + 0.9 * limbs) + cut * 20;
  return ns * 3000 + fresh_memory_seconds(plan) +
         (primes * (transforms + conversion_seconds(into + out)) + ns * joined) *
             share_of_threads(threads, std::min({most_streams, primes, length / BlockedShape::least_in_chunk}));
}

double predict_bivariate(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const BivariateShape shape(s);
  const auto primes = static_cast<double>(plan.primes);
  const auto words = static_cast<double>(plan.transform_words);
  const auto into = static_cast<double>(shape.words_a(s)) + (s.square ? 0 : static_cast<double>(shape.words_b(s)));
  const auto out = static_cast<double>(shape.words);
  const double transforms = primes * (s.square ? 2 : 3) * transform_seconds(words);
  const double fetches = primes / static_cast<double>(bivariate_at_once(plan.primes, plan.transform_words, threads));
  const double conversions = ns * (fetches * into * limb_fetch_ns + out * limb_join_ns() +
                                   static_cast<double>(product_length(s)) * row_join_ns);
  return ns * 3000 + fresh_memory_seconds(plan) +
         (transforms + conversions) * share_of_threads(threads, std::min(most_streams, out / 4096));
}

double predict_multimodular(const MulPlan& plan, int threads) noexcept {
  const MulShape& s = plan.shape;
  const auto words = static_cast<double>(plan.transform_words);
  const auto primes = static_cast<double>(plan.primes);
  const double transforms = (s.square ? 2 : 3) * transform_seconds(words);
  const double into = static_cast<double>(s.length_a) * static_cast<double>(limbs_for_bits(s.bits_a)) +
                      (s.square ? 0 : static_cast<double>(s.length_b) * static_cast<double>(limbs_for_bits(s.bits_b)));
  const double out =
      static_cast<double>(product_length(s)) * (static_cast<double>(limbs_for_bits(product_bits(s))) + 6);
  constexpr double prime_ns = 250;  // calls and the last vectors of conversions
  constexpr double coefficient_ns = 6;
  const double coefficients = static_cast<double>(product_length(s)) + static_cast<double>(s.length_a) +
                              (s.square ? 0 : static_cast<double>(s.length_b));
  if (plan.words) {
    constexpr double sweep_ns = 0.9;  // of a prime, both ways
    const double all = primes * (transforms + ns * coefficients * sweep_ns);
    return ns * 1500 + all * parallel_share(threads, 1, primes * words / 4096) + fresh_memory_seconds(plan);
  }
  if (is_brief(plan)) threads = 1;
  const auto panels = [](std::size_t length) {
    return std::ceil(static_cast<double>(length) / 32);
  };  // converted at once
  const double panels_out = panels(product_length(s));
  const double panels_in = panels(s.length_a) + (s.square ? 0 : panels(s.length_b));
  return ns * 2000 + fresh_memory_seconds(plan) +
         primes * conversion_seconds(into) * share_of_threads(threads, panels_in) +
         primes * (ns * prime_ns + transforms) * share_of_threads(threads, primes * words / 4096) +
         (primes * conversion_seconds(out) + ns * coefficients * coefficient_ns) *
             share_of_threads(threads, panels_out);
}

double predict_transform(const MulPlan& plan, int threads) noexcept {
  const auto words = static_cast<double>(plan.transform_words);
  const auto wanted = static_cast<double>(product_length(plan.shape));
  const double pieces = std::max(1.0, wanted / words);
  const double serial = pieces * plan.primes * (plan.shape.square ? 2 : 3) * transform_seconds(words);
  return ns * call_ns + serial * parallel_share(threads, 1, words / 4096);
}

double predict_zp(const MulPlan& plan, int threads) noexcept {
  if (plan.algorithm == MulAlgorithm::kronecker) return predict_kronecker(plan, threads);
  if (plan.algorithm == MulAlgorithm::transform) return predict_transform(plan, threads);
  const auto shorter = static_cast<double>(std::min(plan.shape.length_a, plan.shape.length_b));
  const auto longer = static_cast<double>(std::max(plan.shape.length_a, plan.shape.length_b));
  const double product_ns = columns_in_vectors(plan.shape) ? 0.085 : word_product_ns;
  if (plan.algorithm == MulAlgorithm::classical)
    return ns * (call_ns + shorter * longer * product_ns * parallel_share(threads, plan.grain, longer));
  const double levels = std::max(0.0, std::ceil(std::log2(shorter / static_cast<double>(plan.base_length))));
  const double leaf = shorter / std::exp2(levels);
  const double serial = std::pow(3.0, levels) * (leaf * leaf * product_ns + leaf * 12);
  return ns * (call_ns + serial * (longer / shorter) * parallel_share(threads, plan.grain, 3));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
