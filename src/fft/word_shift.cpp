// Tables of shifts modulo a prime, of factorials by products in vectors, and the one convolution of a shift.
#include "fft/word_shift.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <polyfork/core/workspace.hpp>

#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using Words = std::span<std::uint64_t>;

namespace {

/// Products by vectors of what a table of factorials is made of. Words that are `scaled` are times product_scale(1).
class RunningProducts {
 public:
  RunningProducts(const NttKernels& kernels, const NttTable& table)
      : kernels_(kernels), table_(table), m_(table.modulus()), scale_(product_scale(table, 1)) {}

  std::uint64_t scale() const noexcept { return scale_; }

  /// out[i] = start first (first + step) ... (first + i step), step = 1 or -1, scaled as start is. Blocks of eight
  /// factors side by side, then the product of the blocks before: one product after the other for an eighth of the
  /// factors only.
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
void scale_by_powers(const WordModulus& m, std::uint64_t c, Words words, const NttKernels& kernels,
                     const NttTable& table) {
  Workspace::Frame frame;
  const Words powers = frame.allocate<std::uint64_t>(words.size());
  powers[0] = product_scale(table, 1);
  std::uint64_t power = c;  // c^known
  for (std::size_t known = 1; known < powers.size(); known *= 2, power = m.mul(power, power)) {
    const std::size_t count = std::min(known, powers.size() - known);
    mod_vector_kernels().mul_scalar_mod_shoup(powers.data() + known, powers.data(), count, power, m.shoup(power),
                                              m.value());
  }
  kernels.multiply_words(table, words.size(), words.data(), powers.data(), words.data());
}

/// Makes the three tables of one prime.
class TableMaker {
 public:
  TableMaker(const NttKernels& kernels, const NttTable& table, const ExecutionContext& ctx)
      : kernels_(kernels), table_(table), m_(table.modulus()), products_(kernels, table), ctx_(ctx) {}

  void factorials(Words out) const {
    out[0] = products_.scale();
    products_.run(products_.scale(), 1, 1, out.subspan(1));
  }

  /// words[k] /= ratio^k.
  void divide_by_powers(std::uint64_t ratio, Words words) const {
    if (ratio != 1) scale_by_powers(m_, m_.inverse(ratio), words, kernels_, table_);
  }

  /// `last` is (out.size() - 1)!, scaled.
  void inverse_factorials(Words out, std::uint64_t last) const {
    Workspace::Frame frame;
    const Words descending = frame.allocate<std::uint64_t>(out.size());
    descending[0] = m_.mul(m_.mul(products_.scale(), products_.scale()), m_.inverse(last));
    products_.run(descending[0], out.size() - 1, -1, descending.subspan(1));
    std::reverse_copy(descending.begin(), descending.end(), out.begin());
  }

  /// The transform of sum c^k / k! x^(degree - k), k up to the degree.
  void series(std::span<const std::uint64_t> inverse_factorials, std::uint64_t c, const NttShape& shape,
              std::uint64_t* out) const {
    Workspace::Frame frame;
    const Words terms = frame.allocate<std::uint64_t>(inverse_factorials.size());
    std::copy(inverse_factorials.begin(), inverse_factorials.end(), terms.begin());
    products_.unscale(terms);
    if (c != 1) scale_by_powers(m_, c, terms, kernels_, table_);
    std::reverse(terms.begin(), terms.end());
    ntt_forward({kernels_, table_, shape}, terms, false, out, ctx_);
  }

 private:
  const NttKernels& kernels_;
  const NttTable& table_;
  const WordModulus& m_;
  RunningProducts products_;
  const ExecutionContext& ctx_;
};

}  // namespace

WordShift::WordShift(const WordShiftShape& shift, Isa isa, Words storage, const ExecutionContext& ctx)
    : length_(shift.length),
      ratio_(shift.ratio),
      shape_(shape(length_)),
      kernels_(&ntt_kernels(shift.prime, isa)),
      table_(NttTable::get(shift.prime, kernels_->arithmetic, shape_.table_log_nodes(), ctx)),
      factorials_(storage.data()),
      inverses_(storage.data() + length_),
      series_(storage.data() + series_offset(length_)) {
  const TableMaker maker(*kernels_, *table_, ctx);
  const Words factorials = storage.first(length_);
  const Words inverses = storage.subspan(length_, length_);
  maker.factorials(factorials);
  maker.inverse_factorials(inverses, factorials[length_ - 1]);
  maker.divide_by_powers(ratio_, factorials);
  maker.series(inverses, shift.c, shape_, storage.data() + series_offset(length_));
}

void WordShift::apply(Words words, const ExecutionContext& ctx) const {
  ctx.charge(2 * words.size());
  Workspace::Frame frame;
  std::uint64_t* const data = frame.allocate<std::uint64_t>(shape_.data_words()).data();
  kernels_->multiply_words(*table_, words.size(), words.data(), factorials_, words.data());
  ntt_convolve({*kernels_, *table_, shape_}, {.a = words, .prepared = series_, .data = data}, words.data(),
               {length_ - 1, length_ - 1 + words.size()}, ctx);
  finish(words);
}

void WordShift::apply_both(Words words, Words mirrored, const ExecutionContext& ctx) const {
  ctx.charge(3 * words.size());
  Workspace::Frame frame;
  std::uint64_t* const data = frame.allocate<std::uint64_t>(shape_.data_words()).data();
  std::uint64_t* const mirrored_data = frame.allocate<std::uint64_t>(shape_.data_words()).data();
  kernels_->multiply_words(*table_, words.size(), words.data(), factorials_, words.data());
  ntt_convolve_both({*kernels_, *table_, shape_},
                    {.a = words, .prepared = series_, .data = data, .second = mirrored_data}, words.data(),
                    mirrored.data(), {length_ - 1, length_ - 1 + words.size()}, ctx);
  finish(words);
  finish(mirrored);
}

/// Divides by factorials, and brings the powers of the ratio from 1 / ratio^j to ratio^(words.size() - 1 - j).
void WordShift::finish(Words words) const {
  kernels_->multiply_words(*table_, words.size(), words.data(), inverses_, words.data());
  if (ratio_ == 1) return;
  const WordModulus& m = table_->modulus();
  const std::uint64_t top = m.pow(ratio_, words.size() - 1);
  mod_vector_kernels().mul_scalar_mod_shoup(words.data(), words.data(), words.size(), top, m.shoup(top), m.value());
}

std::size_t WordShifts::kept_length(std::size_t length) noexcept {
  const NttShape shape = WordShift::shape(length);
  const std::size_t words = shape.words() + (shape.keep % 2) * shape.child_words();
  return std::max(length, words / 2);
}

std::shared_ptr<const WordShifts> WordShifts::get(std::span<const std::uint64_t> primes, std::size_t length,
                                                  IntegerView c, std::size_t log_ratio, Isa isa,
                                                  const ExecutionContext& ctx) {
  const std::size_t kept = kept_length(length);
  std::string key;
  const auto add = [&key](std::uint64_t part) {
    for (int i = 0; i < 8; ++i) key.push_back(static_cast<char>(part >> (8 * i)));
  };
  add(kept);
  add(log_ratio);
  add(static_cast<std::uint64_t>(isa));
  for (const std::uint64_t prime : primes) {
    add(prime);
    add(c.mod(prime));
  }
  const std::size_t words = (WordShift::table_words(kept) + 7) / 8 * 8;  // each on a cache line
  return ctx.plan_cache().get<WordShifts>(
      key,
      [&] {
        const std::shared_ptr<WordShifts> shifts(new WordShifts(words, primes.size()));
        for (std::size_t i = 0; i < primes.size(); ++i) {
          const std::uint64_t prime = primes[i];
          const WordShiftShape shape{prime, kept, c.mod(prime), WordModulus(prime).pow(2, log_ratio)};
          shifts->shifts_.emplace_back(shape, isa, shifts->storage_.span().subspan(i * words, words), ctx);
        }
        return std::shared_ptr<const WordShifts>(shifts);
      },
      [](const WordShifts& s) {
        return sizeof(WordShifts) + s.shifts_.size() * sizeof(WordShift) + s.storage_.size() * sizeof(std::uint64_t);
      });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
