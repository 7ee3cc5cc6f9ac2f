// f(x + c) modulo many primes: residues, one convolution with the exponential series per prime, reconstruction.
//
// Modulo a prime beyond the degree the factorials of the convolution cost nothing, while over Z they would double the
// length of the numbers. With P = (bits of the result) / 50 primes, n coefficients and l limbs a coefficient of the
// result: P (2 transforms of 2 n words + n l) word operations. Everything between the two conversions is P independent
// convolutions of words (shift_residues.hpp).
// J. von zur Gathen, J. Gerhard, Fast algorithms for Taylor shifts and certain difference equations (ISSAC 1997), F.
#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "fft/word_shift.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/images/table_bytes.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_residues.hpp"
#include "poly/shift/shift_segments.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

double predict(const ShiftPlan& plan) noexcept {
  const ShiftShape& s = plan.shape;
  const auto& p = plan.as<ConvolutionParameters>();
  constexpr double start = 2000;
  constexpr double prime_start = 400;
  constexpr double sum_limbs = 6;  // of a reconstruction beyond the result's limbs
  const auto n = static_cast<double>(s.length);
  const auto primes = static_cast<double>(p.primes);
  const auto into = static_cast<double>(limbs_for_bits(s.bits));
  const auto out = static_cast<double>(limbs_for_bits(s.result_bits + 1)) + sum_limbs;
  const double convolution =
      (p.cached ? 2 : 3) * transform_seconds(static_cast<double>(p.transform_words)) + nanosecond * prime_start;
  return nanosecond * start + primes * (convolution * share_of_threads(plan.threads, primes) +
                                        conversion_seconds(n * (into + out)) * share_of_threads(plan.threads, n / 32));
}

void plan_convolution(ShiftPlan& plan, const ShiftBudget& budget) {
  const ShiftShape& s = plan.shape;
  if (2 * s.length > longest_transform || s.result_bits > most_multimodular_bits) {
    plan.workspace = Bytes::never;
    return;
  }
  const auto threads = static_cast<std::size_t>(plan.threads);
  plan.parameters = ConvolutionParameters();
  auto& p = plan.as<ConvolutionParameters>();
  p.primes = static_cast<unsigned>(shared_prime_count(transform_primes_for(s.result_bits + 1)));
  p.transform_words = WordShift::shape(s.length).words();
  const Bytes tables = bytes_of<std::uint64_t>(Count(p.primes) * WordShifts::table_words(s.length));
  const auto most = static_cast<std::size_t>(std::clamp<std::int64_t>(budget.thresholds.cached_mebibytes, 0, 1 << 20));
  p.cached = tables <= most << 20;
  // Where they are made anew, so are the transforms' when they have been dropped: those of the primes at work are
  // needed.
  const std::size_t transforms = p.cached ? p.primes : std::min<std::size_t>(p.primes, threads);
  plan.tables = (p.cached ? tables : Bytes()) + shift_basis_bytes(p.primes) +
                transform_table_bytes(WordShift::shape(s.length), transforms);
  plan.workspace = bytes_of<std::uint64_t>(Count(p.primes) * row_stride(s.length)) +
                   shift_residues_bytes(s.length, p.primes, threads, p.cached, false);
  plan.predicted_seconds = predict(plan);
}

/// Fewer primes at both ends, where the coefficients of the result are short.
struct Segments {
  std::vector<std::shared_ptr<const CrtBasis>> bases;
  std::vector<CrtSegment> list;
};

/// lengths: of the coefficients of f, in bits.
Segments segments_of(const ShiftPlan& plan, std::span<const std::size_t> lengths, IntegerView c,
                     const ExecutionContext& ctx) {
  Segments segments;
  for (const ShiftSegment& s :
       shift_segments(lengths, c, plan.result_length(), plan.as<ConvolutionParameters>().primes, ctx)) {
    segments.bases.push_back(transform_basis(s.primes, ctx));
    segments.list.push_back({s.begin, segments.bases.back().get()});
  }
  return segments;
}

void residues_of(const CrtBasis& basis, const IntegerVector& f, std::span<const std::span<std::uint64_t>> rows,
                 const ExecutionContext& ctx) {
  basis.to_residues(f, rows, ctx);
}

void residues_of(const CrtBasis& basis, const IntegerRows& f, std::span<const std::span<std::uint64_t>> rows,
                 const ExecutionContext& ctx) {
  const MemoryReservation copies(ctx.memory(), magnitudes_bytes(f.width) * static_cast<std::size_t>(ctx.threads()));
  rows_to_residues(basis, f, rows, ctx);
}

/// Coefficients: an IntegerVector or IntegerRows.
template <class Coefficients>
IntegerVector run_convolution(const ShiftPlan& plan, const Coefficients& f, IntegerView c,
                              const ExecutionContext& ctx) {
  const auto& p = plan.as<ConvolutionParameters>();
  const std::size_t length = plan.shape.length;
  const auto basis = transform_basis(p.primes, ctx);
  Workspace::Frame frame;
  const std::size_t stride = row_stride(length);
  const auto residues = frame.allocate<std::uint64_t>(p.primes * stride);
  const auto rows = residue_rows<std::uint64_t>(residues, stride, 0, length);
  residues_of(*basis, f, rows, ctx);
  Segments segments;  // their bounds are a chain of steps for one thread
  fork_join(
      ctx,
      [&] {
        shift_residues(*basis, {c, 0, p.cached}, rows, {}, ctx);
      },
      [&] { segments = segments_of(plan, bit_lengths(f), c, ctx); });
  return from_residues_charged(segments.list,
                               residue_rows<const std::uint64_t>(residues, stride, 0, plan.result_length()), ctx);
}

}  // namespace

constinit const ShiftMethod shift_convolution = {ShiftAlgorithm::convolution, plan_convolution,
                                                 run_convolution<IntegerVector>, run_convolution<IntegerRows>};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
