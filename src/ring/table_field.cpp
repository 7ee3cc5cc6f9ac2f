// The tables of a small finite field, from a primitive polynomial: one whose root has the order of the whole group,
// which powers of the root with the group's order over its prime factors show.
#include "ring/table_field.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ring/prime_factors.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t largest_cached = std::uint64_t{1} << 18;

/// Residues modulo x^degree - (a polynomial whose coefficients are the digits of `reduction` in base p).
class Residues {
 public:
  using Element = std::vector<std::uint64_t>;

  Residues(std::uint64_t p, std::size_t degree, std::uint64_t reduction) : p_(p), r_(degree) {
    for (std::uint64_t& digit : r_) {
      digit = reduction % p;
      reduction /= p;
    }
  }
  Element one() const {
    Element e(r_.size(), 0);
    e[0] = 1;
    return e;
  }
  void multiply_by_x(Element& e) const {
    const std::uint64_t top = e.back();
    for (std::size_t k = e.size(); k-- > 0;) e[k] = ((k == 0 ? 0 : e[k - 1]) + top * r_[k]) % p_;
  }
  std::uint64_t packed(const Element& e) const {
    std::uint64_t digits = 0;
    for (std::size_t k = e.size(); k-- > 0;) digits = digits * p_ + e[k];
    return digits;
  }
  /// x has the order `order`, whose prime factors are these. Then every element but zero is a power of x.
  bool x_has_order(std::uint64_t order, const std::vector<std::uint64_t>& factors) const {
    return r_[0] != 0 && packed(power_of_x(order)) == 1 &&
           std::none_of(factors.begin(), factors.end(),
                        [&](std::uint64_t f) { return packed(power_of_x(order / f)) == 1; });
  }

 private:
  Element power_of_x(std::uint64_t exponent) const {
    Element e = one();
    for (std::size_t bit = 64; bit-- > 0;) {
      if (exponent >> bit == 0) continue;
      e = square(e);
      if ((exponent >> bit & 1) != 0) multiply_by_x(e);
    }
    return e;
  }
  /// By Horner's rule in x.
  Element square(const Element& a) const {
    Element e(a.size(), 0);
    for (std::size_t i = a.size(); i-- > 0;) {
      multiply_by_x(e);
      for (std::size_t k = 0; k < e.size(); ++k) e[k] = (e[k] + a[i] * a[k]) % p_;
    }
    return e;
  }

  std::uint64_t p_;
  std::vector<std::uint64_t> r_;
};

}  // namespace

std::shared_ptr<const TableField::Tables> TableField::make_tables(std::uint64_t p, std::size_t degree,
                                                                  const ExecutionContext& ctx) {
  std::uint64_t size = 1;
  for (std::size_t i = 0; i < degree; ++i) size *= p;
  Tables tables;
  const std::size_t bytes = 3 * size * sizeof(std::uint32_t);  // of the tables and of the logarithms
  // The cache returns what it cannot charge: it must be able to.
  if (size <= largest_cached) ctx.plan_cache().leave_room(bytes);
  MemoryReservation making(ctx.memory(), bytes);
  tables.p = p;
  tables.degree = degree;
  // A stride without factor p meets all polynomials, with a different one each time.
  std::uint64_t stride = size / 5 + 1;
  while (stride % p == 0) ++stride;
  std::uint64_t reduction = size / 3;
  const std::vector<std::uint64_t> factors = prime_factors(size - 1);
  do {
    ctx.poll();
    reduction = (reduction + stride) % size;
  } while (!Residues(p, degree, reduction).x_has_order(size - 1, factors));
  const Residues residues(p, degree, reduction);
  Residues::Element e = residues.one();
  tables.powers.reserve(size - 1);
  for (std::uint64_t i = 0; i + 1 < size; ++i, residues.multiply_by_x(e))
    tables.powers.push_back(static_cast<std::uint32_t>(residues.packed(e)));
  std::vector<std::uint32_t> logarithms(size, 0);
  for (std::uint64_t i = 0; i + 1 < size; ++i) logarithms[tables.powers[i]] = static_cast<std::uint32_t>(i + 1);
  tables.zech.resize(size - 1);
  for (std::uint64_t i = 0; i + 1 < size; ++i) {
    const std::uint64_t packed = tables.powers[i];
    tables.zech[i] = logarithms[packed % p == p - 1 ? packed - (p - 1) : packed + 1];
  }
  tables.integers.assign(logarithms.begin(), logarithms.begin() + static_cast<std::ptrdiff_t>(p));
  if (size > largest_cached) tables.held = std::move(making);
  return std::make_shared<const Tables>(std::move(tables));
}

std::shared_ptr<const TableField::Tables> TableField::tables_of(std::uint64_t p, std::size_t degree,
                                                                const ExecutionContext& ctx) {
  std::uint64_t size = 1;
  for (std::size_t i = 0; i < degree; ++i) size *= p;
  if (size > largest_cached) return make_tables(p, degree, ctx);
  std::array<char, 4> key;  // p below 2^24, degree at most 24
  for (std::size_t i = 0; i < 3; ++i) key[i] = static_cast<char>(p >> (8 * i));
  key[3] = static_cast<char>(degree);
  return ctx.plan_cache().get<Tables>(
      {key.data(), key.size()}, [&] { return make_tables(p, degree, ctx); },
      [](const Tables& tables) { return tables.bytes(); }, PlanWorth::dear);
}

TableField::TableField(std::uint64_t p, std::size_t degree, const ExecutionContext& ctx)
    : tables_(tables_of(p, degree, ctx)),
      zech_(tables_->zech.data()),
      order_(tables_->zech.size()),
      minus_one_(p == 2 ? 0 : order_ / 2) {}

void TableField::coordinates(std::uint64_t a, std::span<std::uint64_t> out) const noexcept {
  std::uint64_t packed = a == 0 ? 0 : tables_->powers[a - 1];
  for (std::uint64_t& digit : out) {
    digit = packed % tables_->p;
    packed /= tables_->p;
  }
}

std::optional<std::uint64_t> TableField::integer(std::uint64_t a) const noexcept {
  if (a == 0) return 0;
  const std::uint64_t packed = tables_->powers[a - 1];
  if (packed >= tables_->p) return std::nullopt;
  return packed;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
