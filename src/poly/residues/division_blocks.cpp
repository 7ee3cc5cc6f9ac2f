// Division by blocks of columns, of polynomials and of power series.
//
// Written from the top, the first coefficients of a = q b + r are the coefficients of q b. What the quotient's earlier
// coefficients add to the columns of a block is a product's columns (word_columns.hpp); within the block, whose
// coefficients wait for one another, the sums are scalar. The remainder's columns are of the same product.
// Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 2.4.
#include "poly/residues/division_blocks.hpp"

#include <algorithm>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/residues/division_word.hpp"
#include "poly/residues/word_columns.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t fewest_coefficients = 20;                     // of quotient and divisor
constexpr std::size_t block = 16;                                   // coefficients of the quotient
constexpr std::uint64_t longest_in_words = std::uint64_t{1} << 30;  // moduli: a word holds 16 products and a residue
constexpr std::size_t zeros = ColumnKernel::block;

/// sum of x[i] y[-i], i < n <= 16, of residues below 2^50.
std::uint64_t short_reversed_dot(const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                                 const WordModulus& m) noexcept {
  __extension__ using Wide = unsigned __int128;
  Wide sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += Wide{x[i]} * *(y - i);
  // Below 2^104, so that the upper word is below 2^40: it is reduced where the modulus is shorter.
  const std::uint64_t high = static_cast<std::uint64_t>(sum >> 64);
  return m.reduce(high < m.value() ? high : m.reduce(high), static_cast<std::uint64_t>(sum));
}

}  // namespace

bool takes_blocks(const WordModulus& m, std::size_t nb, std::size_t nq) noexcept {
  const std::size_t shorter = std::min(nb, nq);
  return shorter >= fewest_coefficients && shorter <= ColumnKernel::most_terms &&
         columns_in_vectors(m.value(), active_isa());
}

namespace {

/// Quotients of power series by one series f, f[0] not zero.
class SeriesDivisor {
 public:
  SeriesDivisor(std::span<const std::uint64_t> f, std::uint64_t inverse, Workspace::Frame& frame, const WordModulus& m,
                const ExecutionContext& ctx)
      : f_(f),
        kernel_(*column_kernel(active_isa())),
        m_(m),
        ctx_(ctx),
        inverse_(inverse),
        inverse_shoup_(m.shoup(inverse)),
        step_(m.mul_shoup(f[1], inverse, inverse_shoup_)),
        step_shoup_(m.shoup(step_)) {
    const std::span<std::uint64_t> prepared = frame.allocate<std::uint64_t>(f.size() + 2 * zeros);
    std::fill_n(prepared.begin(), zeros, std::uint64_t{0});
    kernel_.prepare(f.data(), f.size(), prepared.data() + zeros);
    std::fill(prepared.end() - zeros, prepared.end(), std::uint64_t{0});
    prepared_ = prepared.data() + zeros;
  }

  /// The columns [begin, end) of found f, at most 32 of them, for so many coefficients of `found`.
  const std::uint64_t* columns(const std::uint64_t* found, std::size_t terms, std::size_t begin, std::size_t end) {
    ctx_.charge(terms * (end - begin));
    if (ctx_.stop_requested()) ctx_.poll();
    kernel_.run(m_, found, terms, prepared_, f_.size(), columns_, begin, end);
    return columns_;
  }

  /// The first `count` coefficients of a / f, coefficient k of a being at(k).
  template <class Coefficient>
  void divide(const Coefficient& at, std::uint64_t* found, std::size_t count) {
    for (std::size_t first = 0; first < count; first += block) {
      const std::size_t here = std::min(block, count - first);
      std::uint64_t left[block];
      for (std::size_t t = 0; t < here; ++t) left[t] = at(first + t);
      if (first != 0) {
        const std::size_t reached = std::min(here, f_.size() - 1);  // columns that earlier coefficients reach
        const std::uint64_t* const known = columns(found, first, first, first + reached);
        for (std::size_t t = 0; t < reached; ++t) left[t] = m_.sub(left[t], known[t]);
      }
      m_.value() <= longest_in_words ? finish_in_words(left, found + first, here) : finish(left, found + first, here);
    }
  }

 private:
  /// Coefficients of a block, from what is left of the dividend's, by products that words hold.
  void finish_in_words(std::uint64_t* left, std::uint64_t* found, std::size_t count) const noexcept {
    for (std::size_t t = 0; t < count; ++t) {
      const std::uint64_t minus = m_.neg(found[t] = m_.mul_shoup(left[t], inverse_, inverse_shoup_));
      const std::size_t end = std::min(count, t + f_.size());
      for (std::size_t i = t + 1; i < end; ++i) left[i] += minus * f_[i - t];
    }
  }
  /// By sums, in which the newest coefficient is left for the end: the other products do not wait for it.
  void finish(const std::uint64_t* left, std::uint64_t* found, std::size_t count) const noexcept {
    for (std::size_t t = 0; t < count; ++t) {
      std::uint64_t known = left[t];
      const std::size_t from = t < f_.size() ? 0 : t - f_.size() + 1;
      if (t > from + 1) known = m_.sub(known, short_reversed_dot(found + from, &f_[t - from], t - 1 - from, m_));
      known = m_.mul_shoup(known, inverse_, inverse_shoup_);
      if (t != 0) known = m_.sub(known, m_.mul_shoup(found[t - 1], step_, step_shoup_));
      found[t] = known;
    }
  }

  std::span<const std::uint64_t> f_;
  const ColumnKernel& kernel_;
  const WordModulus& m_;
  const ExecutionContext& ctx_;
  std::uint64_t inverse_, inverse_shoup_;
  std::uint64_t step_, step_shoup_;  // f[1] / f[0]
  const std::uint64_t* prepared_ = nullptr;
  std::uint64_t columns_[zeros];
};

}  // namespace

void divide_by_blocks(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t* quotient,
                      std::uint64_t* rest, const WordModulus& m, const ExecutionContext& ctx) {
  const std::size_t na = a.size();
  const std::size_t nq = na - b.size() + 1;
  Workspace::Frame frame;
  const std::span<std::uint64_t> from_top = frame.allocate<std::uint64_t>(b.size());
  const std::span<std::uint64_t> found = frame.allocate<std::uint64_t>(nq);
  std::reverse_copy(b.begin(), b.end(), from_top.begin());
  SeriesDivisor divisor(from_top, m.inverse(from_top[0]), frame, m, ctx);
  divisor.divide([&](std::size_t k) { return a[na - 1 - k]; }, found.data(), nq);
  std::reverse_copy(found.begin(), found.end(), quotient);
  for (std::size_t k = nq; k < na;) {
    const std::size_t end = std::min(k + zeros, na);
    const std::uint64_t* column = divisor.columns(found.data(), nq, k, end);
    for (; k < end; ++k, ++column) rest[na - 1 - k] = m.sub(a[na - 1 - k], *column);
  }
}

void inverse_by_blocks(std::span<const std::uint64_t> f, std::uint64_t inverse, std::span<std::uint64_t> out,
                       const WordModulus& m, const ExecutionContext& ctx) {
  Workspace::Frame frame;
  SeriesDivisor(f, inverse, frame, m, ctx)
      .divide([](std::size_t k) { return std::uint64_t{k == 0}; }, out.data(), out.size());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
