// Residues to integers by the vector kernels, per panel of 32 coefficients.
//
// With y_j = r_j (M/p_j)^-1 mod p_j, x = sum of y_j M/p_j - k M for the integer k nearest to the sum of y_j/p_j. The
// kernels compute k from fractions whose error is known, and say where they cannot be sure of it: where x lies within
// 2^-20 M of +-M/2. Then k may be wrong by one, and the result is compared with M/2 exactly. All sums are taken modulo
// a power of two beyond 2M, in two's complement; carries are propagated once, at the end. (D. Bernstein: Multidigit
// modular multiplication with the explicit Chinese remainder theorem, 1995.)
//
// Cost: size * digits * n products of digits, about 10 vector instructions a digit and 6 a residue beside them.
// Scratch per task: about 256 (size + 3 digits) bytes, with two levels 256 (2 size + 3 digits), and where the result is
// streamed past the caches 256 bytes for each of its limbs.
#include <algorithm>
#include <array>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/stream_words.hpp"
#include "ring/crt/crt_grain.hpp"
#include "ring/crt/crt_tables.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t columns_at_once = 24;                   // sums: 12 KiB
constexpr std::size_t guard_digits = 2;                       // below those of a rounded result
constexpr std::size_t streamed_limbs = std::size_t{1} << 19;  // 4 MiB: more than stays in the second cache
constexpr std::size_t longest_streamed = 2048;                // limbs: a panel of them does stay there, 512 KiB
using Words = std::span<std::uint64_t>;

class FromResidues {
 public:
  FromResidues(const CrtTables& tables, const Integer& product,
               std::span<const std::span<const std::uint64_t>> residues, const ExecutionContext& ctx)
      : tables_(tables),
        kernels_(tables.kernels()),
        product_(product.view().limbs()),
        half_((product + 1) >> 1),
        residues_(residues),
        ctx_(ctx) {}

  /// Elements [begin, begin + count), count <= crt_panel.
  void panel(std::size_t begin, std::size_t count, IntegerVector& out) const {
    const std::size_t limbs = product_.size();
    Workspace::Frame frame;
    const Words unsure = rows(frame, 1);
    const Words signs = rows(frame, 1);
    const Words digits = rows(frame, tables_.digits() + 2);
    to_digits(begin, count, 0, unsure, digits);
    const Words scratch = rows(frame, limbs + 7);
    const bool streamed = out.size() * limbs >= streamed_limbs && limbs <= longest_streamed;
    mp_limb_t* const row = streamed ? frame.allocate<mp_limb_t>(count * limbs).data() : out.row(begin);
    kernels_.join(digits.data(), tables_.digits(), row, limbs, signs.data(), scratch.data(), count);
    for (std::size_t i = 0; i < count; ++i) finish(out, begin + i, row + i * limbs, signs[i] != 0, unsure[i] != 0);
    if (streamed) stream_words(row, out.row(begin), count * limbs);
    ctx_.charge(count * residues_.size() * (1 + limbs));
  }

  /// Elements [begin, begin + count) divided by 2^drop and rounded, to rows of `limbs` limbs: crt_tables.hpp.
  void rounded_panel(std::size_t begin, std::size_t count, std::size_t drop, mp_limb_t* out, std::size_t limbs) const {
    const std::size_t dropped = drop / kernels_.digit_bits;
    const std::size_t below = std::min(dropped - std::min(dropped, guard_digits), tables_.digits() - 1);
    const std::size_t left = tables_.digits() - below;
    const std::size_t shift = drop - below * kernels_.digit_bits;
    if (shift >= left * kernels_.digit_bits) {  // all is below a half, which would be a sign
      std::fill_n(out, count * limbs, mp_limb_t{0});
      return;
    }
    Workspace::Frame frame;
    const Words unsure = rows(frame, 1);
    const Words digits = rows(frame, std::max(left, crt_shifted_rows(shift, limbs, kernels_.digit_bits)));
    // A half, and where digits are missing the most that they would carry.
    to_digits(begin, count, below, unsure, digits, {shift == 0 ? none : shift - 1, below == 0 ? none : 64});
    kernels_.join_shifted(digits.data(), left, shift, out, limbs, rows(frame, limbs + 7).data(), count);
    ctx_.charge(count * residues_.size() * (1 + limbs));
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;
  /// Powers of two that are added to all sums of the panel, by their exponents above the lowest digit that is computed.
  using Addends = std::array<std::size_t, 2>;

  /// The digits from `below` on, their carries propagated.
  void to_digits(std::size_t begin, std::size_t count, std::size_t below, Words unsure, Words digits,
                 const Addends& more = {none, none}) const {
    Workspace::Frame frame;
    const Words y = rows(frame, residues_.size() + 1);
    weigh(begin, count, y, unsure);
    fetch(begin + count);
    CrtMatrix cofactors = tables_.cofactors();
    cofactors.drop_columns(below);
    const std::size_t columns = tables_.digits() - below;
    if (!tables_.two_levels()) return multiply(cofactors, columns, y.data(), digits, count, more);
    const Words z = rows(frame, tables_.groups() * tables_.group_digits() + 1);
    for (std::size_t g = 0; g < tables_.groups(); ++g) {
      const Words group = z.subspan(g * tables_.group_digits() * crt_panel);
      multiply(tables_.group_cofactors(g), tables_.group_digits(), y.data() + g * crt_group * crt_panel, group, count);
      kernels_.to_operands(group.data(), tables_.group_digits(), count);
    }
    const Words k = y.last(crt_panel);
    std::copy(k.begin(), k.end(), z.last(crt_panel).begin());
    multiply(cofactors, columns, z.data(), digits, count, more);
  }

  static Words rows(Workspace::Frame& frame, std::size_t n) { return frame.allocate<std::uint64_t>(n * crt_panel); }

  void weigh(std::size_t begin, std::size_t count, Words y, Words unsure) const {
    Workspace::Frame frame;
    const auto from = frame.allocate<const std::uint64_t*>(residues_.size());
    for (std::size_t j = 0; j < residues_.size(); ++j) from[j] = residues_[j].data() + begin;
    kernels_.weigh(tables_.primes().data(), residues_.size(), from.data(), y.data(), unsure.data(), count);
  }

  /// The next panel, which is on its way while this one is multiplied: a few lines of each of many rows, none of which
  /// the processor follows by itself.
  void fetch(std::size_t begin) const {
    const std::size_t end = std::min(begin + crt_panel, residues_[0].size());
    for (const auto& row : residues_)
      for (std::size_t i = begin; i < end; i += 8) __builtin_prefetch(row.data() + i, 0, 2);
  }

  /// The product, with its carries propagated.
  void multiply(CrtMatrix matrix, std::size_t columns, const std::uint64_t* x, Words digits, std::size_t count,
                const Addends& more = {none, none}) const {
    Workspace::Frame frame;
    const Words low = rows(frame, std::min(columns, columns_at_once));
    const Words high = rows(frame, std::min(columns, columns_at_once));
    const Words carry = rows(frame, 2);
    const Words pairs = rows(frame, crt_pair_rows);
    kernels_.pair_products(matrix, x, pairs.data(), count);
    std::fill(carry.begin(), carry.end(), 0);
    for (std::size_t c = 0; c < columns; c += columns_at_once, matrix.drop_columns(columns_at_once)) {
      ctx_.poll();
      const std::size_t now = std::min(columns_at_once, columns - c);
      kernels_.multiply(matrix, now, x, pairs.data(), low.data(), high.data(), count);
      for (const std::size_t exponent : more) {
        const std::size_t digit = exponent / kernels_.digit_bits;
        if (exponent == none || digit < c || digit >= c + now) continue;
        for (std::uint64_t& sum : low.subspan((digit - c) * crt_panel, crt_panel))
          sum += std::uint64_t{1} << exponent % kernels_.digit_bits;
      }
      kernels_.normalise(low.data(), high.data(), now, carry.data(), digits.data() + c * crt_panel, count);
    }
  }

  /// Sets the size of element i; where k was not sure, first brings it into [-M/2, M/2). M is odd: |x| < M/2 is the
  /// condition for both signs.
  void finish(IntegerVector& out, std::size_t i, mp_limb_t* row, bool negative, bool unsure) const {
    const auto n = static_cast<mp_size_t>(product_.size());
    if (unsure && at_least_half(row)) {
      mpn_sub_n(row, product_.data(), row, n);
      negative = !negative;
    }
    int used = static_cast<int>(n);
    while (used > 0 && row[used - 1] == 0) --used;
    out.set_signed_size(i, negative ? -used : used);
  }

  bool at_least_half(const mp_limb_t* x) const noexcept {
    const auto half = half_.view().limbs();  // as long as M or a limb shorter
    if (half.size() < product_.size() && x[half.size()] != 0) return true;
    return mpn_cmp(x, half.data(), static_cast<mp_size_t>(half.size())) >= 0;
  }

  const CrtTables& tables_;
  const CrtKernels& kernels_;
  std::span<const mp_limb_t> product_;
  Integer half_;
  std::span<const std::span<const std::uint64_t>> residues_;
  const ExecutionContext& ctx_;
};

}  // namespace

namespace {

/// work(begin, count) for the panels of [begin, end).
template <class Work>
void over_panels(std::size_t begin, std::size_t end, std::size_t cost, const ExecutionContext& ctx, const Work& work) {
  const std::size_t panels = (end - begin + crt_panel - 1) / crt_panel;
  parallel_for(ctx, panels, panel_grain(cost), [&](std::size_t first, std::size_t last) {
    for (std::size_t panel = first; panel < last; ++panel) {
      const std::size_t at = begin + panel * crt_panel;
      work(at, std::min(crt_panel, end - at));
    }
  });
}

}  // namespace

void from_residues_panels(const CrtTables& tables, const Integer& product,
                          std::span<const std::span<const std::uint64_t>> residues, IntegerVector& out,
                          std::size_t begin, std::size_t end, const ExecutionContext& ctx) {
  const FromResidues work(tables, product, residues, ctx);
  over_panels(begin, end, residues.size() * (1 + product.view().limbs().size()), ctx,
              [&](std::size_t at, std::size_t count) { work.panel(at, count, out); });
}

void from_residues_panels_rounded(const CrtTables& tables, const Integer& product,
                                  std::span<const std::span<const std::uint64_t>> residues, std::size_t begin,
                                  std::size_t end, std::size_t drop, mp_limb_t* out, std::size_t limbs,
                                  const ExecutionContext& ctx) {
  const FromResidues work(tables, product, residues, ctx);
  over_panels(begin, end, residues.size() * (2 + limbs), ctx, [&](std::size_t at, std::size_t count) {
    work.rounded_panel(at, count, drop, out + (at - begin) * limbs, limbs);
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
