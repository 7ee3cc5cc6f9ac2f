// Many products over Z/pZ: pairs by all threads, or the short ones in one job of a device.
#include <polyfork/poly/residues/mul_pairs.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/gpu/device.hpp>

#include "core/limits.hpp"
#include "core/reserved_or_none.hpp"
#include "gpu/device/registry.hpp"
#include "gpu/products/short_products.hpp"
#include "poly/images/point_check.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

/// Words of short operands from which on a device is asked at all.
constexpr std::size_t least_words = std::size_t{1} << 16;

bool is_short(const PolyZp& f, const PolyZp& g) noexcept {
  constexpr std::size_t longest = std::size_t{1} << 16;
  return !f.is_zero() && !g.is_zero() && std::min(f.length(), g.length()) <= most_short_length &&
         std::max(f.length(), g.length()) <= longest;
}

/// The short pairs over the field of the first of them.
class ShortPairs {
 public:
  ShortPairs(std::span<const PolyZp> f, std::span<const PolyZp> g) : f_(f), g_(g) {
    for (std::size_t i = 0; i < f.size(); ++i) {
      if (!is_short(f[i], g[i])) continue;
      const PrimeField& field = PolyZp::check(f[i], g[i]).ring();
      if (modulus_ == 0) modulus_ = field.modulus();
      if (field.modulus() != modulus_) continue;
      const std::size_t a = f[i].length();
      const std::size_t b = g[i].length();
      const ShortProduct product{batch_.words_in, batch_.words_in + a, batch_.words_out, static_cast<std::uint32_t>(a),
                                 static_cast<std::uint32_t>(b)};
      places_.push_back(i);
      products_.push_back(product);
      batch_.words_in += a + b;
      batch_.words_out += a + b - 1;
      batch_.multiplications += static_cast<double>(a) * static_cast<double>(b);
    }
    batch_.products = products_.size();
    batch_.narrow = modulus_ >> 31 == 0;
  }

  bool are_many() const noexcept {
    return batch_.words_in >= least_words && batch_.products <= most_products && modulus_ > 2 && modulus_ >> 63 == 0;
  }

  const std::vector<std::size_t>& places() const noexcept { return places_; }

  /// The products in their places; false where they are the processor's to make.
  bool by_device(std::vector<PolyZp>& out, const ExecutionContext& ctx) const {
    DeviceView device = device_view(ctx);
    DeviceSeconds seconds;
    const double on_processor = device.usable ? predicted_seconds(ctx) : 0;
    const auto is_worth_it = [&] {
      if (!device.usable || short_batch_bytes(batch_).value() > device.free_bytes) return false;
      seconds = short_batch_seconds(batch_, device, ctx.threads());
      seconds.processor =
          processor_seconds(device.processor.word_products, on_processor, ctx.threads(), DeviceTuning::word_loops);
      return device.wanted || worth_a_device(seconds);
    };
    bool taken = is_worth_it();
    if (const auto asked = DeviceRegistry::instance().view_after_asking(taken, seconds.processor, ctx)) {
      device = *asked;
      taken = is_worth_it();
    }
    if (!taken) {
      if (const double missed = missed_seconds(seconds, device); missed > 0)
        DeviceRegistry::instance().note_missed(missed, ctx);
      return false;
    }
    const std::size_t bytes = Staging::bytes +
                              saturating_mul(batch_.words_in + batch_.words_out, sizeof(std::uint64_t)) +
                              saturating_mul(batch_.products, sizeof(ShortProduct) + sizeof(std::size_t));
    const std::optional<MemoryReservation> reservation = reserved_or_none(ctx.memory(), bytes);
    if (!reservation) return false;
    ResidueVector words;
    resize_unwritten(words, batch_.words_in);
    for_pairs(ctx, [&](std::size_t k) {
      const PolyZp& a = f_[places_[k]];
      const PolyZp& b = g_[places_[k]];
      std::ranges::copy(a.coefficients(), words.begin() + static_cast<std::ptrdiff_t>(products_[k].a));
      std::ranges::copy(b.coefficients(), words.begin() + static_cast<std::ptrdiff_t>(products_[k].b));
    });
    ResidueVector results;
    resize_unwritten(results, batch_.words_out);
    const WordModulus& p = f_[places_[0]].ring().word_modulus();
    const auto multiply = [&](DeviceJob& job) {
      multiply_short_on_device(job, modulus_, words, products_, results);
      if (!is_sampled()) return;
      const ShortProduct& last = products_.back();
      const std::span<const std::uint64_t> all(words);
      if (!agree_modulo(p, all.subspan(last.a, last.length_a), all.subspan(last.b, last.length_b),
                        std::span<const std::uint64_t>(results).subspan(last.out), ctx))
        throw DeviceFailure(FailureKind::wrong_result, "a short product of the device is wrong");
    };
    if (!run_on_device("batches of short products", ctx, seconds.work(), seconds.processor, multiply)) return false;
    for_pairs(ctx, [&](std::size_t k) {
      const auto begin = results.begin() + static_cast<std::ptrdiff_t>(products_[k].out);
      const std::size_t length = std::size_t{products_[k].length_a} + products_[k].length_b - 1;
      const PolyZp& like = PolyZp::check(f_[places_[k]], g_[places_[k]]);
      out[places_[k]] = PolyZp::make(ResidueVector(begin, begin + static_cast<std::ptrdiff_t>(length)), like);
    });
    return true;
  }

 private:
  static constexpr std::size_t most_products = std::size_t{1} << 30;

  template <class Body>
  void for_pairs(const ExecutionContext& ctx, const Body& body) const {
    constexpr std::size_t grain = 256;
    parallel_for(ctx, products_.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) body(k);
    });
  }

  /// Of the processor's plans, shared by the threads. Equal shapes next to each other are planned once.
  double predicted_seconds(const ExecutionContext& ctx) const {
    const MulBudget budget = PlanBudget(ctx.with_threads(1)).on_processor();
    double sum = 0;
    double one = 0;
    const ShortProduct* before = nullptr;
    for (const ShortProduct& product : products_) {
      if (before == nullptr || before->length_a != product.length_a || before->length_b != product.length_b)
        one = chosen_plan_zp(shape_of(product), budget).predicted_seconds;
      before = &product;
      sum += one;
    }
    return sum / std::max(1, ctx.threads());
  }

  MulShape shape_of(const ShortProduct& product) const {
    const PrimeField& field = f_[places_[0]].ring();
    const auto bits = static_cast<std::size_t>(std::bit_width(field.modulus() - 1));
    return {product.length_a, product.length_b, bits, bits, false, modulus_};
  }

  std::span<const PolyZp> f_;
  std::span<const PolyZp> g_;
  std::vector<std::size_t> places_;
  std::vector<ShortProduct> products_;
  ShortBatch batch_;
  std::uint64_t modulus_ = 0;
};

}  // namespace

std::vector<PolyZp> mul_pairs(std::span<const PolyZp> f, std::span<const PolyZp> g, const ExecutionContext& ctx) {
  if (f.size() != g.size()) throw DomainError("the lists of factors have different lengths");
  std::vector<PolyZp> out(f.size());
  std::vector<char> done(f.size());
  if (ctx.device_policy() != DevicePolicy::off) {
    const ShortPairs pairs(f, g);
    if (pairs.are_many() && pairs.by_device(out, ctx))
      for (const std::size_t i : pairs.places()) done[i] = 1;
  }
  // A task has some thousand coefficients; where there are enough of them, a product that is no longer is not split.
  constexpr std::size_t words_of_task = 8192;
  const ExecutionContext alone = ctx.with_threads(1);
  std::size_t words = 0;
  for (std::size_t i = 0; i < f.size(); ++i) words += f[i].length() + g[i].length();
  const std::size_t grain = std::clamp<std::size_t>(words_of_task * f.size() / (words + 1), 1, 256);
  const bool are_many = words >= 2 * words_of_task * static_cast<std::size_t>(ctx.threads());
  parallel_for(ctx, f.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (done[i] == 0)
        out[i] = mul(f[i], g[i], are_many && f[i].length() + g[i].length() <= words_of_task ? alone : ctx);
  });
  return out;
}

}  // namespace v1
}  // namespace polyfork
