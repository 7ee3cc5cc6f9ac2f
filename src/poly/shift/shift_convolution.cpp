// f(x + c) modulo many primes: residues, one convolution with the exponential series per prime, reconstruction.
//
// Modulo a prime beyond the degree the factorials of the convolution cost nothing, while over Z they would double the
// length of the numbers. With P = (bits of the result) / 50 primes, n coefficients and l limbs a coefficient of the
// result: P (2 transforms of 2 n words + n l) word operations. Everything between the two conversions is P independent
// convolutions of words (shift_residues.hpp).
// J. von zur Gathen, J. Gerhard, Fast algorithms for Taylor shifts and certain difference equations (ISSAC 1997), F.
#include <algorithm>
#include <memory>
#include <vector>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/images/residue_rows.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/shift/shift_algorithms.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::size_t wanted_length(const ShiftPlan& plan, const IntegerVector& f) noexcept {
  return plan.kept == 0 ? f.size() : plan.kept;
}

/// Fewer primes at both ends, where the coefficients of the result are short.
struct Segments {
  std::vector<std::shared_ptr<const CrtBasis>> bases;
  std::vector<CrtSegment> list;
};

Segments segments_of(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  const std::vector<std::size_t> begins = shift_segment_begins(wanted_length(plan, f));
  std::vector<std::size_t> bounds = begins;
  if (wanted_length(plan, f) < f.size()) bounds.push_back(wanted_length(plan, f));
  const std::vector<std::size_t> bits = shift_segment_bits(f, c, bounds, ctx);
  Segments segments;
  for (std::size_t s = 0; s < begins.size(); ++s) {
    segments.bases.push_back(transform_basis(
        std::min<std::size_t>(shared_prime_count(transform_primes_for(bits[s] + 1)), plan.primes), ctx));
    segments.list.push_back({begins[s], segments.bases.back().get()});
  }
  return segments;
}

}  // namespace

IntegerVector shift_convolution(const ShiftPlan& plan, const IntegerVector& f, IntegerView c,
                                const ExecutionContext& ctx) {
  const std::size_t length = f.size();
  const auto basis = transform_basis(plan.primes, ctx);
  Workspace::Frame frame;
  const std::size_t stride = row_stride(length);
  const auto residues = frame.allocate<std::uint64_t>(plan.primes * stride);
  const auto rows = residue_rows<std::uint64_t>(residues, stride, 0, length);
  basis->to_residues(f, rows, ctx);
  Segments segments;  // their bounds are a chain of steps for one thread
  fork_join(
      ctx,
      [&] {
        shift_residues(*basis, {c, 0, plan.cached}, rows, {}, ctx);
      },
      [&] { segments = segments_of(plan, f, c, ctx); });
  return from_residues_charged(segments.list,
                               residue_rows<const std::uint64_t>(residues, stride, 0, wanted_length(plan, f)), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
