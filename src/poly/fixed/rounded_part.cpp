// Bounds. With |a| < 2^w, sum_i |r_i| <= sum_j |q_j| ((|a| + 1) / 2^w)^j <= sum_j |q_j|: a row of the result has at
// most log2(rows) bits more than those of q. X_i = 2^(w d) r_i are the integers that are reconstructed; shift_bound.hpp
// bounds them segment by segment. Where all are below 2^(w d - 2), the rows are zero, which is less than one off. The
// rounding of the others is that of CrtBasis::from_residues_rounded: 1/2 + 2^-35.
#include "poly/fixed/rounded_part.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "core/limits.hpp"
#include "core/planning_threads.hpp"
#include "core/reserved_or_none.hpp"
#include "core/undisturbed.hpp"
#include "gpu/device/registry.hpp"
#include "gpu/products/rounded_shift.hpp"
#include "poly/fixed/rounded_half.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_residues.hpp"
#include "ring/integer_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t fewest_rows = 128;
constexpr std::size_t measured_rows = 1024;  // by a task: each is a cache miss
constexpr std::size_t room_bits = 4;         // of the primes' product above twice the result
// What the convolution of the scaled rows takes, in units of this one, at least.
constexpr double exact_conversions = 1.6;

/// q(-t) for q(t).
void mirror(FixedRows& q) {
  for (std::size_t i = 1; i < q.rows(); i += 2) mpn_neg(q.row(i), q.row(i), static_cast<mp_size_t>(q.limbs()));
}

/// The parts around a / 2^levels, a > 0, of a polynomial and, if asked for, of its mirror image.
class RoundedParts {
 public:
  /// q: the coefficients, in two's complement.
  RoundedParts(const IntegerRows& q, std::size_t levels, const Integer& a, bool both, const ExecutionContext& ctx)
      : q_(q), levels_(levels), a_(a), both_(both), ctx_(ctx), drop_(levels * (q.count - 1)) {
    std::vector<std::size_t> lengths(q.count);
    longest_ = parallel_reduce(
        ctx, lengths.size(), measured_rows, std::size_t{0},
        [&](std::size_t begin, std::size_t end) {
          std::size_t longest = 0;
          for (std::size_t i = begin; i < end; ++i) {
            const std::size_t bits = magnitude_bits(q.row(i), q.width);
            longest = std::max(longest, bits);
            lengths[i] = bits == 0 ? 0 : bits + levels * (q.count - 1 - i);
          }
          return longest;
        },
        [](std::size_t left, std::size_t right) { return std::max(left, right); });
    begins_ = shift_segment_begins(q.count);
    bits_ = shift_segment_bits(lengths, a, begins_, ctx);
    shape_ = {q.count, *std::max_element(lengths.begin(), lengths.end()), a.bit_length(),
              *std::max_element(bits_.begin(), bits_.end()) + room_bits};
  }

  /// Whether it is the faster way, and there is room for it.
  bool plan() {
    ShiftBudget budget = PlanBudget(ctx_).with_memory(ctx_.memory().available());
    std::int64_t& cached = budget.thresholds.cached_mebibytes;
    cached = cached * 2 / 3;  // parts come in several lengths, which share the plan cache
    plan_ = shift_plan_by(ShiftAlgorithm::convolution, shape_, budget);
    if (plan_.workspace.is_never()) return false;
    convolution_ = plan_.as<ConvolutionParameters>();
    const std::size_t primes = convolution_.primes;
    const auto workers = static_cast<std::size_t>(budget.threads);
    const std::size_t scratch = std::max(workers * magnitudes_bytes(q_.width),
                                         shift_residues_bytes(q_.count, primes, workers, convolution_.cached, both_));
    bytes_ = saturating_add(saturating_mul(both_ ? 2 * primes : primes, row_stride(q_.count) * sizeof(std::uint64_t)),
                            scratch);
    const std::size_t results = saturating_mul(both_ ? 2 : 1, plan_.result.value());
    if (budget.memory < saturating_add(bytes_, results)) return false;
    const ShiftPlan best = plan_shift(shape_, budget);
    if (plan_.predicted_seconds > exact_conversions * best.predicted_seconds) return false;
    plan_device(budget, results);
    return true;
  }

  /// `mirrored` receives the part of q(-t).
  FixedRows run(FixedRows* mirrored) const {
    FixedRows result;
    undisturbed(ctx_, [&] {
      if (missed_seconds_ > 0) DeviceRegistry::instance().note_missed(missed_seconds_, ctx_);
      if (!on_device_ || !run_device(result, mirrored)) result = convolve(mirrored);
    });
    return result;
  }

 private:
  /// Whether a device does it, beside whose staging there has to be room for the processor.
  void plan_device(const ShiftBudget& budget, std::size_t results) {
    if (!large_enough_for_devices(shape_)) return;
    const DeviceView device = device_view(ctx_);
    plan_by(device, budget, results);
    const auto asked = DeviceRegistry::instance().view_after_asking(
        on_device_, device.processor.shifts * plan_.predicted_seconds, ctx_);
    if (asked) plan_by(*asked, budget, results);
  }
  void plan_by(const DeviceView& device, const ShiftBudget& budget, std::size_t results) {
    on_device_ = false;
    if (!device.usable || budget.memory < saturating_add(saturating_add(bytes_, results), Staging::bytes)) return;
    const RoundedShiftShape shape{{q_.count, q_.width, shape_.result_bits, q_.count}, kept_limbs(), both_ ? 2U : 1U};
    const DeviceShiftPlan shift = plan_rounded_shift(shape, convolution_.primes, device, plan_.threads);
    if (shift.device_bytes.is_never()) return;
    device_seconds_ = shift.seconds;
    // The convolution without the conversions of digits that are dropped; two share the way forward.
    const double rounded = plan_.predicted_seconds / exact_conversions * (both_ ? 4.0 / 3 : 1);
    device_seconds_.processor =
        processor_seconds(device.processor.shifts, rounded, plan_.threads, DeviceTuning::integer_loops);
    on_device_ = device.wanted || worth_a_device(device_seconds_);
    if (!on_device_) missed_seconds_ = missed_seconds(device_seconds_, device);
  }

  /// False where the device did not do it.
  bool run_device(FixedRows& result, FixedRows* mirrored) const {
    const std::optional<MemoryReservation> staging = reserved_or_none(ctx_.memory(), Staging::bytes);
    if (!staging) return false;
    const auto primes = first_transform_primes(convolution_.primes, ctx_);
    std::vector<DeviceSegment> segments;
    for (std::size_t s = 0; s < begins_.size(); ++s) segments.push_back({begins_[s], segment_primes(s)});
    result = FixedRows(q_.count, kept_limbs(), ctx_);
    std::vector<RoundedRows> results{{result.row(0), false}};
    if (both_) {
      *mirrored = FixedRows(q_.count, kept_limbs(), ctx_);
      results.push_back({mirrored->row(0), true});
    }
    const auto shift = [&](DeviceJob& job) {
      rounded_shift_on_device(job, q_, {a_, levels_, q_.count}, drop_, primes, segments, kept_limbs(), results);
    };
    return run_on_device("rounded Taylor shifts", ctx_, device_seconds_.work(), device_seconds_.processor, shift);
  }

  /// Limbs of a row of the result.
  std::size_t kept_limbs() const noexcept {
    return (longest_ + static_cast<std::size_t>(std::bit_width(q_.count)) + 2) / 64 + 1;
  }
  /// Primes that segment s is reconstructed from; none where its rows are zero.
  std::size_t segment_primes(std::size_t s) const noexcept {
    if (bits_[s] + 2 <= drop_) return 0;
    return std::min<std::size_t>(shared_prime_count(transform_primes_for(bits_[s] + room_bits)), convolution_.primes);
  }

  FixedRows convolve(FixedRows* mirrored) const {
    const std::size_t length = q_.count;
    const MemoryReservation reservation(ctx_.memory(), bytes_);
    const auto basis = transform_basis(convolution_.primes, ctx_);
    Workspace::Frame frame;
    const std::size_t stride = row_stride(length);
    const auto residues = frame.allocate<std::uint64_t>(convolution_.primes * stride);
    const auto others = frame.allocate<std::uint64_t>(both_ ? convolution_.primes * stride : 0);
    const auto rows = residue_rows<std::uint64_t>(residues, stride, 0, length);
    rows_to_residues(*basis, q_, rows, ctx_);
    shift_residues(*basis, {a_, levels_, convolution_.cached}, rows,
                   residue_rows<std::uint64_t>(others, stride, 0, length), ctx_);
    FixedRows result;
    fork_join(
        ctx_, [&] { result = rounded(residue_rows<const std::uint64_t>(residues, stride, 0, length)); },
        [&] {
          if (both_) *mirrored = rounded(residue_rows<const std::uint64_t>(others, stride, 0, length));
        });
    return result;
  }

  FixedRows rounded(std::span<const std::span<const std::uint64_t>> residues) const {
    const std::size_t limbs = kept_limbs();
    FixedRows result(q_.count, limbs, ctx_);
    parallel_for(ctx_, begins_.size(), 1, [&](std::size_t s, std::size_t last) {
      for (; s < last; ++s) {
        const std::size_t primes = segment_primes(s);
        if (primes == 0) continue;
        const std::size_t end = s + 1 < begins_.size() ? begins_[s + 1] : q_.count;
        const auto basis = transform_basis(primes, ctx_);
        basis->from_residues_rounded(residues.first(basis->size()), begins_[s], end, drop_, result.row(begins_[s]),
                                     limbs, ctx_);
      }
    });
    return result;
  }

  IntegerRows q_;
  std::size_t levels_;
  const Integer& a_;
  bool both_;
  const ExecutionContext& ctx_;
  std::size_t drop_;
  std::size_t longest_ = 0;
  std::vector<std::size_t> begins_;
  std::vector<std::size_t> bits_;
  ShiftShape shape_;
  ShiftPlan plan_;
  ConvolutionParameters convolution_;
  std::size_t bytes_ = 0;
  bool on_device_ = false;
  DeviceSeconds device_seconds_;
  double missed_seconds_ = 0;
};

/// `bits` is that of the longest row: -1 has none.
bool all_zero(const FixedRows& q, std::size_t bits) {
  if (bits != 0) return false;
  for (std::size_t i = 0; i < q.rows(); ++i)
    if (!q.is_zero(i)) return false;
  return true;
}

/// Whether the part is a half that fixed point finds sooner, and there is room for `halves` of them.
bool halves_in_fixed_point(const FixedRows& q, std::size_t bits, std::size_t levels, const Integer& distance,
                           std::size_t halves, const ExecutionContext& ctx) {
  if (levels != 1 || !distance.is_one() || !worth_fixed_point(q.rows(), bits)) return false;
  const HalfBytes bytes = rounded_half_bytes(q.rows(), bits, static_cast<std::size_t>(ctx.threads()));
  // The powers' transforms may be in the plan cache besides.
  return saturating_mul(2 * halves, saturating_add(bytes.work, bytes.result)) <= ctx.memory().available();
}

FixedRows half_in_fixed_point(const FixedRows& q, std::size_t bits, bool lower, const ExecutionContext& ctx) {
  FixedRows half = rounded_half(q, bits, lower, ctx);
  if (lower) mirror(half);
  return half;
}

}  // namespace

std::optional<FixedRows> rounded_part(const FixedRows& q, std::size_t levels, const Integer& a,
                                      const ExecutionContext& ctx) {
  if (q.rows() < fewest_rows) return std::nullopt;
  const bool mirrored = a.sign() < 0;
  const Integer distance = abs(a);
  const std::size_t bits = q.max_bits(ctx);
  if (all_zero(q, bits)) return FixedRows(q.rows(), q.limbs(), ctx);
  if (halves_in_fixed_point(q, bits, levels, distance, 1, ctx)) {
    FixedRows half;
    undisturbed(ctx, [&] { half = half_in_fixed_point(q, bits, mirrored, ctx); });
    return half;
  }
  RoundedParts parts(q.integers(mirrored), levels, distance, false, ctx);
  if (!parts.plan()) return std::nullopt;
  FixedRows rows = parts.run(nullptr);
  if (mirrored) mirror(rows);
  return rows;
}

std::optional<TwoParts> rounded_parts(const FixedRows& q, std::size_t levels, const Integer& a,
                                      const ExecutionContext& ctx) {
  if (q.rows() < fewest_rows) return std::nullopt;
  const std::size_t bits = q.max_bits(ctx);
  if (all_zero(q, bits)) return TwoParts{FixedRows(q.rows(), q.limbs(), ctx), FixedRows(q.rows(), q.limbs(), ctx)};
  TwoParts two;
  if (halves_in_fixed_point(q, bits, levels, a, 2, ctx)) {
    undisturbed(ctx, [&] {
      fork_join(
          ctx, [&] { two.upper = half_in_fixed_point(q, bits, false, ctx); },
          [&] { two.lower = half_in_fixed_point(q, bits, true, ctx); });
    });
    return two;
  }
  RoundedParts parts(q.integers(), levels, a, true, ctx);
  if (!parts.plan()) return std::nullopt;
  two.upper = parts.run(&two.lower);
  mirror(two.lower);
  return two;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
