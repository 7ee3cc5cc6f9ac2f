// Exact division of sparse polynomials over Z block by block, in parallel, by merging.
#include "poly/multi_division/multi_division_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/multi_heap.hpp>

#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/rows/product_rows.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZ = SparseTerms<Integers>;
__extension__ using signed_wide = __int128;
__extension__ using wide = unsigned __int128;

wide bits_of(IntegerView v) noexcept {
  const auto limbs = v.limbs();
  wide magnitude = limbs.empty() ? 0 : limbs[0];
  if (limbs.size() > 1) magnitude |= wide{limbs[1]} << 64;
  return v.signed_size() < 0 ? wide{0} - magnitude : magnitude;
}

RowTerm term_of(std::uint64_t key, wide value) noexcept {
  return {key, static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
}
signed_wide sum_of(const RowTerm& term) noexcept {
  return static_cast<signed_wide>((wide{term.high} << 64) | term.low);
}

/// Keys from `low` up to, but without, `high`.
struct KeyRange {
  std::uint64_t low;
  std::uint64_t high;
};
/// Terms of the dividend.
struct TermRange {
  std::size_t begin;
  std::size_t end;
  std::size_t size() const noexcept { return end - begin; }
};

/// For every row the number of its products that are not below the bound. Later rows have no more of them: each is
/// searched from where the one before has ended, in steps that double.
void stretch_ends(const WordFactors& p, std::uint64_t bound, std::span<std::uint32_t> ends) noexcept {
  const std::uint64_t* const g = p.keys_g;
  std::size_t end = p.m;
  for (std::size_t i = 0; i < p.n; ++i) {
    if (bound > p.keys_f[i]) {
      const std::uint64_t least = bound - p.keys_f[i];
      for (std::size_t step = 1; end != 0; step *= 2) {
        const std::size_t probe = end - std::min(end, step);
        if (g[probe] < least) {
          end = probe;
          continue;
        }
        std::size_t inside = probe + 1;
        while (inside < end) {
          const std::size_t middle = inside + (end - inside) / 2;
          if (g[middle] < least)
            end = middle;
          else
            inside = middle + 1;
        }
        break;
      }
    }
    ends[i] = static_cast<std::uint32_t>(end);
  }
}

/// One division. The quotient's coefficients are kept with the other sign: sums are a + (-q) d.
class BlockDivision {
 public:
  BlockDivision(const MonomialLayout& layout, bool partial_sums, const TermsZ& a, const TermsZ& d,
                const QuotientBounds& bounds, const ExecutionContext& ctx)
      : layout_(layout),
        test_(layout_, partial_sums),
        guards_(layout.guards()),
        bits_(bounds.bits),
        ctx_(ctx),
        a_(a.monomials, layout_),
        d_(d.monomials, layout_),
        coefficients_(a.coefficients) {
    for (std::size_t f = 0; f < layout_.fields; ++f) {
      layout_.put(&least_, f, bounds.fields.least[f]);
      layout_.put(&largest_, f, bounds.fields.largest[f]);
    }
    d_values_.reserve(d.size());
    for (std::size_t j = 0; j < d.size(); ++j) d_values_.push_back(d.coefficients[j].to_int64());
  }
  BlockDivision(const BlockDivision&) = delete;
  BlockDivision& operator=(const BlockDivision&) = delete;

  BoxResult<Integers> run() {
    std::uint64_t top = 0;
    std::uint64_t last = 0;
    const signed_wide last_value = static_cast<signed_wide>(bits_of(coefficients_[terms() - 1]));
    if (!term_of_quotient(a_keys()[0], d_keys()[0], top) ||
        !term_of_quotient(a_keys()[terms() - 1], d_keys()[d_values_.size() - 1], last) || top < last ||
        last_value % d_values_.back() != 0)
      return {true, std::nullopt};
    const std::uint64_t floor = d_keys()[0] + last;  // no term of the quotient comes from below
    std::uint64_t width = first_width();
    std::uint64_t high = a_keys()[0] + 1;
    while (const std::optional<std::uint64_t> next = next_key(high)) {
      if (*next < floor) break;
      high = *next + 1;
      const KeyRange block{high - floor > width ? high - width : floor, high};
      const std::vector<Piece> pieces = differences(block);
      if (const Step step = divide_block(block, pieces); step != Step::found)
        return {step == Step::inexact, std::nullopt};
      if (work_ < 2 * terms() / most_blocks && width >> 62 == 0) width *= 2;
      high = block.low;
    }
    if (!vanishes({0, floor})) return {true, std::nullopt};
    return {true, quotient()};
  }

 private:
  enum class Step { found, inexact, too_long };
  using Piece = std::vector<RowTerm>;
  static constexpr std::size_t poll_steps = 256;
  static constexpr std::size_t task_terms = std::size_t{1} << 11;   // terms and products of a task
  static constexpr std::size_t most_tasks = 64;                     // of a range
  static constexpr std::size_t most_merged = std::size_t{1} << 15;  // products at once: what their memory costs
  static constexpr std::size_t most_blocks = 64;                    // of equal work

  std::size_t terms() const noexcept { return coefficients_.size(); }
  const std::uint64_t* a_keys() const noexcept { return (*a_).data(); }
  const std::uint64_t* d_keys() const noexcept { return (*d_).data(); }

  /// The term at `key` over the divisor's at `by`, whose fields an exact quotient could have.
  bool term_of_quotient(std::uint64_t key, std::uint64_t by, std::uint64_t& term) const noexcept {
    return test_.divides(by, key, term) && (((term | guards_) - least_) & guards_) == guards_ &&
           (((largest_ | guards_) - term) & guards_) == guards_;
  }

  /// So that blocks cost about as much as what is done one after the other in them, for a quotient of as many terms as
  /// the dividend has for each of the divisor's.
  std::uint64_t first_width() const noexcept {
    constexpr double block_products = 700;  // of the heap, which take as long as forking and joining twice
    const std::size_t n = d_values_.size();
    const double rows = static_cast<double>(n);
    const double quotient = std::max(1.0, static_cast<double>(terms()) / rows);
    const auto balanced = static_cast<std::size_t>(std::sqrt(block_products * rows / quotient));
    const std::size_t near = std::clamp<std::size_t>(balanced, 1, std::max<std::size_t>(1, n / 8));
    return d_keys()[0] - d_keys()[near];
  }

  /// The divisor and the quotient so far, the one with fewer terms as rows.
  WordFactors factors() const noexcept {
    if (q_keys_.size() < d_values_.size())
      return {q_keys_.data(), q_values_.data(), q_keys_.size(), d_keys(), d_values_.data(), d_values_.size()};
    return {d_keys(), d_values_.data(), d_values_.size(), q_keys_.data(), q_values_.data(), q_keys_.size()};
  }

  /// The first term of the dividend below the bound.
  std::size_t first_below(std::uint64_t bound, const TermRange& in) const noexcept {
    const std::uint64_t* const keys = a_keys();
    const std::uint64_t* const found = std::lower_bound(keys + in.begin, keys + in.end, bound,
                                                        [](std::uint64_t key, std::uint64_t b) { return key >= b; });
    return static_cast<std::size_t>(found - keys);
  }

  /// The largest key below `high` of the dividend and of products.
  std::optional<std::uint64_t> next_key(std::uint64_t high) const {
    std::optional<std::uint64_t> next;
    if (at_ < terms()) next = a_keys()[at_];
    Workspace::Frame frame;
    const WordFactors p = factors();
    const std::span<std::uint32_t> ends = frame.allocate<std::uint32_t>(p.n);
    stretch_ends(p, high, ends);
    for (std::size_t i = 0; i < p.n; ++i)
      if (ends[i] < p.m) next = std::max(next.value_or(0), p.keys_f[i] + p.keys_g[ends[i]]);
    return next;
  }

  /// What is left of the dividend in a block, in pieces that descend; moves on behind it.
  std::vector<Piece> differences(const KeyRange& block) {
    const TermRange terms{at_, first_below(block.low, {at_, this->terms()})};
    std::vector<Piece> pieces;
    summed(block, terms, pieces);
    at_ = terms.end;
    return pieces;
  }
  /// Whether nothing is left in the range of all other terms.
  bool vanishes(const KeyRange& range) {
    std::vector<Piece> pieces;
    summed(range, {at_, terms()}, pieces, true);
    return std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.empty(); });
  }

  /// The sums of a range, cut where the dividend's terms are cut evenly: as many products for each of them are expected
  /// as there were in the range before. With `zero`, nothing more is summed after a sum that is not.
  void summed(const KeyRange& range, const TermRange& terms, std::vector<Piece>& pieces, bool zero = false) {
    const double expected = static_cast<double>(terms.size()) * (1 + products_per_term_);
    const auto tasks = static_cast<std::size_t>(
        std::clamp(expected / static_cast<double>(task_terms), 1.0, static_cast<double>(most_tasks)));
    const auto cut = [&](std::size_t t) { return terms.begin + terms.size() * t / tasks; };
    const auto bound = [&](std::size_t t) { return a_keys()[cut(t)] + 1; };
    const WordFactors p = factors();
    std::atomic<std::size_t> products = 0;
    std::atomic<bool> vanishing = true;
    pieces.resize(tasks);
    SharedCharge charge(ctx_.memory());
    parallel_for(ctx_, tasks, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end && (!zero || vanishing.load(std::memory_order_relaxed)); ++t) {
        const KeyRange keys{t + 1 == tasks ? range.low : bound(t + 1), t == 0 ? range.high : bound(t)};
        products.fetch_add(difference(p, keys, {cut(t), cut(t + 1)}, pieces[t]), std::memory_order_relaxed);
        charge.add(pieces[t].capacity() * sizeof(RowTerm));
        if (!pieces[t].empty()) vanishing.store(false, std::memory_order_relaxed);
      }
    });
    work_ = terms.size() + products;
    if (terms.size() != 0) products_per_term_ = static_cast<double>(products) / static_cast<double>(terms.size());
  }

  /// Appends the sums of a range to the piece; the number of products.
  std::size_t difference(const WordFactors& p, const KeyRange& keys, const TermRange& terms, Piece& piece) const {
    ctx_.poll();
    Workspace::Frame frame;
    const std::span<std::uint32_t> above = frame.allocate<std::uint32_t>(p.n);
    const std::span<std::uint32_t> below = frame.allocate<std::uint32_t>(p.n);
    stretch_ends(p, keys.high, above);
    stretch_ends(p, keys.low, below);
    std::size_t products = 0;
    for (std::size_t i = 0; i < p.n; ++i) products += below[i] - above[i];
    if (products > most_merged && keys.high - keys.low > 1) {
      const std::uint64_t middle = keys.low + (keys.high - keys.low) / 2;
      const std::size_t cut = first_below(middle, terms);
      return difference(p, {middle, keys.high}, {terms.begin, cut}, piece) +
             difference(p, {keys.low, middle}, {cut, terms.end}, piece);
    }
    const std::size_t room = products + terms.size();
    ctx_.charge(room);
    const MemoryReservation reservation(ctx_.memory(), 2 * room * sizeof(RowTerm) + p.n * sizeof(RowStretch));
    RowTerm* from = frame.allocate<RowTerm>(2 * room).data();
    RowTerm* to = from + room;
    if (products != 0) {
      const std::span<RowTerm> sum = merge_rows(from, to, rows_of(p, above, below, from, frame));
      if (sum.data() >= to) std::swap(from, to);
      RowStretch both[] = {
          {static_cast<std::size_t>(sum.data() - from), static_cast<std::size_t>(sum.data() - from) + sum.size()},
          {products, room}};
      read_dividend(terms, from + products);
      const std::span<RowTerm> rest = merge_rows(from, to, both);
      piece.insert(piece.end(), rest.begin(), rest.end());
    } else {
      read_dividend(terms, from);
      piece.insert(piece.end(), from, from + room);
    }
    return products;
  }
  /// Writes the rows' products one after another.
  static std::span<RowStretch> rows_of(const WordFactors& p, std::span<const std::uint32_t> above,
                                       std::span<const std::uint32_t> below, RowTerm* to, Workspace::Frame& frame) {
    const std::span<RowStretch> rows = frame.allocate<RowStretch>(p.n);
    std::size_t count = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < p.n; ++i) {
      if (above[i] == below[i]) continue;
      for (std::size_t j = above[i]; j < below[i]; ++j) (to++)->set(p.keys_f[i] + p.keys_g[j], p.f[i], p.g[j]);
      rows[count++] = {at, at + (below[i] - above[i])};
      at = rows[count - 1].end;
    }
    return rows.first(count);
  }
  void read_dividend(const TermRange& terms, RowTerm* to) const noexcept {
    for (std::size_t i = terms.begin; i < terms.end; ++i) *to++ = term_of(a_keys()[i], bits_of(coefficients_[i]));
  }

  /// The quotient's terms of a block, from what is left of the dividend there.
  Step divide_block(const KeyRange& block, std::span<const Piece> pieces) {
    const std::uint64_t lead = d_keys()[0];
    std::size_t near = 1;  // the divisor's terms before it have products in the block with terms of the block
    while (near < d_values_.size() && lead - d_keys()[near] < block.high - block.low) ++near;
    RowHeap<1> heap(0, 1);
    std::vector<Row> rows;
    std::vector<std::uint32_t> taken;
    const auto enter = [&](std::uint32_t r) {
      const Row& row = rows[r];
      if (row.at < near && row.key + d_keys()[row.at] >= block.low) heap.insert(r, &row.key, d_keys() + row.at);
    };
    std::size_t piece = 0;
    std::size_t at = 0;
    for (std::size_t step = 1;; ++step) {
      if (step % poll_steps == 0) ctx_.poll();
      for (; piece < pieces.size() && at == pieces[piece].size(); at = 0) ++piece;
      const bool left = piece < pieces.size();
      if (!left && heap.empty()) return Step::found;
      const bool from_piece = left && (heap.empty() || pieces[piece][at].key >= *heap.top());
      const std::uint64_t key = from_piece ? pieces[piece][at].key : *heap.top();
      signed_wide value = from_piece ? sum_of(pieces[piece][at++]) : 0;
      taken.clear();
      while (!heap.empty() && *heap.top() == key)
        for (std::uint32_t r = heap.pop(); r != RowHeap<1>::none; r = heap.next_row(r)) {
          value += static_cast<signed_wide>(rows[r].factor) * d_values_[rows[r].at];
          taken.push_back(r);
        }
      ctx_.charge(taken.size() + 1);
      for (const std::uint32_t r : taken) {
        ++rows[r].at;
        enter(r);
      }
      if (value == 0) continue;
      std::uint64_t term = 0;
      std::int64_t factor = 0;
      if (!term_of_quotient(key, lead, term)) return Step::inexact;
      if (const Step divided = divide(value, factor); divided != Step::found) return divided;
      charge_growth();
      q_keys_.push_back(term);
      q_values_.push_back(factor);
      if (near == 1 || term + d_keys()[1] < block.low) continue;
      rows.push_back({term, factor, 1});
      heap.add_row();
      enter(static_cast<std::uint32_t>(rows.size() - 1));
    }
  }

  /// The quotient's coefficient with the other sign.
  Step divide(signed_wide value, std::int64_t& factor) const noexcept {
    const std::int64_t lead = d_values_[0];
    signed_wide q = -value;
    if (lead == -1) {
      q = value;
    } else if (const auto word = static_cast<std::int64_t>(value); word == value) {  // a short division
      if (word % lead != 0) return Step::inexact;
      q = -static_cast<signed_wide>(word / lead);
    } else {
      if (value % lead != 0) return Step::inexact;
      q = -(value / lead);
    }
    if (const signed_wide sign = q >> (bits_ - 1); sign != 0 && sign != -1) return Step::too_long;
    factor = static_cast<std::int64_t>(q);
    return Step::found;
  }

  TermsZ quotient() const {
    std::vector<RowTerm> terms(q_keys_.size());
    const MemoryReservation reservation(ctx_.memory(), terms.size() * sizeof(RowTerm));
    for (std::size_t i = 0; i < terms.size(); ++i)
      terms[i] = term_of(q_keys_[i], static_cast<wide>(-static_cast<signed_wide>(q_values_[i])));
    TermsZ result;
    terms_of_rows(result, layout_, terms);
    return result;
  }

  /// One term of the quotient more, with its row.
  void charge_growth() {
    if (q_keys_.size() < charged_) return;
    charged_ = std::max<std::size_t>(256, 2 * charged_);
    constexpr std::size_t bytes_of_term = 2 * (2 * sizeof(std::uint64_t) + sizeof(Row) + 3 * sizeof(std::uint64_t));
    reservation_ = MemoryReservation();
    reservation_ = MemoryReservation(ctx_.memory(), charged_ * bytes_of_term);
  }

  /// A term of the quotient, and the next one of the divisor to multiply it by.
  struct Row {
    std::uint64_t key;
    std::int64_t factor;
    std::size_t at;
  };

  const MonomialLayout layout_;
  DivisibilityTest test_;
  std::uint64_t guards_;
  std::size_t bits_;  // of the quotient's coefficients, with the sign
  const ExecutionContext& ctx_;
  InLayout a_;
  InLayout d_;
  const IntegerVector& coefficients_;  // of the dividend
  std::uint64_t least_ = 0;            // fields of the quotient
  std::uint64_t largest_ = 0;
  std::vector<std::int64_t> d_values_;
  std::vector<std::uint64_t> q_keys_;
  std::vector<std::int64_t> q_values_;
  std::size_t at_ = 0;            // of the dividend's terms: those before it are done
  std::size_t work_ = 0;          // terms and products of the last range
  double products_per_term_ = 1;  // of the dividend there
  MemoryReservation reservation_;
  std::size_t charged_ = 0;
};

}  // namespace

bool divides_in_blocks(const MonomialLayout& layout, const TermsZ& a, const TermsZ& d) {
  constexpr std::size_t least_block_dividend = std::size_t{1} << 12;  // for half of that the heap is as fast
  return layout.words == 1 && a.size() >= least_block_dividend && d.size() >= 2;
}

BoxResult<Integers> exact_div_in_blocks(const MonomialLayout& layout, bool partial_sums, const TermsZ& a,
                                        const TermsZ& d, const QuotientBounds& bounds, const ExecutionContext& ctx) {
  try {
    const MemoryReservation reservation(ctx.memory(), (a.size() + 2 * d.size()) * sizeof(std::uint64_t));
    return BlockDivision(layout, partial_sums, a, d, bounds, ctx).run();
  } catch (const MemoryLimit&) {
    return {};  // the heap takes less
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
