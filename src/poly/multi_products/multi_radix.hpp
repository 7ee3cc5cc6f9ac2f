// Sorting keys with a number attached to each: least significant digit first, 11 bits at a time.
//
// O(n) for each digit of the span; short lists are sorted by comparison.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

class RadixSorter {
 public:
  void clear() noexcept { items_.clear(); }
  void push_back(std::uint64_t key, std::uint32_t value) { items_.push_back({key, value}); }
  std::size_t bytes() const noexcept { return (items_.capacity() + other_.capacity()) * sizeof(Item); }

  /// Ascending. Precondition: keys below `span`, all different.
  void sort(std::uint64_t span) {
    const auto bits = static_cast<unsigned>(std::bit_width(span));
    if (items_.size() < shortest || bits > 4 * digit_bits) {
      std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
      return;
    }
    other_.resize(items_.size());
    for (unsigned shift = 0; shift < bits; shift += digit_bits) pass(shift);
  }
  template <class F>
  void for_each_descending(const F& f) const {
    for (std::size_t i = items_.size(); i-- != 0;) f(items_[i].key, items_[i].value);
  }

 private:
  static constexpr unsigned digit_bits = 11;
  static constexpr std::size_t shortest = 256;
  struct Item {
    std::uint64_t key;
    std::uint32_t value;
  };

  void pass(unsigned shift) {
    std::array<std::uint32_t, std::size_t{1} << digit_bits> place{};
    constexpr std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;
    for (const Item& item : items_) ++place[(item.key >> shift) & mask];
    std::uint32_t sum = 0;
    for (std::uint32_t& p : place) {
      const std::uint32_t count = p;
      p = sum;
      sum += count;
    }
    for (const Item& item : items_) other_[place[(item.key >> shift) & mask]++] = item;
    items_.swap(other_);
  }

  std::vector<Item> items_;
  std::vector<Item> other_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
