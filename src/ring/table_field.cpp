// The tables of a small finite field: a primitive polynomial is found by trying its root's powers.
#include "ring/table_field.hpp"

#include <algorithm>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Appends the powers of x modulo x^degree - (digits of `reduction`), as digits in base p, until 1 comes back or zero;
/// whether there are as many as the field has elements other than zero.
bool powers_of_x(std::uint64_t p, std::size_t degree, std::uint64_t reduction, std::uint64_t order,
                 std::vector<std::uint32_t>& powers) {
  std::vector<std::uint64_t> r(degree);
  for (std::uint64_t& digit : r) {
    digit = reduction % p;
    reduction /= p;
  }
  if (r[0] == 0) return false;
  std::vector<std::uint64_t> e(degree, 0);
  e[0] = 1;
  powers.clear();
  for (std::uint64_t i = 0; i < order; ++i) {
    std::uint64_t packed = 0;
    for (std::size_t k = degree; k-- > 0;) packed = packed * p + e[k];
    if (i != 0 && packed == 1) return false;
    powers.push_back(static_cast<std::uint32_t>(packed));
    const std::uint64_t top = e[degree - 1];
    for (std::size_t k = degree; k-- > 0;) e[k] = ((k == 0 ? 0 : e[k - 1]) + top * r[k]) % p;
  }
  return true;
}

}  // namespace

std::shared_ptr<const TableField::Tables> TableField::make_tables(std::uint64_t p, std::size_t degree,
                                                                  const ExecutionContext& ctx) {
  std::uint64_t size = 1;
  for (std::size_t i = 0; i < degree; ++i) size *= p;
  Tables tables;
  tables.held = MemoryReservation(ctx.memory(), 3 * size * sizeof(std::uint32_t));
  tables.p = p;
  tables.degree = degree;
  // A stride without factor p meets all polynomials, with a different one each time.
  std::uint64_t stride = size / 5 + 1;
  while (stride % p == 0) ++stride;
  std::uint64_t reduction = size / 3;
  do {
    ctx.poll();
    reduction = (reduction + stride) % size;
  } while (!powers_of_x(p, degree, reduction, size - 1, tables.powers));
  std::vector<std::uint32_t> logarithms(size, 0);
  for (std::uint64_t i = 0; i + 1 < size; ++i) logarithms[tables.powers[i]] = static_cast<std::uint32_t>(i + 1);
  tables.zech.resize(size - 1);
  for (std::uint64_t i = 0; i + 1 < size; ++i) {
    const std::uint64_t packed = tables.powers[i];
    tables.zech[i] = logarithms[packed % p == p - 1 ? packed - (p - 1) : packed + 1];
  }
  tables.integers.assign(logarithms.begin(), logarithms.begin() + static_cast<std::ptrdiff_t>(p));
  return std::make_shared<const Tables>(std::move(tables));
}

TableField::TableField(std::uint64_t p, std::size_t degree, const ExecutionContext& ctx)
    : tables_(make_tables(p, degree, ctx)),
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
