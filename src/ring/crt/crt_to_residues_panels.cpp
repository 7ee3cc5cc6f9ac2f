// Integers to residues by the vector kernels: per panel of 32 coefficients, digits once, then for every few primes
// the product with the powers and the reduction, whose sums stay in the first cache.
//
// The rows of many primes lie far apart, and a panel writes four lines of each: lines that are in no near cache, and
// which a store would first fetch, a few at a time. So residues that do not stay in the second caches of the threads,
// where the next step would find them, go past them.
//
// Cost: size * digits * n products of digits, about 3 vector instructions a digit and 6 a residue beside them.
// Scratch per task: about 256 (2 digits of a block + 48) bytes, 256 size for more than one block of digits, and a panel
// of rows in two's complement.
#include <algorithm>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/store_fence.hpp"
#include "ring/crt/crt_grain.hpp"
#include "ring/crt/crt_tables.hpp"
#include "ring/integer_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t columns_at_once = 24;                   // sums: 12 KiB
constexpr std::size_t streamed_words = std::size_t{1} << 19;  // 4 MiB for each thread

class ToResidues {
 public:
  ToResidues(const CrtTables& tables, const IntegerSource& values, std::span<const std::span<std::uint64_t>> residues,
             std::size_t all_words, const ExecutionContext& ctx)
      : tables_(tables),
        kernels_(tables.kernels()),
        values_(values),
        residues_(residues),
        streamed_(all_words >= streamed_words * static_cast<std::size_t>(ctx.threads())),
        ctx_(ctx) {}

  bool streamed() const noexcept { return streamed_; }

  void panel(std::size_t index) const {
    const std::size_t begin = index * crt_panel;
    const std::size_t count = std::min(crt_panel, values_.size() - begin);
    Workspace::Frame frame;
    const auto signs = frame.allocate<std::uint64_t>(crt_panel);
    const auto no_signs = frame.allocate<std::uint64_t>(crt_panel);
    std::fill(no_signs.begin(), no_signs.end(), 0);
    const IntegerRows integers = magnitudes_of(values_.rows(begin, count), frame);
    const std::size_t bits = read_sizes(integers, signs);
    const std::size_t used = (bits + 63) / 64;
    const std::size_t digits = std::max<std::size_t>(1, (bits + kernels_.digit_bits - 1) / kernels_.digit_bits);
    const std::size_t block = std::min(digits, crt_block);
    const auto operands = frame.allocate<std::uint64_t>(block * crt_panel);
    const auto scratch = frame.allocate<std::uint64_t>(crt_split_rows(block) * crt_panel);
    const CrtIntegers from{integers.limbs, integers.stride, count};
    const std::size_t blocks = (digits + block - 1) / block;
    const auto above = frame.allocate<std::uint64_t>(blocks > 1 ? residues_.size() * crt_panel : 0);
    for (std::size_t b = blocks; b-- > 0;) {
      const std::size_t first = b * block;
      const std::size_t rows = std::min(block, digits - first);
      kernels_.split(from, used, signs.data(), first, rows, operands.data(), scratch.data());
      const CrtMatrix powers = tables_.powers(rows);
      const std::uint64_t* before = b + 1 < blocks ? above.data() : nullptr;
      if (b == 0)
        multiply(powers, operands.data(), signs.data(), before, Rows{begin, nullptr}, count);
      else
        multiply(powers, operands.data(), no_signs.data(), before, Rows{0, above.data()}, count);
    }
    ctx_.charge(count * residues_.size() * (1 + used));
  }

 private:
  /// The signs as words, zero or all ones; the largest number of bits.
  static std::size_t read_sizes(const IntegerRows& rows, std::span<std::uint64_t> signs) {
    std::fill(signs.begin(), signs.end(), 0);
    std::size_t used = 0;
    mp_limb_t top = 0;
    const std::int32_t* const sizes = rows.sizes;
    const mp_limb_t* row = rows.limbs;
    for (std::size_t i = 0; i < rows.count; ++i, row += rows.stride) {
      signs[i] = sizes[i] < 0 ? ~std::uint64_t{0} : 0;
      const auto limbs = static_cast<std::size_t>(sizes[i] < 0 ? -sizes[i] : sizes[i]);
      if (limbs > used) used = limbs, top = 0;
      if (limbs == used && used != 0) top |= row[used - 1];
    }
    if (rows.mirrored)
      for (std::size_t i = 1; i < rows.count; i += 2) signs[i] = rows.is_negative(i) ? ~std::uint64_t{0} : 0;
    return used == 0 ? 0 : 64 * used - static_cast<std::size_t>(__builtin_clzll(top));
  }

  /// Where a product's residues go: to the output's words from `begin` on, or to rows of scratch.
  struct Rows {
    std::size_t begin;
    std::uint64_t* scratch;
  };
  std::uint64_t* row_of(const Rows& rows, std::size_t j) const noexcept {
    return rows.scratch == nullptr ? residues_[j].data() + rows.begin : rows.scratch + j * crt_panel;
  }

  void multiply(CrtMatrix powers, const std::uint64_t* operands, const std::uint64_t* signs, const std::uint64_t* above,
                const Rows& to, std::size_t count) const {
    Workspace::Frame frame;
    const auto low = frame.allocate<std::uint64_t>(columns_at_once * crt_panel);
    const auto high = frame.allocate<std::uint64_t>(columns_at_once * crt_panel);
    const auto pairs = frame.allocate<std::uint64_t>(crt_pair_rows * crt_panel);
    kernels_.pair_products(powers, operands, pairs.data(), count);
    for (std::size_t j = 0; j < residues_.size(); j += columns_at_once, powers.drop_columns(columns_at_once)) {
      ctx_.poll();
      const std::size_t columns = std::min(columns_at_once, residues_.size() - j);
      std::uint64_t* rows[columns_at_once];
      for (std::size_t c = 0; c < columns; ++c) rows[c] = row_of(to, j + c);
      kernels_.multiply(powers, columns, operands, pairs.data(), low.data(), high.data(), count);
      kernels_.to_residues(tables_.primes().data() + j, columns, low.data(), high.data(), signs,
                           above == nullptr ? nullptr : above + j * crt_panel,
                           {rows, streamed_ && to.scratch == nullptr}, count);
    }
  }

  const CrtTables& tables_;
  const CrtKernels& kernels_;
  const IntegerSource& values_;
  std::span<const std::span<std::uint64_t>> residues_;
  bool streamed_;
  const ExecutionContext& ctx_;
};

}  // namespace

void to_residues_panels(const CrtTables& tables, const IntegerSource& values,
                        std::span<const std::span<std::uint64_t>> residues, std::size_t all_words,
                        const ExecutionContext& ctx) {
  const ToResidues work(tables, values, residues, all_words, ctx);
  const std::size_t panels = (values.size() + crt_panel - 1) / crt_panel;
  parallel_for(ctx, panels, panel_grain(residues.size() * (1 + values.most_limbs(ctx))),
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t panel = begin; panel < end; ++panel) work.panel(panel);
                 if (work.streamed()) store_fence();
               });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
