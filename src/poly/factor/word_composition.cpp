// Modular composition by baby steps and giant steps on sums of products of residues.
#include "poly/factor/word_composition.hpp"

#include <algorithm>
#include <cmath>

#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t block = SumKernel::padding;  // columns at a time: so many of all rows stay in the first cache

/// Rows of a matrix that is read in columns: no multiple of a page apart.
std::size_t stride_for(std::size_t n) noexcept {
  const std::size_t rounded = (n + block - 1) / block * block;
  return rounded % 512 == 0 ? rounded + block : rounded;
}

std::size_t best_powers(std::size_t n, std::size_t uses) noexcept {
  const auto s = static_cast<std::size_t>(std::sqrt(static_cast<double>(n) * static_cast<double>(uses)));
  if (s + 1 >= n) return n;
  const std::size_t blocks = (n + s) / (s + 1);
  return (n + blocks - 1) / blocks;  // blocks of equal length
}

}  // namespace

void CompositionMap::allocate(std::size_t powers) {
  powers_ = powers;
  stride_ = stride_for(q_->degree());
  reservation_ = MemoryReservation(q_->algebra().ctx.memory(), (powers + 1) * stride_ * sizeof(std::uint64_t));
  rows_.resize(powers_ * stride_);
}

/// What rows are multiplied by so that their combinations, which are divided by R, are elements.
std::uint64_t CompositionMap::extra() const noexcept { return q_->by_columns() ? 1 : q_->sums().one; }

CompositionMap::CompositionMap(const WordQuotient& q, ConstWords h, std::size_t uses) : q_(&q) {
  const std::size_t n = q.degree();
  const WordAlgebra& w = q.algebra();
  allocate(best_powers(n, uses));
  row(0)[0] = q.one();
  if (powers_ > 1) std::copy(h.begin(), h.end(), row(1).begin());
  const WordQuotient::Factor factor(q, h);
  for (std::size_t i = 2; i < powers_; ++i) {
    w.ctx.poll();
    if (i % 2 == 0)
      q.square(row(i / 2), row(i));
    else
      q.multiply(row(i - 1), factor, row(i));
  }
  if (powers_ < n) {
    ScratchWords last(w.ctx, n);
    q.multiply(row(powers_ - 1), factor, last.all());
    step_.emplace(q, last.all());
  }
  if (!q.by_columns())
    for (std::size_t i = 0; i < powers_; ++i) scale_words(w, row(i), row(i), extra());
}

CompositionMap::CompositionMap(const WordQuotient& q, const CompositionMap& other) : q_(&q) {
  const std::size_t n = q.degree();
  const WordAlgebra& w = q.algebra();
  allocate(std::min(n, other.powers_));
  ScratchWords scratch(w.ctx, other.q_->degree() + n);
  const Words residues = scratch.take(other.q_->degree());
  const std::uint64_t without = other.extra() == 1 ? 1 : w.modulus.inverse(other.extra());
  for (std::size_t i = 0; i < powers_; ++i) {
    w.ctx.poll();
    scale_words(w, residues, other.row(i), without);
    other.q_->to_residues(residues, residues);
    q.reduce(residues, row(i));
  }
  if (powers_ < n) {
    const Words last = scratch.take(n);
    q.multiply(row(powers_ - 1), row(1), last);
    step_.emplace(q, last);
  }
  if (!q.by_columns())
    for (std::size_t i = 0; i < powers_; ++i) scale_words(w, row(i), row(i), extra());
}

void CompositionMap::apply(ConstWords g, Words out) const {
  const std::size_t n = q_->degree();
  const WordAlgebra& w = q_->algebra();
  const std::size_t blocks = (n + powers_ - 1) / powers_;
  ScratchWords scratch(w.ctx, blocks * n);
  const Words parts = scratch.all();
  const std::size_t grain = std::max<std::size_t>(1, (std::size_t{1} << 17) / (block * n));
  parallel_for(w.ctx, (n + block - 1) / block, grain, [&](std::size_t begin, std::size_t end) {
    w.ctx.charge((end - begin) * block * n);
    for (std::size_t j = begin * block; j < std::min(n, end * block); j += block)
      for (std::size_t b = 0; b < blocks; ++b)
        q_->kernel().combine(q_->sums(), g.data() + b * powers_, std::min(powers_, n - b * powers_), rows_.data() + j,
                             stride_, parts.data() + b * n + j, std::min(block, n - j));
  });
  std::copy_n(parts.begin() + static_cast<std::ptrdiff_t>((blocks - 1) * n), n, out.begin());
  for (std::size_t b = blocks - 1; b-- != 0;) {
    w.ctx.poll();
    q_->multiply(out, *step_, out);
    add_words(w, out, parts.subspan(b * n, n));
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
