#include "fft/word_shift.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <polyfork/core/workspace.hpp>

#include "ring/mod_vector.hpp"

namespace polyfork::inline v1::detail {

using Words = std::span<std::uint64_t>;

namespace {

/// Products by vectors of what a table of factorials is made of. Words that are `scaled` are times product_scale(1).
class RunningProducts {
 public:
  RunningProducts(const NttKernels& kernels, const NttTable& table)
      : kernels_(kernels), table_(table), m_(table.modulus()), scale_(product_scale(table, 1)) {}

  std::uint64_t scale() const noexcept { return scale_; }

  /// out[i] = start first (first + step) ... (first + i step), step = 1 or -1, scaled as start is. Blocks of eight factors
  /// side by side, then the product of the blocks before: one product after the other for an eighth of the factors only.
  void run(std::uint64_t start, std::uint64_t first, int step, Words out) const {
    std::uint64_t before = start;  // the product of all blocks so far
    for (std::size_t at = 0; at < out.size(); at += batch) {
      const std::size_t count = std::min(batch, out.size() - at);
      run_batch(before, step > 0 ? first + at : first - at, step, out.subspan(at, count));
    }
  }

  /// words[i] = words[i] / scale().
  void unscale(Words words) const {
    std::array<std::uint64_t, batch> ones;
    ones.fill(1);
    for (std::size_t at = 0; at < words.size(); at += batch) {
      const std::size_t count = std::min(batch, words.size() - at);
      kernels_.multiply_words(table_, count, words.data() + at, ones.data(), words.data() + at);
    }
  }

 private:
  static constexpr std::size_t width = 8;
  static constexpr std::size_t blocks = 64;
  static constexpr std::size_t batch = width * blocks;
  using Row = std::array<std::uint64_t, blocks>;

  /// Factors beyond the end may be any; they only meet places that are not written.
  void run_batch(std::uint64_t& before, std::uint64_t first, int step, Words out) const {
    const std::uint64_t p = m_.value();
    const std::uint64_t one_step = step > 0 ? scale_ : p - scale_;
    std::array<Row, width> x;  // x[b][a]: the first b + 1 factors of block a
    Row factor;
    const std::uint64_t block_step = m_.mul(one_step, width);
    factor[0] = m_.mul(scale_, m_.reduce(first));
    for (std::size_t a = 1; a < blocks; ++a) factor[a] = m_.add(factor[a - 1], block_step);
    Row steps;
    steps.fill(one_step);
    x[0] = factor;
    for (std::size_t b = 1; b < width; ++b) {
      mod_vector_kernels().add_mod(factor.data(), factor.data(), steps.data(), blocks, p);
      kernels_.multiply_words(table_, blocks, x[b - 1].data(), factor.data(), x[b].data());
    }
    Row totals = x[width - 1];
    unscale(totals);
    std::array<std::uint64_t, batch> prefix;
    std::array<std::uint64_t, batch> inside;
    for (std::size_t a = 0; a < blocks; ++a) {
      for (std::size_t b = 0; b < width; ++b) prefix[a * width + b] = before, inside[a * width + b] = x[b][a];
      before = m_.mul(before, totals[a]);
    }
    kernels_.multiply_words(table_, out.size(), prefix.data(), inside.data(), out.data());
  }

  const NttKernels& kernels_;
  const NttTable& table_;
  const WordModulus& m_;
  std::uint64_t scale_;
};

/// words[k] *= c^k.
void scale_by_powers(const WordModulus& m, std::uint64_t c, Words powers, Words words, const NttKernels& kernels,
                     const NttTable& table) {
  powers[0] = product_scale(table, 1);
  std::uint64_t power = c;  // c^known
  for (std::size_t known = 1; known < powers.size(); known *= 2, power = m.mul(power, power)) {
    const std::size_t count = std::min(known, powers.size() - known);
    mod_vector_kernels().mul_scalar_mod_shoup(powers.data() + known, powers.data(), count, power, m.shoup(power),
                                              m.value());
  }
  kernels.multiply_words(table, words.size(), words.data(), powers.data(), words.data());
}

}  // namespace

WordShift::WordShift(std::uint64_t prime, std::size_t length, std::uint64_t c, Isa isa, Words storage,
                     const ExecutionContext& ctx, std::uint64_t ratio)
    : length_(length),
      shape_(shape(length)),
      kernels_(&ntt_kernels(prime, isa)),
      table_(NttTable::get(prime, kernels_->arithmetic, shape_.table_log_nodes(), ctx)),
      words_(storage.data()) {
  const WordModulus& m = table_->modulus();
  const RunningProducts products(*kernels_, *table_);
  const std::uint64_t scale = products.scale();
  const Words factorials = storage.first(length);
  const Words inverses = storage.subspan(length, length);
  factorials[0] = scale;
  products.run(scale, 1, 1, factorials.subspan(1));

  Workspace::Frame frame;
  const Words series = frame.allocate<std::uint64_t>(length);  // 1 / j!, from the last one down
  series[0] = m.mul(m.mul(scale, scale), m.inverse(factorials[length - 1]));
  products.run(series[0], length - 1, -1, series.subspan(1));
  std::reverse_copy(series.begin(), series.end(), inverses.begin());
  if (c == 1) {
    products.unscale(series);
  } else {
    // In ascending order, since powers are.
    std::copy(inverses.begin(), inverses.end(), series.begin());
    products.unscale(series);
    scale_by_powers(m, c, frame.allocate<std::uint64_t>(length), series, *kernels_, *table_);
    std::reverse(series.begin(), series.end());
  }
  if (ratio != 1) {
    // ratio^(length - 1) (1 / ratio)^j
    scale_by_powers(m, m.inverse(ratio), frame.allocate<std::uint64_t>(length), factorials, *kernels_, *table_);
    const std::uint64_t top = m.pow(ratio, length - 1);
    mod_vector_kernels().mul_scalar_mod_shoup(factorials.data(), factorials.data(), length, top, m.shoup(top), prime);
  }
  ntt_forward(*kernels_, *table_, shape_, series, false, storage.data() + series_offset(length), ctx);
}

std::shared_ptr<const WordShift> WordShift::get(std::uint64_t prime, std::size_t length, std::uint64_t c, Isa isa,
                                                const ExecutionContext& ctx, std::uint64_t ratio) {
  std::string key;
  for (const std::uint64_t part : {prime, std::uint64_t{length}, c, ratio})
    for (int i = 0; i < 8; ++i) key.push_back(static_cast<char>(part >> (8 * i)));
  key.push_back(static_cast<char>(isa));
  struct Owner {
    ResidueVector storage;
    WordShift shift;
    Owner(std::uint64_t prime, std::size_t length, std::uint64_t c, std::uint64_t ratio, Isa isa,
          const ExecutionContext& ctx)
        : storage(table_words(length)), shift(prime, length, c, isa, storage, ctx, ratio) {}
  };
  const auto owner = ctx.plan_cache().get<Owner>(
      key, [&] { return std::make_shared<const Owner>(prime, length, c, ratio, isa, ctx); },
      [](const Owner& o) { return sizeof(Owner) + o.storage.size() * sizeof(std::uint64_t); });
  return {owner, &owner->shift};
}

void WordShift::apply(std::span<std::uint64_t> words, const ExecutionContext& ctx) const {
  ctx.charge(2 * length_);
  Workspace::Frame frame;
  std::uint64_t* const data = frame.allocate<std::uint64_t>(shape_.data_words()).data();
  kernels_->multiply_words(*table_, length_, words.data(), factorials(), words.data());
  ntt_convolve_prepared(*kernels_, *table_, shape_, words, series(), false, data, words.data(), length_ - 1,
                        2 * length_ - 1, ctx);
  kernels_->multiply_words(*table_, length_, words.data(), inverse_factorials(), words.data());
}

}  // namespace polyfork::inline v1::detail
