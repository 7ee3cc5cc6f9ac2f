// Columns of schoolbook products with sums of two words that are kept below p 2^64.
//
// A sum t < p 2^64 takes two products at a time: t + 2 (p - 1)^2 < 2 p 2^64 for p < 2^63, and one conditional
// subtraction of p from the upper word restores the bound. So no third word counts carries, and one reduction of two
// words ends a column, which needs its upper word below p. Two columns side by side hide the subtraction's latency.
// Copies with zeros around them have no ends to look for: a column of an odd number of terms takes one more.
#include "poly/residues/products/wide_columns.hpp"

#include <algorithm>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide = unsigned __int128;

constexpr std::size_t at_once = 2;              // columns, and terms of each
constexpr std::size_t most_terms = 256;         // of a part of a
constexpr std::size_t most_columns = 256;       // of a stripe of the product
constexpr std::size_t zeros = 2 * at_once - 1;  // what a term too many and a column too many reach

/// t + the products of two terms, below p 2^64 again; x[0], x[1] meet y[0], y[-1].
inline wide add_two_products(wide t, const std::uint64_t* x, const std::uint64_t* y, std::uint64_t p) noexcept {
  t += wide{x[0]} * y[0];
  t += wide{x[1]} * y[-1];
  const auto high = static_cast<std::uint64_t>(t >> 64);
  return wide{high >= p ? high - p : high} << 64 | static_cast<std::uint64_t>(t);
}

/// Columns [begin, end) of a part of a, which a zero follows, and of a part of b between zeros; store(k, column).
template <class Store>
inline void columns_of_copies(const WordModulus& modulus, const std::uint64_t* a, std::size_t la,
                              const std::uint64_t* b, std::size_t lb, std::size_t begin, std::size_t end,
                              const Store& store) noexcept {
  const std::uint64_t p = modulus.value();
  const auto reduced = [&](wide t) {
    return modulus.reduce(static_cast<std::uint64_t>(t >> 64), static_cast<std::uint64_t>(t));
  };
  for (std::size_t k = begin; k < end; k += at_once) {
    const std::size_t first = k < lb ? 0 : k - lb + 1;
    const std::size_t last = std::min(k + 1, la - 1);
    wide even = 0, odd = 0;
    const std::uint64_t* x = a + first;
    const std::uint64_t* y = b + (k - first);
    for (std::size_t left = (last - first) / at_once + 1; left != 0; --left, x += at_once, y -= at_once) {
      even = add_two_products(even, x, y, p);
      odd = add_two_products(odd, x, y + 1, p);
    }
    store(k, reduced(even));
    if (k + 1 < end) store(k + 1, reduced(odd));
  }
}

/// A part of an operand between zeros.
template <std::size_t most>
struct Copy {
  Copy(const std::uint64_t* words, std::size_t n) noexcept {
    std::fill_n(room, zeros, std::uint64_t{0});
    std::copy_n(words, n, room + zeros);
    std::fill_n(room + zeros + n, zeros, std::uint64_t{0});
  }
  const std::uint64_t* words() const noexcept { return room + zeros; }

  std::uint64_t room[most + 2 * zeros];  // NOLINT(cppcoreguidelines-pro-type-member-init): what is read is set
};

/// What a[at, at + la) contributes to the columns [begin, end), at most most_columns: store(k, sum).
template <class Store>
void columns_of_part(const WordModulus& p, const std::uint64_t* a, std::size_t at, std::size_t la,
                     const std::uint64_t* b, std::size_t lb, std::size_t begin, std::size_t end,
                     const Store& store) noexcept {
  const std::size_t low = begin < at + la ? 0 : begin - (at + la) + 1;
  const std::size_t high = end < at ? 0 : std::min(lb, end - at);
  if (low >= high) return;
  const std::size_t origin = at + low;
  const Copy<most_terms> part_of_a(a + at, la);
  const Copy<most_terms + most_columns> part_of_b(b + low, high - low);
  columns_of_copies(p, part_of_a.words(), la, part_of_b.words(), high - low, std::max(begin, origin) - origin,
                    std::min(end - origin, la + (high - low) - 1),
                    [&](std::size_t k, std::uint64_t sum) { store(origin + k, sum); });
}

}  // namespace

void wide_columns(const WordModulus& p, const std::uint64_t* a, std::size_t la, const std::uint64_t* b, std::size_t lb,
                  std::uint64_t* out, std::size_t begin, std::size_t end) noexcept {
  for (; begin < end; begin += most_columns, out += most_columns) {
    const std::size_t stop = std::min(end, begin + most_columns);
    if (la <= most_terms) {
      columns_of_part(p, a, 0, la, b, lb, begin, stop, [&](std::size_t k, std::uint64_t sum) { out[k - begin] = sum; });
      continue;
    }
    std::fill_n(out, stop - begin, std::uint64_t{0});
    const auto add = [&](std::size_t k, std::uint64_t sum) { out[k - begin] = p.add(out[k - begin], sum); };
    for (std::size_t at = 0; at < la; at += most_terms)
      columns_of_part(p, a, at, std::min(most_terms, la - at), b, lb, begin, stop, add);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
