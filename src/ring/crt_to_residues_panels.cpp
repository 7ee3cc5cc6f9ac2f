// Integers to residues by the vector kernels: per panel of 32 coefficients, digits once, then for every few primes
// the product with the powers and the reduction, whose sums stay in the first cache.
//
// Cost: size * digits * n products of digits, about 3 vector instructions a digit and 6 a residue beside them.
// Scratch per task: about 256 (2 digits of a block + 48) bytes.
#include <algorithm>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "ring/crt_grain.hpp"
#include "ring/crt_tables.hpp"

namespace polyfork::inline v1::detail {

namespace {

constexpr std::size_t columns_at_once = 24;  // sums: 12 KiB

class ToResidues {
 public:
  ToResidues(const CrtTables& tables, const IntegerVector& values, std::span<const std::span<std::uint64_t>> residues,
             const ExecutionContext& ctx)
      : tables_(tables), kernels_(tables.kernels()), values_(values), residues_(residues), ctx_(ctx) {}

  void panel(std::size_t index) const {
    const std::size_t begin = index * crt_panel;
    const std::size_t count = std::min(crt_panel, values_.size() - begin);
    Workspace::Frame frame;
    const auto signs = frame.allocate<std::uint64_t>(crt_panel);
    const auto no_signs = frame.allocate<std::uint64_t>(crt_panel);
    std::fill(no_signs.begin(), no_signs.end(), 0);
    const std::size_t bits = read_sizes(begin, count, signs);
    const std::size_t used = (bits + 63) / 64;
    const std::size_t digits = std::max<std::size_t>(1, (bits + kernels_.digit_bits - 1) / kernels_.digit_bits);
    const std::size_t block = std::min(digits, crt_block);
    const auto operands = frame.allocate<std::uint64_t>(block * crt_panel);
    const auto scratch = frame.allocate<std::uint64_t>(crt_split_rows(block) * crt_panel);
    const CrtIntegers from{values_.row(begin), values_.stride(begin / IntegerVector::stripe_rows), count};
    const std::size_t blocks = (digits + block - 1) / block;
    for (std::size_t b = blocks; b-- > 0;) {
      const std::size_t first = b * block;
      const std::size_t rows = std::min(block, digits - first);
      kernels_.split(from, used, signs.data(), first, rows, operands.data(), scratch.data());
      multiply(operands.data(), rows, b == 0 ? signs.data() : no_signs.data(), b + 1 < blocks, begin, count);
    }
    ctx_.charge(count * residues_.size() * (1 + used));
  }

 private:
  /// The signs as words, zero or all ones; the largest number of bits.
  std::size_t read_sizes(std::size_t begin, std::size_t count, std::span<std::uint64_t> signs) const {
    std::fill(signs.begin(), signs.end(), 0);
    const std::int32_t* sizes = values_.signed_sizes().data() + begin;
    const mp_limb_t* row = values_.row(begin);
    const std::size_t stride = values_.stride(begin / IntegerVector::stripe_rows);
    std::size_t used = 0;
    mp_limb_t top = 0;
    for (std::size_t i = 0; i < count; ++i, row += stride) {
      signs[i] = sizes[i] < 0 ? ~std::uint64_t{0} : 0;
      const auto limbs = static_cast<std::size_t>(sizes[i] < 0 ? -sizes[i] : sizes[i]);
      if (limbs > used) used = limbs, top = 0;
      if (limbs == used && used != 0) top |= row[used - 1];
    }
    return used == 0 ? 0 : 64 * used - static_cast<std::size_t>(__builtin_clzll(top));
  }

  void multiply(const std::uint64_t* operands, std::size_t rows, const std::uint64_t* signs, bool continued,
                std::size_t begin, std::size_t count) const {
    Workspace::Frame frame;
    const auto low = frame.allocate<std::uint64_t>(columns_at_once * crt_panel);
    const auto high = frame.allocate<std::uint64_t>(columns_at_once * crt_panel);
    const auto pairs = frame.allocate<std::uint64_t>(crt_pair_rows * crt_panel);
    CrtMatrix powers = tables_.powers(rows);
    kernels_.pair_products(powers, operands, pairs.data(), count);
    for (std::size_t j = 0; j < residues_.size(); j += columns_at_once, powers.drop_columns(columns_at_once)) {
      ctx_.poll();
      const std::size_t columns = std::min(columns_at_once, residues_.size() - j);
      std::uint64_t* out[columns_at_once];
      for (std::size_t c = 0; c < columns; ++c) out[c] = residues_[j + c].data() + begin;
      kernels_.multiply(powers, columns, operands, pairs.data(), low.data(), high.data(), count);
      kernels_.to_residues(tables_.primes().data() + j, columns, low.data(), high.data(), signs, continued, out, count);
    }
  }

  const CrtTables& tables_;
  const CrtKernels& kernels_;
  const IntegerVector& values_;
  std::span<const std::span<std::uint64_t>> residues_;
  const ExecutionContext& ctx_;
};

}  // namespace

void to_residues_panels(const CrtTables& tables, const IntegerVector& values,
                        std::span<const std::span<std::uint64_t>> residues, const ExecutionContext& ctx) {
  const ToResidues work(tables, values, residues, ctx);
  const std::size_t panels = (values.size() + crt_panel - 1) / crt_panel;
  parallel_for(ctx, panels, panel_grain(residues.size() * (1 + values.max_limbs(ctx))),
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t panel = begin; panel < end; ++panel) work.panel(panel);
               });
}

}  // namespace polyfork::inline v1::detail
