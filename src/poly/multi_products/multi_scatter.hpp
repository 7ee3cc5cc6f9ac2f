// Products of sparse polynomials by scattering: every product is added to the cell of its key.
//
// The result is cut into ranges of keys so small that the cells of one stay in the cache. A range takes from every row
// f_i g the stretch that falls into it; a pointer for each row moves down g from range to range, so that nothing is
// searched or compared beside the end of the stretch. Cells are addressed
//   array    by the key itself, where ranges are intervals of equal length, or
//   hashed   by open addressing, where ranges hold about equally many products; the keys found are sorted (radix sort).
//
// Cost: #f #g products at one addressed addition each, plus the rows' ends, #f for each range; array: plus the box;
// hashed: plus sorting the result's terms. That is below the heap's cost, whose comparisons grow with log #f and miss
// branch predictions, wherever there are enough products to fill ranges; the heap is left for short products and
// for exponents whose box has no 62-bit keys. Tasks take blocks of consecutive ranges: the result does not depend on
// who runs which. Sources: Monagan, Pearce, ISSAC 2009 and Gastineau, Laskar, CASC 2013 (ranges of the result as units
// of parallel work).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/multi_products/multi_radix.hpp"
#include "poly/rows/piece_arena.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t term_charge = 8;  // operations to sort and write a term, in those of a product

/// Keys of both operands, strictly descending, f not longer than g, and the bounds of the ranges, descending: range r
/// holds the keys below bound r-1 and not below bound r.
struct ScatterKeys {
  std::span<const std::uint64_t> f;
  std::span<const std::uint64_t> g;
  std::vector<std::uint64_t> bounds;

  std::size_t ranges() const noexcept { return bounds.size() + 1; }
  std::uint64_t high(std::size_t r) const noexcept { return r == 0 ? f[0] + g[0] + 1 : bounds[r - 1]; }
  std::uint64_t low(std::size_t r) const noexcept { return r == bounds.size() ? 0 : bounds[r]; }
};

/// Where each row of consecutive ranges has arrived.
class RowPointers {
 public:
  /// At the first products below `high`.
  RowPointers(const ScatterKeys& keys, std::uint64_t high) : keys_(keys), at_(keys.f.size()) {
    std::size_t j = keys.g.size();
    for (std::size_t i = 0; i < at_.size(); ++i) {
      while (j != 0 && keys.f[i] + keys.g[j - 1] < high) --j;
      at_[i] = static_cast<std::uint32_t>(j);
    }
  }

  /// row(i, begin, end) for the stretches of keys not below `low`; moves on behind them. Returns the number of
  /// products.
  template <class Row>
  std::size_t sweep(std::uint64_t low, const Row& row) {
    constexpr std::uint32_t stride = 8;  // stretches are longer as a rule: their ends are looked for in steps
    const std::size_t n = keys_.f.size();
    const auto m = static_cast<std::uint32_t>(keys_.g.size());
    const std::uint64_t* const g = keys_.g.data();
    std::size_t products = 0;
    while (first_ < n && at_[first_] == m) ++first_;
    for (std::size_t i = first_; i < n; ++i) {
      const std::uint64_t f = keys_.f[i];
      if (f + g[0] < low) break;  // and so all later rows
      const std::uint64_t least = low > f ? low - f : 0;
      const std::uint32_t begin = at_[i];
      std::uint32_t end = begin;
      while (end + stride < m && g[end + stride] >= least) end += stride;
      while (end < m && g[end] >= least) ++end;
      if (end == begin) continue;
      row(i, begin, end);
      at_[i] = end;
      products += end - begin;
    }
    return products;
  }

 private:
  const ScatterKeys& keys_;
  std::vector<std::uint32_t> at_;
  std::size_t first_ = 0;  // rows before it are exhausted
};

/// An odd number whose products with keys of neighbouring terms have leading bits that differ. For each multiplier
/// there are steps whose multiples fall together (Fibonacci's numbers for the golden ratio).
std::uint64_t spreading_multiplier(const ScatterKeys& keys);

/// Cells addressed by key within an interval.
template <class Cells>
class ArrayScatter {
 public:
  using Cell = typename Cells::Cell;
  ArrayScatter(const ScatterKeys& keys, const typename Cells::Operands& operands) : keys_(keys), cells_(operands) {}

  std::size_t run(std::size_t r, RowPointers& rows, typename Cells::Piece& piece) {
    const std::uint64_t low = keys_.low(r);
    const auto length = static_cast<std::size_t>(keys_.high(r) - low);
    cell_.assign(length, Cell{});
    cells_.reset();
    const std::uint64_t* const g = keys_.g.data();
    const std::size_t products = rows.sweep(low, [&](std::size_t i, std::uint32_t begin, std::uint32_t end) {
      Cell* const base = cell_.data() + static_cast<std::ptrdiff_t>(keys_.f[i] - low);
      const auto factor = cells_.factor(i);
      for (std::uint32_t j = begin; j < end; ++j) cells_.add(base[static_cast<std::ptrdiff_t>(g[j])], factor, j);
    });
    for (std::size_t k = length; k-- != 0;)
      if (cells_.append(cell_[k], piece)) piece.words.push_back(low + k);
    return products;
  }
  std::size_t bytes() const noexcept { return cell_.capacity() * sizeof(Cell) + cells_.bytes(); }

 private:
  const ScatterKeys& keys_;
  Cells cells_;
  std::vector<Cell> cell_;
};

/// Cells in a table with open addressing, linear probing, at most half full.
template <class Cells>
class HashedScatter {
 public:
  using Cell = typename Cells::Cell;
  HashedScatter(const ScatterKeys& keys, const typename Cells::Operands& operands)
      : keys_(keys), cells_(operands), multiplier_(spreading_multiplier(keys)), least_slots_(first_slots(keys)) {
    resize(least_slots_);
  }

  std::size_t run(std::size_t r, RowPointers& rows, typename Cells::Piece& piece) {
    const std::uint64_t low = keys_.low(r);
    cells_.reset();
    const std::uint64_t* const g = keys_.g.data();
    const std::size_t products = rows.sweep(low, [&](std::size_t i, std::uint32_t begin, std::uint32_t end) {
      const std::uint64_t f = keys_.f[i];
      const auto factor = cells_.factor(i);
      for (std::uint32_t j = begin; j < end; ++j) cells_.add(find(f + g[j]), factor, j);
    });
    collect(low, keys_.high(r) - low, piece);
    return products;
  }
  std::size_t bytes() const noexcept { return slots_.capacity() * sizeof(Slot) + sorter_.bytes() + cells_.bytes(); }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  /// A quarter of a range's products may be a fair guess at its terms.
  static std::size_t first_slots(const ScatterKeys& keys) noexcept {
    constexpr std::size_t most = 1 << 13;
    const std::size_t products = keys.f.size() * keys.g.size() / keys.ranges();
    return std::bit_ceil(std::clamp<std::size_t>(products / 4, 64, most));
  }
  struct Slot {
    std::uint64_t key = none;
    Cell cell{};
  };

  std::size_t home(std::uint64_t key) const noexcept { return static_cast<std::size_t>((key * multiplier_) >> shift_); }
  Cell& find(std::uint64_t key) {
    for (std::size_t at = home(key);; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.key == key) return slot.cell;
      if (slot.key == none) return enter(at, key);
    }
  }
  Cell& enter(std::size_t at, std::uint64_t key) {
    if (2 * ++used_ > slots_.size()) {
      grow();
      at = home(key);
      while (slots_[at].key != none) at = (at + 1) & mask_;
    }
    slots_[at].key = key;
    return slots_[at].cell;
  }
  void resize(std::size_t slots) {
    slots_.assign(slots, Slot{});
    mask_ = slots - 1;
    shift_ = static_cast<unsigned>(64 - std::countr_zero(slots));
  }
  void grow() {
    std::vector<Slot> old = std::move(slots_);
    resize(2 * old.size());
    for (const Slot& slot : old) {
      if (slot.key == none) continue;
      std::size_t at = home(slot.key);
      while (slots_[at].key != none) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  /// Sorts what was found, appends it, and clears the table.
  void collect(std::uint64_t low, std::uint64_t span, typename Cells::Piece& piece) {
    sorter_.clear();
    for (std::size_t at = 0; at < slots_.size(); ++at)
      if (slots_[at].key != none) sorter_.push_back(slots_[at].key - low, static_cast<std::uint32_t>(at));
    sorter_.sort(span);
    piece.reserve(used_);
    sorter_.for_each_descending([&](std::uint64_t key, std::uint32_t at) {
      if (cells_.append(slots_[at].cell, piece)) piece.words.push_back(key + low);
      slots_[at] = Slot{};
    });
    if (slots_.size() > least_slots_ && 8 * used_ < slots_.size()) resize(slots_.size() / 2);
    used_ = 0;
  }

  const ScatterKeys& keys_;
  Cells cells_;
  std::uint64_t multiplier_;
  std::size_t least_slots_;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
  std::size_t used_ = 0;
  RadixSorter sorter_;
};

/// Cells that the tasks of a thread take one after another, and the arena of its pieces: fresh ones for each task would
/// cost page faults and growing, and those of another thread are in its cache.
template <class Scatter, class Cells>
class ScatterPool {
 public:
  using Operands = typename Cells::Operands;
  struct Entry {
    Scatter scatter;
    typename Cells::Piece piece;  // of the range at hand, empty between ranges
    PieceArena& arena;
    std::thread::id owner;
    std::size_t charged = 0;
  };
  ScatterPool(const ScatterKeys& keys, const Operands& operands, PieceArenas& arenas, MemoryAccount& account)
      : keys_(keys), operands_(operands), arenas_(arenas), charge_(account) {}

  std::unique_ptr<Entry> take() {
    const std::thread::id self = std::this_thread::get_id();
    {
      const std::lock_guard lock(mutex_);
      const auto own = std::find_if(idle_.begin(), idle_.end(), [&](const auto& e) { return e->owner == self; });
      if (own != idle_.end()) {
        std::unique_ptr<Entry> entry = std::move(*own);
        idle_.erase(own);
        return entry;
      }
    }
    return std::unique_ptr<Entry>(new Entry{Scatter(keys_, operands_), {}, arenas_.open(), self, 0});
  }
  void give_back(std::unique_ptr<Entry> entry) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(entry));
  }
  /// Charges what an entry has grown by.
  void settle(Entry& entry) {
    const std::size_t bytes = entry.scatter.bytes() + entry.piece.bytes();
    if (bytes > entry.charged) charge_.add(bytes - std::exchange(entry.charged, bytes));
  }

 private:
  const ScatterKeys& keys_;
  const Operands& operands_;
  PieceArenas& arenas_;
  SharedCharge charge_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Entry>> idle_;
};

/// The pieces of the product, a range each, keys as their words, in descending order; `block` consecutive ranges make
/// one task.
template <template <class> class Scatter, class Cells>
std::vector<typename Cells::Piece> scatter_pieces(const ScatterKeys& keys, const typename Cells::Operands& operands,
                                                  std::size_t block, PieceArenas& arenas, const ExecutionContext& ctx) {
  std::vector<typename Cells::Piece> pieces(keys.ranges());
  ScatterPool<Scatter<Cells>, Cells> pool(keys, operands, arenas, ctx.memory());
  parallel_for(ctx, keys.ranges(), block, [&](std::size_t begin, std::size_t end) {
    const MemoryReservation pointers(ctx.memory(), keys.f.size() * sizeof(std::uint32_t));
    RowPointers rows(keys, keys.high(begin));
    auto entry = pool.take();
    for (std::size_t r = begin; r < end; ++r) {
      ctx.poll();
      const std::size_t products = entry->scatter.run(r, rows, entry->piece);
      ctx.charge(products + term_charge * entry->piece.size());
      pool.settle(*entry);
      pieces[r] = keys.ranges() == 1 ? std::move(entry->piece) : typename Cells::Piece(entry->piece, entry->arena);
      entry->piece.clear();
    }
    pool.give_back(std::move(entry));
  });
  return pieces;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
