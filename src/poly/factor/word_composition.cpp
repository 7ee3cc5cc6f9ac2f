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
constexpr std::size_t padding = SumKernel::padding;

/// Rows of a matrix that is read in columns: no multiple of a page apart.
std::size_t stride_for(std::size_t n) noexcept {
  const std::size_t rounded = (n + block - 1) / block * block;
  return rounded % 512 == 0 ? rounded + block : rounded;
}

/// s + n/s products once, and for each use n/s that cost a half or a quarter: least for s = sqrt(n (1 + share uses)).
std::size_t best_powers(std::size_t n, std::size_t uses, bool by_columns) noexcept {
  const double share = by_columns ? 0.5 : 0.25;
  const double balanced = std::sqrt(static_cast<double>(n) * (1 + share * static_cast<double>(uses)));
  const std::size_t s = static_cast<std::size_t>(balanced) + 1;
  if (s >= n) return n;
  const std::size_t blocks = (n + s - 1) / s;
  return (n + blocks - 1) / blocks;  // blocks of equal length
}

/// Products that are too short to be worth a task.
std::size_t grain_for(const WordQuotient& q) noexcept { return 1 + static_cast<std::size_t>(50000 / q.product_cost()); }

}  // namespace

void CompositionMap::allocate(std::size_t powers) {
  const std::size_t n = q_->degree();
  const FactorAlgebra& w = q_->algebra();
  powers_ = powers;
  blocks_ = (n + powers - 1) / powers;
  stride_ = stride_for(n);
  if (blocks_ > 1 && !q_->by_columns())
    transform_.emplace(plan_word_transform({w.modulus.value(), true, n, n, {0, 2 * n - 1}}, blocks_ - 1,
                                           n < w.forked_length ? 1 : w.threads, w.isa),
                       w.ctx);
  const std::size_t words = powers_ * stride_ + (blocks_ - 1) * step_words();
  reservation_ = MemoryReservation(w.ctx.memory(), words * sizeof(std::uint64_t));
  rows_.resize(powers_ * stride_);
  steps_.resize((blocks_ - 1) * step_words());
}

std::size_t CompositionMap::step_words() const noexcept {
  return transform_ ? (transform_->image_words() + 7) / 8 * 8 : q_->degree() + 2 * padding;
}

/// What rows are multiplied by so that their combinations, which are divided by R, are elements.
std::uint64_t CompositionMap::extra() const noexcept { return q_->by_columns() ? 1 : q_->sums().one; }

CompositionMap::CompositionMap(const WordQuotient& q, ConstWords h, std::size_t uses) : q_(&q) {
  allocate(best_powers(q.degree(), uses, q.by_columns()));
  row(0)[0] = q.one();
  if (powers_ > 1) std::copy(h.begin(), h.end(), row(1).begin());
  fill_powers();
  finish(h);
}

void CompositionMap::fill_powers() {
  const ExecutionContext& ctx = q_->algebra().ctx;
  for (std::size_t known = 2; known < powers_;) {  // from all powers up to k those up to 2k
    const std::size_t next = std::min(powers_, 2 * known - 1);
    parallel_for(ctx, next - known, grain_for(*q_), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = known + begin; i < known + end; ++i) {
        ctx.poll();
        if (i % 2 == 0)
          q_->square(row(i / 2), row(i));
        else
          q_->multiply(row(i / 2), row(i - i / 2), row(i));
      }
    });
    known = next;
  }
}

/// The power h^(powers b), as apply wants it.
void CompositionMap::store_step(std::size_t b, ConstWords power) {
  const Words step = Words(steps_).subspan((b - 1) * step_words(), step_words());
  if (transform_)
    transform_->forward(power, step.data(), q_->algebra().ctx);
  else
    std::copy(power.begin(), power.end(), step.begin() + padding);
}

void CompositionMap::fill_steps(ConstWords h) {
  const std::size_t n = q_->degree();
  const ExecutionContext& ctx = q_->algebra().ctx;
  ScratchWords scratch(ctx, 2 * n);
  const Words first = scratch.take(n);
  const Words power = scratch.take(n);
  q_->multiply(row(powers_ - 1), h, first);
  std::copy(first.begin(), first.end(), power.begin());
  const WordQuotient::Factor factor(*q_, first);
  for (std::size_t b = 1; b < blocks_; ++b) {
    ctx.poll();
    store_step(b, power);
    if (b + 1 < blocks_) q_->multiply(power, factor, power);
  }
}

/// The same from all powers up to k to those up to 2k.
void CompositionMap::fill_steps_in_tasks(ConstWords h) {
  const std::size_t n = q_->degree();
  const ExecutionContext& ctx = q_->algebra().ctx;
  ScratchWords scratch(ctx, (blocks_ - 1) * n);
  const auto power = [&](std::size_t b) { return scratch.all().subspan((b - 1) * n, n); };
  q_->multiply(row(powers_ - 1), h, power(1));
  for (std::size_t known = 1; known + 1 < blocks_;) {
    const std::size_t next = std::min(blocks_ - 1, 2 * known);
    parallel_for(ctx, next - known, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t b = known + 1 + begin; b <= known + end; ++b) {
        ctx.poll();
        if (b % 2 == 0)
          q_->square(power(b / 2), power(b));
        else
          q_->multiply(power(b / 2), power(b - b / 2), power(b));
      }
    });
    known = next;
  }
  parallel_for(ctx, blocks_ - 1, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin + 1; b <= end; ++b) store_step(b, power(b));
  });
}

void CompositionMap::finish(ConstWords h) {
  const FactorAlgebra& w = q_->algebra();
  if (blocks_ > 1) {
    if (w.threads > 1 && grain_for(*q_) == 1)
      fill_steps_in_tasks(h);
    else
      fill_steps(h);
  }
  if (extra() != 1)
    for (std::size_t i = 0; i < powers_; ++i) scale_words(w, row(i), row(i), extra());
}

CompositionMap::CompositionMap(const WordQuotient& q, const CompositionMap& other) : q_(&q) {
  const std::size_t n = q.degree();
  const FactorAlgebra& w = q.algebra();
  allocate(std::min(n, other.powers_));
  const std::uint64_t without = other.extra() == 1 ? 1 : w.modulus.inverse(other.extra());
  parallel_for(w.ctx, powers_, grain_for(q), [&](std::size_t begin, std::size_t end) {
    ScratchWords residues(w.ctx, other.q_->degree());
    for (std::size_t i = begin; i < end; ++i) {
      w.ctx.poll();
      scale_words(w, residues.all(), other.row(i), without);
      other.q_->to_residues(residues.all(), residues.all());
      q.reduce(residues.all(), row(i));
    }
  });
  ScratchWords h(w.ctx, n);  // rows change in finish
  if (powers_ > 1) std::copy_n(row(1).begin(), n, h.all().begin());
  finish(h.all());
}

void CompositionMap::apply(ConstWords g, Words out) const {
  const std::size_t n = q_->degree();
  const FactorAlgebra& w = q_->algebra();
  ScratchWords scratch(w.ctx, blocks_ * n);
  const Words parts = scratch.all();
  const std::size_t grain = std::max<std::size_t>(1, (std::size_t{1} << 17) / (block * n));
  parallel_for(w.ctx, (n + block - 1) / block, grain, [&](std::size_t begin, std::size_t end) {
    w.ctx.charge((end - begin) * block * n);
    for (std::size_t j = begin * block; j < std::min(n, end * block); j += block)
      for (std::size_t b = 0; b < blocks_; ++b)
        q_->kernel().combine(q_->sums(), g.data() + b * powers_, std::min(powers_, n - b * powers_), rows_.data() + j,
                             stride_, parts.data() + b * n + j, std::min(block, n - j));
  });
  if (blocks_ > 1)
    add_up(parts.subspan(n), out);
  else
    std::fill(out.begin(), out.end(), std::uint64_t{0});
  add_words(w, out, parts.first(n));
}

/// out = the sum of all parts times their steps, by several tasks with sums of their own.
void CompositionMap::add_up(ConstWords parts, Words out) const {
  const std::size_t n = q_->degree();
  const FactorAlgebra& w = q_->algebra();
  const std::size_t terms = blocks_ - 1;
  const std::size_t tasks = std::min(terms, w.threads > 1 && grain_for(*q_) == 1 ? std::size_t(w.threads) : 1);
  const std::size_t words = transform_ ? step_words() : (2 * n + 7) / 8 * 8;
  ScratchWords sums(w.ctx, tasks * words);
  ScratchWords products(w.ctx, tasks * words);
  parallel_for(w.ctx, tasks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t task = begin; task < end; ++task) {
      std::uint64_t* const sum = sums.all().data() + task * words;
      std::uint64_t* const product = products.all().data() + task * words;
      for (std::size_t t = task; t < terms; t += tasks) {
        w.ctx.poll();
        const ConstWords part = parts.subspan(t * n, n);
        const std::uint64_t* const step = steps_.data() + t * step_words();
        std::uint64_t* const target = t == task ? sum : product;
        if (transform_) {
          transform_->forward(part, target, w.ctx);
          transform_->multiply(target, target, step, w.ctx);
          if (t != task) transform_->accumulate(sum, product, w.ctx);
        } else {
          q_->kernel().columns(q_->sums(), part.data(), n, step + padding, n, target, 0, 2 * n - 1);
          if (t != task) add_words(w, Words(sum, 2 * n - 1), ConstWords(product, 2 * n - 1));
        }
      }
    }
  });
  std::uint64_t* const total = sums.all().data();
  for (std::size_t left = tasks; left > 1; left = (left + 1) / 2) {  // in pairs
    const std::size_t half = (left + 1) / 2;
    parallel_for(w.ctx, left - half, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t task = begin; task < end; ++task) {
        std::uint64_t* const sum = total + task * words;
        if (transform_)
          transform_->accumulate(sum, sum + half * words, w.ctx);
        else
          add_words(w, Words(sum, 2 * n - 1), ConstWords(sum + half * words, 2 * n - 1));
      }
    });
  }
  if (!transform_) return q_->reduce_sum(Words(total, 2 * n - 1), out);
  ScratchWords c(w.ctx, 2 * n - 1);
  transform_->inverse(total, {0, 2 * n - 1}, c.all(), w.ctx);
  q_->reduce_sum(c.all(), out);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
