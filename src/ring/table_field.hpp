// Small finite fields by tables of logarithms: for algorithms over Z/pZ that need more elements than p.
//
// An element other than zero is a power of a primitive one and is stored as its exponent plus one, zero as 0; sums go
// through Zech's logarithms, log(1 + g^i). The members are those of WordModulus as far as algorithms for both use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class TableField {
 public:
  static constexpr std::uint64_t largest = std::uint64_t{1} << 24;

  /// The field of p^degree elements. Preconditions: p prime, degree >= 1, 2 < p^degree <= largest. O(degree p^degree),
  /// unless the context's plan cache has the tables, which keeps small ones.
  TableField(std::uint64_t p, std::size_t degree, const ExecutionContext& ctx);

  std::uint64_t size() const noexcept { return order_ + 1; }
  std::uint64_t characteristic() const noexcept { return tables_->p; }
  std::size_t degree() const noexcept { return tables_->degree; }

  /// The image of an integer.
  std::uint64_t reduce(std::uint64_t n) const noexcept { return tables_->integers[n % tables_->p]; }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) const noexcept {
    if (a == 0) return b;
    if (b == 0) return a;
    const std::uint64_t z = zech_[b >= a ? b - a : b + order_ - a];
    return z == 0 ? 0 : power(a - 1 + z - 1);
  }
  std::uint64_t neg(std::uint64_t a) const noexcept { return a == 0 ? 0 : power(a - 1 + minus_one_); }
  std::uint64_t sub(std::uint64_t a, std::uint64_t b) const noexcept { return add(a, neg(b)); }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept {
    return a == 0 || b == 0 ? 0 : power(a - 1 + b - 1);
  }
  /// 0 for 0.
  std::uint64_t inverse(std::uint64_t a) const noexcept { return a <= 1 ? a : order_ - a + 2; }
  std::uint64_t pow(std::uint64_t a, std::uint64_t exponent) const noexcept {
    if (a == 0) return exponent == 0 ? 1 : 0;
    return (a - 1) * (exponent % order_) % order_ + 1;
  }
  std::uint64_t shoup(std::uint64_t) const noexcept { return 0; }
  std::uint64_t mul_shoup(std::uint64_t a, std::uint64_t b, std::uint64_t) const noexcept { return mul(a, b); }

  /// The coordinates of a over the field of p elements, as many as the degree.
  void coordinates(std::uint64_t a, std::span<std::uint64_t> out) const noexcept;
  /// The integer in [0, p) that a is, if it is one.
  std::optional<std::uint64_t> integer(std::uint64_t a) const noexcept;

 private:
  struct Tables {
    std::uint64_t p = 0;
    std::size_t degree = 0;
    std::vector<std::uint32_t> powers;  // of the primitive element, coordinates as digits in base p
    std::vector<std::uint32_t> zech;
    std::vector<std::uint32_t> integers;
    MemoryReservation held;  // of tables that the cache does not keep
    std::size_t bytes() const noexcept {
      return (powers.size() + zech.size() + integers.size()) * sizeof(std::uint32_t);
    }
  };
  static std::shared_ptr<const Tables> make_tables(std::uint64_t p, std::size_t degree, const ExecutionContext& ctx);
  static std::shared_ptr<const Tables> tables_of(std::uint64_t p, std::size_t degree, const ExecutionContext& ctx);
  /// The element of an exponent below twice the order.
  std::uint64_t power(std::uint64_t exponent) const noexcept {
    return (exponent >= order_ ? exponent - order_ : exponent) + 1;
  }

  std::shared_ptr<const Tables> tables_;
  const std::uint32_t* zech_;
  std::uint64_t order_;      // of the group: the size less one
  std::uint64_t minus_one_;  // the exponent of -1
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
