// Iterators over what is read by index and given by value: flat vectors of numbers, coefficients, terms.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>

namespace polyfork {
inline namespace v1 {

/// Random access to the values of container.*get(0), container.*get(1), ... Valid while the container is there and
/// unchanged. Values are no references: `for (const auto& c : f)` and `for (auto c : f)` mean the same.
template <class Container, auto get>
class IndexIterator {
 public:
  using reference = std::invoke_result_t<decltype(get), const Container&, std::size_t>;
  using value_type = std::remove_cvref_t<reference>;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using iterator_category = std::input_iterator_tag;  // a reference is a value, which earlier standards do not allow
  using iterator_concept = std::random_access_iterator_tag;

  IndexIterator() = default;
  IndexIterator(const Container& container, std::size_t index) noexcept : container_(&container), index_(index) {}

  reference operator*() const { return std::invoke(get, *container_, index_); }
  reference operator[](difference_type n) const { return *(*this + n); }
  IndexIterator& operator++() noexcept { return *this += 1; }
  IndexIterator& operator--() noexcept { return *this -= 1; }
  IndexIterator operator++(int) noexcept {
    const IndexIterator before = *this;
    ++*this;
    return before;
  }
  IndexIterator operator--(int) noexcept {
    const IndexIterator before = *this;
    --*this;
    return before;
  }
  IndexIterator& operator+=(difference_type n) noexcept {
    index_ += static_cast<std::size_t>(n);
    return *this;
  }
  IndexIterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend IndexIterator operator+(IndexIterator a, difference_type n) noexcept { return a += n; }
  friend IndexIterator operator+(difference_type n, IndexIterator a) noexcept { return a += n; }
  friend IndexIterator operator-(IndexIterator a, difference_type n) noexcept { return a -= n; }
  friend difference_type operator-(const IndexIterator& a, const IndexIterator& b) noexcept {
    return static_cast<difference_type>(a.index_ - b.index_);
  }
  friend bool operator==(const IndexIterator& a, const IndexIterator& b) noexcept { return a.index_ == b.index_; }
  friend std::strong_ordering operator<=>(const IndexIterator& a, const IndexIterator& b) noexcept {
    return a.index_ <=> b.index_;
  }

 private:
  const Container* container_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace v1
}  // namespace polyfork
