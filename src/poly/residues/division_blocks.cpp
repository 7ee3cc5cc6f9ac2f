// Division by blocks of columns.
//
// With the coefficients of a = q b + r written from the top, those of q b are the first ones of a. What the quotient's
// coefficients before a block add to its columns is a product's columns (word_columns.hpp); within the block, whose
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

void divide_by_blocks(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t* quotient,
                      std::uint64_t* rest, const WordModulus& m, const ExecutionContext& ctx) {
  const ColumnKernel& kernel = *column_kernel(active_isa());
  const std::size_t na = a.size();
  const std::size_t nb = b.size();
  const std::size_t nq = na - nb + 1;
  Workspace::Frame frame;
  const std::span<std::uint64_t> divisor = frame.allocate<std::uint64_t>(nb);
  const std::span<std::uint64_t> prepared = frame.allocate<std::uint64_t>(nb + 2 * zeros);
  const std::span<std::uint64_t> found = frame.allocate<std::uint64_t>(nq);
  std::reverse_copy(b.begin(), b.end(), divisor.begin());
  std::fill_n(prepared.begin(), zeros, std::uint64_t{0});
  kernel.prepare(divisor.data(), nb, prepared.data() + zeros);
  std::fill(prepared.end() - zeros, prepared.end(), std::uint64_t{0});
  std::uint64_t columns[zeros];
  const auto sum_columns = [&](std::size_t terms, std::size_t begin, std::size_t end) {
    ctx.charge(terms * (end - begin));
    if (ctx.stop_requested()) ctx.poll();
    kernel.run(m, found.data(), terms, prepared.data() + zeros, nb, columns, begin, end);
  };

  const std::uint64_t inverse = m.inverse(divisor[0]);
  const std::uint64_t inverse_shoup = m.shoup(inverse);
  const std::uint64_t step = m.mul_shoup(divisor[1], inverse, inverse_shoup);
  const std::uint64_t step_shoup = m.shoup(step);
  const bool in_words = m.value() <= longest_in_words;
  std::uint64_t newest = 0;
  for (std::size_t first = 0; first < nq; first += block) {
    const std::size_t count = std::min(block, nq - first);
    const std::size_t reached = first == 0 ? 0 : std::min(count, nb - 1);  // columns that earlier coefficients reach
    if (reached != 0) sum_columns(first, first, first + reached);
    if (in_words) {
      std::uint64_t left[block];
      for (std::size_t t = 0; t < count; ++t)
        left[t] = t < reached ? m.sub(a[na - 1 - first - t], columns[t]) : a[na - 1 - first - t];
      for (std::size_t t = 0; t < count; ++t) {
        const std::uint64_t minus = m.neg(found[first + t] = m.mul_shoup(left[t], inverse, inverse_shoup));
        const std::size_t end = std::min(count, t + nb);
        for (std::size_t i = t + 1; i < end; ++i) left[i] += minus * divisor[i - t];
      }
      continue;
    }
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t k = first + t;
      std::uint64_t known = a[na - 1 - k];
      if (t < reached) known = m.sub(known, columns[t]);
      // The newest coefficient is left for the end: the other products do not wait for it.
      const std::size_t from = std::max(first, k < nb ? 0 : k - nb + 1);
      if (k > from + 1) known = m.sub(known, short_reversed_dot(&found[from], &divisor[k - from], k - 1 - from, m));
      known = m.mul_shoup(known, inverse, inverse_shoup);
      if (t != 0) known = m.sub(known, m.mul_shoup(newest, step, step_shoup));
      newest = found[k] = known;
    }
  }
  std::reverse_copy(found.begin(), found.end(), quotient);
  for (std::size_t k = nq; k < na;) {
    const std::size_t end = std::min(k + zeros, na);
    sum_columns(nq, k, end);
    for (const std::size_t first = k; k < end; ++k) rest[na - 1 - k] = m.sub(a[na - 1 - k], columns[k - first]);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
