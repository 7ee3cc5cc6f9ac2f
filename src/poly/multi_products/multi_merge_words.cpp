// Merging the terms of two sparse polynomials whose coefficients are words, without branches on the order of terms.
#include "poly/multi_products/multi_merge_words.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t much_shorter = 16;    // times, to copy runs
constexpr std::size_t chained_terms = 512;  // of both: fewer are not worth ranges

/// The terms of one operand in a range.
struct Rows {
  const std::uint64_t* words;
  const std::uint64_t* values;
  std::size_t size;
};

/// A range on its way: W words to a monomial (0: any number).
template <int W>
class RangeMerge {
 public:
  RangeMerge(const Rows& a, const Rows& b, const MergeSums& to, std::size_t width, std::uint64_t modulus)
      : a_(a), b_(b), to_(to), any_width_(width), modulus_(modulus) {}

  std::size_t size() const noexcept { return size_; }
  bool lopsided() const noexcept { return a_.size / much_shorter > b_.size || b_.size / much_shorter > a_.size; }
  /// A number of steps that end neither operand.
  std::size_t steps() const noexcept { return std::min(a_.size - i_, b_.size - j_); }
  void step() noexcept {
    const std::uint64_t* const x = a_.words + i_ * width();
    const std::uint64_t* const y = b_.words + j_ * width();
    const int order = compare(x, y);
    const std::uint64_t from_a = -static_cast<std::uint64_t>(order >= 0);
    const std::uint64_t from_b = -static_cast<std::uint64_t>(order <= 0);
    const std::uint64_t value = sum(a_.values[i_] & from_a, b_.values[j_] & from_b);
    const std::uint64_t* const monomial = order >= 0 ? x : y;
    for (std::size_t w = 0; w < width(); ++w) to_.words[size_ * width() + w] = monomial[w];
    to_.values[size_] = value;
    size_ += static_cast<std::size_t>(value != 0);
    i_ += from_a & 1;
    j_ += from_b & 1;
  }
  void finish(const ExecutionContext& ctx) {
    if (lopsided()) return a_.size > b_.size ? runs(a_, i_, b_, j_, ctx) : runs(b_, j_, a_, i_, ctx);
    while (steps() != 0) {
      ctx.poll();
      RangeMerge u = *this;  // in registers
      for (std::size_t n = std::min(steps(), poll_terms); n-- != 0;) u.step();
      *this = u;
    }
    copy(a_, i_, a_.size);
    copy(b_, j_, b_.size);
  }

 private:
  std::size_t width() const noexcept { return W == 0 ? any_width_ : static_cast<std::size_t>(W); }
  int compare(const std::uint64_t* x, const std::uint64_t* y) const noexcept {
    if constexpr (W == 1) return static_cast<int>(*x > *y) - static_cast<int>(*x < *y);
    return compare_words(x, y, width());
  }
  std::uint64_t sum(std::uint64_t x, std::uint64_t y) const noexcept {
    const std::uint64_t s = x + y;
    return s - (s >= modulus_ ? modulus_ : 0);
  }
  void copy(const Rows& from, std::size_t begin, std::size_t end) noexcept {
    std::copy(from.words + begin * width(), from.words + end * width(), to_.words + size_ * width());
    std::copy(from.values + begin, from.values + end, to_.values + size_);
    size_ += end - begin;
  }
  /// The first place from `begin` on that is not above the monomial.
  std::size_t first_not_above(const Rows& x, std::size_t begin, const std::uint64_t* monomial) const noexcept {
    const auto above = [&](std::size_t i) { return compare(x.words + i * width(), monomial) > 0; };
    std::size_t step = 1;
    while (begin + step <= x.size && above(begin + step - 1)) {
      begin += step;
      step *= 2;
    }
    std::size_t end = std::min(begin + step - 1, x.size);
    while (begin < end) {
      const std::size_t middle = begin + (end - begin) / 2;
      if (above(middle))
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  }
  /// The rest, y being much the shorter one.
  void runs(const Rows& x, std::size_t i, const Rows& y, std::size_t j, const ExecutionContext& ctx) {
    for (; j < y.size; ++j) {
      if (j % poll_terms == 0) ctx.poll();
      const std::uint64_t* const monomial = y.words + j * width();
      const std::size_t end = first_not_above(x, i, monomial);
      copy(x, i, end);
      i = end;
      const bool met = i < x.size && compare(x.words + i * width(), monomial) == 0;
      const std::uint64_t value = met ? sum(y.values[j], x.values[i++]) : y.values[j];
      if (value == 0) continue;
      copy(y, j, j + 1);
      to_.values[size_ - 1] = value;
    }
    copy(x, i, x.size);
  }

  Rows a_;
  Rows b_;
  MergeSums to_;
  std::size_t any_width_;
  std::uint64_t modulus_;
  std::size_t i_ = 0;
  std::size_t j_ = 0;
  std::size_t size_ = 0;
};

/// Takes the steps of both in turn: each waits for the one before.
template <class Merge>
void finish_both(Merge& x, Merge& y, const ExecutionContext& ctx) {
  if (!x.lopsided() && !y.lopsided()) {
    while (const std::size_t steps = std::min({x.steps(), y.steps(), poll_terms})) {
      ctx.poll();
      Merge u = x;  // in registers: nobody else knows them
      Merge v = y;
      for (std::size_t n = steps; n-- != 0;) {
        u.step();
        v.step();
      }
      x = u;
      y = v;
    }
  }
  x.finish(ctx);
  y.finish(ctx);
}

/// The bytes of the copy that InLayout makes where the list has another layout.
std::size_t repacked_bytes(const PackedMonomials& list, const MonomialLayout& layout) {
  return list.layout() == layout ? 0 : list.size() * layout.words * sizeof(std::uint64_t);
}

template <class F>
auto for_width(std::size_t words, const F& f) {
  return words == 1 ? f.template operator()<1>() : words == 2 ? f.template operator()<2>() : f.template operator()<0>();
}

}  // namespace

std::size_t merge_word_rows(const PackedMonomials& a, const PackedMonomials& b, const MergeWords& words,
                            const MergeSums& to, std::uint64_t modulus, const ExecutionContext& ctx) {
  return for_width(a.words(), [&]<int W>() {
    RangeMerge<W> merge({a.data(), words.a, a.size()}, {b.data(), words.b, b.size()}, to, a.words(), modulus);
    merge.finish(ctx);
    return merge.size();
  });
}

WordMerge::WordMerge(const PackedMonomials& a, const PackedMonomials& b, std::uint64_t modulus,
                     const ExecutionContext& ctx)
    : ctx_(ctx),
      layout_(wider(a.layout(), b.layout())),
      repacked_(ctx.memory(), repacked_bytes(a, layout_) + repacked_bytes(b, layout_)),
      a_(a, layout_),
      b_(b, layout_),
      modulus_(modulus),
      arenas_(ctx.memory()) {}

template <class Merge>
Merge WordMerge::start(const MergeRange& range, const MergeWords& words, const MergeSums& to) const {
  return Merge({(*a_)[range.a_begin], words.a, range.a_end - range.a_begin},
               {(*b_)[range.b_begin], words.b, range.b_end - range.b_begin}, to, layout_.words, modulus_);
}

bool WordMerge::run(WordsOf words_of) {
  const std::size_t terms = (*a_).size() + (*b_).size();
  return terms <= chained_terms ? merge_at_once(words_of) : merge_ranges_apart(words_of);
}

bool WordMerge::merge_at_once(WordsOf words_of) {
  const MergeRange whole{0, (*a_).size(), 0, (*b_).size()};
  std::uint64_t* scratch = few_.data();
  if (whole.size() > few_terms) {
    many_.resize(2 * whole.size());
    scratch = many_.data();
  }
  const auto words = words_of(whole, scratch);
  if (!words) return false;
  ctx_.charge(whole.size());
  MemoryReservation held;
  if (whole.size() > few_terms)
    held = MemoryReservation(ctx_.memory(), whole.size() * (layout_.words + 2) * sizeof(std::uint64_t));
  monomials_.resize(whole.size() * layout_.words);
  sums_ = scratch + whole.size();
  size_ = merge_word_rows(*a_, *b_, *words, {monomials_.data(), scratch + whole.size()}, modulus_, ctx_);
  monomials_.resize(size_ * layout_.words);
  if (2 * size_ <= whole.size()) monomials_.shrink_to_fit();
  return true;
}

bool WordMerge::merge_ranges_apart(WordsOf words_of) {
  const std::vector<MergeRange> ranges = merge_ranges(*a_, *b_, 2 * merge_range_count((*a_).size() + (*b_).size()));
  stretches_.resize(ranges.size());
  PieceArena& arena = arenas_.open();
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    const auto words = [&](std::size_t n) {
      return static_cast<std::uint64_t*>(arena.allocate(n * ranges[r].size() * sizeof(std::uint64_t)));
    };
    stretches_[r].to = {words(layout_.words), words(1)};
  }
  std::atomic<bool> all_words{true};
  parallel_for(ctx_, ranges.size() / 2, 1, [&](std::size_t pair, std::size_t) {
    if (!all_words.load(std::memory_order_relaxed)) return;
    const MergeRange& x = ranges[2 * pair];
    const MergeRange& y = ranges[2 * pair + 1];
    std::vector<std::uint64_t> scratch(x.size() + y.size());
    const auto words_x = words_of(x, scratch.data());
    const auto words_y = words_of(y, scratch.data() + x.size());
    if (!words_x || !words_y) return all_words.store(false, std::memory_order_relaxed);
    ctx_.charge(scratch.size());
    Stretch* const to = &stretches_[2 * pair];
    for_width(layout_.words, [&]<int W>() {
      auto merge_x = start<RangeMerge<W>>(x, *words_x, to[0].to);
      auto merge_y = start<RangeMerge<W>>(y, *words_y, to[1].to);
      finish_both(merge_x, merge_y, ctx_);
      to[0].size = merge_x.size();
      to[1].size = merge_y.size();
    });
  });
  if (!all_words.load()) return false;
  for (Stretch& stretch : stretches_) {
    stretch.first = size_;
    size_ += stretch.size;
  }
  return true;
}

PackedMonomials WordMerge::write(Write write) {
  if (stretches_.empty()) {
    write(0, {sums_, size_});
    return {layout_, std::move(monomials_)};
  }
  const std::size_t width = layout_.words;
  const MemoryReservation reservation(ctx_.memory(), size_ * width * sizeof(std::uint64_t));
  monomials_.resize(size_ * width);
  parallel_for(ctx_, stretches_.size(), 2, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      const Stretch& s = stretches_[r];
      std::copy_n(s.to.words, s.size * width, monomials_.data() + s.first * width);
      write(s.first, {s.to.values, s.size});
    }
  });
  return {layout_, std::move(monomials_)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
