// Residues to integers by cofactor sums, portable; the vector kernels' version is crt_from_residues_panels.cpp.
//
// With y_j = r_j (M/p_j)^-1 mod p_j the sum of y_j M/p_j is x + q M for the x in [0, M) sought, where
// q = floor(sum of y_j/p_j). The fractions are summed in fixed point, each rounded down by less than 3 units of
// 2^-62, so that for fewer than 2^60 primes the whole part is q or q - 1 and one exact comparison settles it.
// No mixed radix: its inner loop is a chain of dependent modular products, this one is mpn_addmul_1.
// Cost: size^2 n word products. Scratch per task: 64 (size + 2 + limbs of M) words.
//
// Loop order: primes outside, the coefficients of a group inside, so that a row of cofactors is fetched once per
// group, whose accumulators fill at most half of the second cache.
#include <polyfork/ring/crt_basis.hpp>

#include <algorithm>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "ring/crt/crt_grain.hpp"
#include "ring/crt/crt_tables.hpp"
#include "ring/round_shifted.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

__extension__ using wide = unsigned __int128;
constexpr std::size_t group_bytes = std::size_t{128} << 10;

}  // namespace

/// One call: the inputs and the loops over a stripe.
class CrtBasis::Reconstruction {
 public:
  Reconstruction(const CrtBasis& basis, std::span<const std::span<const std::uint64_t>> residues,
                 const ExecutionContext& ctx)
      : basis_(basis),
        residues_(residues),
        ctx_(ctx),
        width_(basis.limbs_ + 1),
        group_(std::clamp<std::size_t>(group_bytes / (width_ * sizeof(mp_limb_t)), 1, IntegerVector::stripe_rows)) {}

  /// take(i, sum, negative) for elements i in [begin, end), on all threads: the element is sum, or sum - M where
  /// negative, sum of as many limbs as M and one more, which is zero.
  template <class Take>
  void over_elements(std::size_t begin, std::size_t end, const Take& take) const {
    constexpr std::size_t rows = IntegerVector::stripe_rows;
    parallel_for(ctx_, (end - begin + rows - 1) / rows, detail::stripe_grain(basis_.size() * (1 + basis_.limbs_)),
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t s = first; s < last; ++s)
                     stripe(begin + s * rows, std::min(begin + (s + 1) * rows, end), take);
                 });
  }

 private:
  template <class Take>
  void stripe(std::size_t begin, std::size_t end, const Take& take) const {
    for (std::size_t first = begin; first < end; first += group_) group(first, std::min(first + group_, end), take);
    ctx_.charge((end - begin) * basis_.size() * (1 + basis_.limbs_));
  }

  template <class Take>
  void group(std::size_t begin, std::size_t end, const Take& take) const {
    Workspace::Frame frame;
    const std::size_t count = end - begin;
    const auto sums = frame.allocate<mp_limb_t>(count * width_);
    const auto fractions = frame.allocate<wide>(count);
    std::fill(sums.begin(), sums.end(), 0);
    std::fill(fractions.begin(), fractions.end(), 0);
    for (std::size_t j = 0; j < basis_.size(); ++j) {
      ctx_.poll();
      const WordModulus p = basis_.moduli_[j];
      const Weight w = basis_.weights_[j];
      const mp_limb_t* cofactor = basis_.cofactors_.data() + j * basis_.limbs_;
      const std::uint64_t* r = residues_[j].data() + begin;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t y = p.mul_shoup(r[i], w.inverse, w.inverse_quotient);
        // y/p in units of 2^-62: the reciprocal is short by at most 1 (2 for p = 2), the product's low half by 1.
        fractions[i] += static_cast<std::uint64_t>(wide{y << w.shift} * w.reciprocal >> 64);
        mp_limb_t* sum = sums.data() + i * width_;
        sum[basis_.limbs_] += mpn_addmul_1(sum, cofactor, static_cast<mp_size_t>(basis_.limbs_), y);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      mp_limb_t* const sum = sums.data() + i * width_;
      reduce(sum, static_cast<mp_limb_t>(fractions[i] >> 62));
      take(begin + i, sum, at_least_half(sum));
    }
  }

  /// Reduces sum by quotient M and corrects once.
  void reduce(mp_limb_t* sum, mp_limb_t quotient) const {
    const auto n = static_cast<mp_size_t>(basis_.limbs_);
    const mp_limb_t* product = basis_.product_.view().limbs().data();
    sum[n] -= mpn_submul_1(sum, product, n, quotient);
    if (sum[n] != 0 || mpn_cmp(sum, product, n) >= 0) sum[n] -= mpn_sub_n(sum, sum, product, n);
  }

  bool at_least_half(const mp_limb_t* x) const noexcept {
    const auto n = static_cast<mp_size_t>(basis_.limbs_);
    const auto half = basis_.half_.view().limbs();
    const auto half_size = static_cast<mp_size_t>(half.size());  // n or n - 1
    if (half_size < n && x[n - 1] != 0) return true;
    return mpn_cmp(x, half.data(), half_size) >= 0;
  }

  const CrtBasis& basis_;
  std::span<const std::span<const std::uint64_t>> residues_;
  const ExecutionContext& ctx_;
  std::size_t width_;  // limbs of a sum: below size() M
  std::size_t group_;  // coefficients worked on together
};

void CrtBasis::reconstruct(std::span<const std::span<const std::uint64_t>> residues, IntegerVector& out,
                           std::size_t begin, std::size_t end, const ExecutionContext& ctx) const {
  if (tables_ != nullptr) {
    detail::from_residues_panels(*tables_, product_, residues, out, begin, end, ctx);
    return;
  }
  const mp_limb_t* product = product_.view().limbs().data();
  const auto n = static_cast<mp_size_t>(limbs_);
  const auto take = [&](std::size_t i, const mp_limb_t* sum, bool negative) {
    mp_limb_t* const row = out.row(i);
    if (negative)
      mpn_sub_n(row, product, sum, n);
    else
      mpn_copyi(row, sum, n);
    int used = static_cast<int>(n);
    while (used > 0 && row[used - 1] == 0) --used;
    out.set_signed_size(i, negative ? -used : used);
  };
  Reconstruction(*this, residues, ctx).over_elements(begin, end, take);
}

IntegerVector CrtBasis::from_residues(std::span<const std::span<const std::uint64_t>> residues,
                                      const ExecutionContext& ctx) const {
  if (residues.size() != size()) throw DomainError("one array of residues per prime is needed");
  const CrtSegment whole{0, this};
  return polyfork::from_residues({&whole, 1}, residues, ctx);
}

void CrtBasis::from_residues_rounded(std::span<const std::span<const std::uint64_t>> residues, std::size_t begin,
                                     std::size_t end, std::size_t drop, std::uint64_t* out, std::size_t limbs,
                                     const ExecutionContext& ctx) const {
  if (residues.size() != size()) throw DomainError("one array of residues per prime is needed");
  if (tables_ != nullptr)
    return detail::from_residues_panels_rounded(*tables_, product_, residues, begin, end, drop, out, limbs, ctx);
  const mp_limb_t* product = product_.view().limbs().data();
  const auto n = static_cast<mp_size_t>(limbs_);
  const auto take = [&](std::size_t i, mp_limb_t* sum, bool negative) {
    // In two's complement; one limb for the sign is enough, since elements are below M / 8.
    if (negative) sum[n] -= mpn_sub_n(sum, sum, product, n);
    detail::round_shifted({sum, limbs_ + 1}, drop, false, {out + (i - begin) * limbs, limbs});
  };
  Reconstruction(*this, residues, ctx).over_elements(begin, end, take);
}

IntegerVector detail::from_residues_charged(std::span<const CrtSegment> segments,
                                            std::span<const std::span<const std::uint64_t>> residues,
                                            const ExecutionContext& ctx) {
  const std::size_t n = residues.empty() ? 0 : residues[0].size();
  const auto end_of = [&](std::size_t s) { return s + 1 < segments.size() ? segments[s + 1].begin : n; };
  std::vector<std::uint32_t> strides;
  for (std::size_t s = 0; s < segments.size(); ++s)
    strides.resize((end_of(s) + IntegerVector::stripe_rows - 1) / IntegerVector::stripe_rows,
                   static_cast<std::uint32_t>(segments[s].basis->limbs_));
  IntegerVector result = unwritten_integers(n, strides);  // every limb of each row is written below
  parallel_for(ctx, segments.size(), 1, [&](std::size_t s, std::size_t last) {
    for (; s < last; ++s) {
      const CrtBasis& basis = *segments[s].basis;
      basis.reconstruct(residues.first(basis.size()), result, segments[s].begin, end_of(s), ctx);
    }
  });
  return result;
}

IntegerVector from_residues(std::span<const CrtSegment> segments,
                            std::span<const std::span<const std::uint64_t>> residues, const ExecutionContext& ctx) {
  if (segments.empty() || segments[0].begin != 0) throw DomainError("the first segment has to begin at element 0");
  const std::size_t n = residues.empty() ? 0 : residues[0].size();
  for (const auto& r : residues)
    if (r.size() != n) throw DomainError("the arrays of residues differ in length");
  std::size_t limbs = 0;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const CrtSegment& segment = segments[s];
    const std::size_t end = s + 1 < segments.size() ? segments[s + 1].begin : n;
    if (segment.basis->size() > residues.size()) throw DomainError("one array of residues per prime is needed");
    if (segment.begin % IntegerVector::stripe_rows != 0 || segment.begin > end)
      throw DomainError("segments begin in ascending order at multiples of IntegerVector::stripe_rows");
    const std::size_t row = segment.basis->product().view().limbs().size();
    limbs = detail::saturating_add(limbs, detail::saturating_mul(end - segment.begin, row));
  }
  const MemoryReservation reservation(ctx.memory(), detail::saturating_add(detail::saturating_mul(limbs, 8), n * 8));
  IntegerVector result = detail::from_residues_charged(segments, residues, ctx);
  result.compact(false, ctx);
  return result;
}

}  // namespace v1
}  // namespace polyfork
