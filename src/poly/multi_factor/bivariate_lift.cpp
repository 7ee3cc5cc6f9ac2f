// Linear Hensel lifting in one variable, and the power series arithmetic around it.
#include "poly/multi_factor/bivariate_lift.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/residues/field_sum.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

template <class F>
void add_row(std::span<std::uint64_t> a, FieldSpan b, const F& field) {
  for (std::size_t i = 0; i < b.size(); ++i) a[i] = field.add(a[i], b[i]);
}

/// Quotients of rows by one monic polynomial.
template <class F>
class RowQuotients {
 public:
  RowQuotients(FieldSpan base, std::size_t width, const F& field)
      : base_(base.begin(), base.end()), width_(width), field_(field) {}

  void operator()(FieldPoly& a, std::span<std::uint64_t> out) {
    a.resize(width_);
    field_rem<F>(a, base_, field_, &part_);
    std::copy(part_.begin(), part_.end(), out.begin());
  }

 private:
  FieldPoly base_;
  FieldPoly part_;
  std::size_t width_;
  const F& field_;
};

/// Quotients modulo a word: the reversed quotient is the beginning of the reversed row times a power series.
template <>
class RowQuotients<WordModulus> {
 public:
  RowQuotients(FieldSpan base, std::size_t width, const WordModulus& p)
      : length_(width - base.size() + 1),
        modulus_(p),
        kernel_(sum_kernel(p.value(), active_isa())),
        top_(length_ + 2 * SumKernel::padding, 0),
        reversed_(length_) {
    const FieldPoly from_top(base.rbegin(), base.rend());
    series_ = inverse_series<WordModulus>(from_top, length_, p);
    for (std::uint64_t& c : series_) c = modulus_.with_r(c);
  }

  void operator()(const FieldPoly& a, std::span<std::uint64_t> out) {
    for (std::size_t i = 0; i < length_; ++i) top_[SumKernel::padding + i] = a[a.size() - 1 - i];
    kernel_.columns(modulus_, series_.data(), length_, top_.data() + SumKernel::padding, length_, reversed_.data(), 0,
                    length_);
    std::reverse_copy(reversed_.begin(), reversed_.end(), out.begin());
  }

 private:
  std::size_t length_;
  SumModulus modulus_;
  const SumKernel& kernel_;
  FieldPoly series_;  ///< 1 / the reversed polynomial, times R
  FieldPoly top_;
  FieldPoly reversed_;
};

bool is_zero_row(FieldSpan a) {
  return std::all_of(a.begin(), a.end(), [](std::uint64_t c) { return c == 0; });
}

}  // namespace

template <class F>
BivariateLifter<F>::BivariateLifter(std::vector<FieldPoly> bases, const F& field)
    : bases_(std::move(bases)), field_(field), corrections_(field) {
  FieldPoly product{field.reduce(1)};
  for (const FieldPoly& u : bases_) product = field_mul<F>(product, u, field);
  for (const FieldPoly& u : bases_) {
    FieldPoly rest = product;
    FieldPoly others;
    field_rem<F>(rest, u, field, &others);
    normalise(others);
    FieldPoly inverse = field_inverse(others, u, field);
    coprime_ = coprime_ && !inverse.empty();
    corrections_.add(u, std::move(inverse));
  }
  if (coprime_) corrections_.prepare(product.size());
}

template <class F>
std::vector<SeriesRows> BivariateLifter<F>::lift(const SeriesRows& a, std::span<const FieldPoly> leads,
                                                 std::size_t length, const ExecutionContext& ctx) const {
  const std::size_t r = bases_.size();
  const auto sums = row_sums(field_);
  std::vector<SeriesRows> factors;
  std::vector<SeriesRows> products;  // products[i] = factors[0] ... factors[i], i > 0
  std::size_t width = 1;
  std::size_t bytes = 0;
  for (const FieldPoly& u : bases_) {
    width += u.size() - 1;
    bytes += (u.size() + width + 2 * SeriesRows::padding) * (length + 1) * sizeof(std::uint64_t);
  }
  if (width != a.width) return {};
  const MemoryReservation reservation(ctx.memory(), bytes);
  width = 1;
  for (std::size_t s = 0; s < r; ++s) {
    const FieldPoly& u = bases_[s];
    factors.emplace_back(u.size(), length);
    std::copy(u.begin(), u.end(), factors[s].row(0).begin());
    for (std::size_t m = 1; m < std::min(length, leads[s].size()); ++m) factors[s].row(m).back() = leads[s][m];
    width += u.size() - 1;
    products.emplace_back(s == 0 ? 0 : width, length);
  }
  const auto product = [&](std::size_t i) -> SeriesRows& { return i == 0 ? factors[0] : products[i]; };
  std::vector<FieldPoly> fixed(r);
  FieldPoly ends(a.width);
  // The coefficient of t^m of the partial products, from `fixed` and the ends of the sums.
  const auto update = [&](std::size_t m, std::size_t count) {
    for (std::size_t i = 1; i < count; ++i) {
      SeriesRows& p = products[i];
      ends.resize(p.width);
      sums(product(i - 1), factors[i], m, 0, 1, ends);
      std::copy(fixed[i].begin(), fixed[i].end(), p.row(m).begin());
      add_row(p.row(m), ends, field_);
      if (m == 0) continue;
      sums(product(i - 1), factors[i], m, m, m + 1, ends);
      add_row(p.row(m), ends, field_);
    }
  };
  for (std::size_t m = 0; m < length; ++m) {
    ctx.poll();
    for (std::size_t i = 1; i < r; ++i) {
      fixed[i].assign(products[i].width, 0);
      if (m > 1) sums(product(i - 1), factors[i], m, 1, m, fixed[i]);
    }
    update(m, r);
    const std::span<std::uint64_t> last = product(r - 1).row(m);
    FieldPoly error(a.width, 0);
    for (std::size_t x = 0; x < error.size(); ++x) error[x] = field_.sub(m < a.length ? a.row(m)[x] : 0, last[x]);
    if (is_zero_row(error)) continue;
    if (m == 0 || error.back() != 0) return {};
    const FieldPoly changes = corrections_(error);
    std::size_t at = 0;
    for (std::size_t s = 0; s < r; ++s) {
      const std::size_t degree = bases_[s].size() - 1;
      add_row(factors[s].row(m), std::span(changes).subspan(at, degree), field_);
      at += degree;
    }
    update(m, r - 1);
    if (r > 1 && m < a.length) std::copy(a.row(m).begin(), a.row(m).end(), last.begin());
    if (r > 1 && m >= a.length) std::fill(last.begin(), last.end(), 0);
  }
  return factors;
}

template <class F>
SeriesRows logarithmic_rows(const SeriesRows& a, const SeriesRows& f, std::size_t from, const F& field,
                            const ExecutionContext& ctx) {
  const std::size_t length = f.length;
  const auto sums = row_sums(field);
  SeriesRows quotient(a.width - f.width + 1, length);
  SeriesRows slope(std::max<std::size_t>(f.width, 2) - 1, length);
  const MemoryReservation reservation(ctx.memory(), quotient.bytes() + slope.bytes());
  for (std::size_t m = 0; m < length; ++m)
    for (std::size_t x = 1; x < f.width; ++x) slope.row(m)[x - 1] = field.mul(f.row(m)[x], field.reduce(x));
  RowQuotients<F> divide(f.row(0), a.width, field);
  FieldPoly rest(a.width);
  for (std::size_t m = 0; m < length; ++m) {
    ctx.poll();
    rest.resize(a.width);
    sums(quotient, f, m, 0, m, rest);
    for (std::size_t x = 0; x < a.width; ++x) rest[x] = field.sub(m < a.length ? a.row(m)[x] : 0, rest[x]);
    divide(rest, quotient.row(m));
  }
  SeriesRows rows(quotient.width + slope.width - 1, length - from);
  for (std::size_t m = from; m < length; ++m) {
    ctx.poll();
    sums(quotient, slope, m, 0, m + 1, rows.row(m - from));
  }
  return rows;
}

template <class F>
SeriesRows series_product(const SeriesRows& a, const SeriesRows& b, std::size_t length, const F& field,
                          const ExecutionContext& ctx) {
  const auto sums = row_sums(field);
  SeriesRows c(a.width + b.width - 1, length);
  for (std::size_t m = 0; m < length; ++m) {
    ctx.poll();
    const std::size_t first = m < b.length ? 0 : m - b.length + 1;
    sums(a, b, m, first, std::min(m + 1, a.length), c.row(m));
  }
  return c;
}

template <class F>
SeriesRows scaled_rows(FieldSpan a, const SeriesRows& b, std::size_t length, const F& field) {
  SeriesRows c(b.width, length);
  for (std::size_t i = 0; i < std::min(a.size(), length); ++i) {
    if (a[i] == 0) continue;
    const std::uint64_t shoup = field.shoup(a[i]);
    for (std::size_t m = i; m < std::min(length, b.length + i); ++m)
      for (std::size_t x = 0; x < b.width; ++x)
        c.row(m)[x] = field.add(c.row(m)[x], field.mul_shoup(b.row(m - i)[x], a[i], shoup));
  }
  return c;
}

template <class F>
FieldPoly inverse_series(FieldSpan a, std::size_t length, const F& field) {
  FieldPoly b(length, 0);
  const std::uint64_t inverse = field.inverse(a[0]);
  for (std::size_t m = 0; m < length; ++m) {
    FieldSum<F> sum(field);
    const std::size_t n = std::min(m, a.size() - 1);
    if (n != 0) sum.add_reversed(a.data() + 1, b.data() + m - 1, n);
    b[m] = field.mul(field.sub(m == 0 ? field.reduce(1) : 0, sum.value()), inverse);
  }
  return b;
}

template class BivariateLifter<WordModulus>;
template SeriesRows logarithmic_rows(const SeriesRows&, const SeriesRows&, std::size_t, const WordModulus&,
                                     const ExecutionContext&);
template SeriesRows series_product(const SeriesRows&, const SeriesRows&, std::size_t, const WordModulus&,
                                   const ExecutionContext&);
template SeriesRows scaled_rows(FieldSpan, const SeriesRows&, std::size_t, const WordModulus&);
template FieldPoly inverse_series(FieldSpan, std::size_t, const WordModulus&);
template class BivariateLifter<TableField>;
template SeriesRows logarithmic_rows(const SeriesRows&, const SeriesRows&, std::size_t, const TableField&,
                                     const ExecutionContext&);
template SeriesRows series_product(const SeriesRows&, const SeriesRows&, std::size_t, const TableField&,
                                   const ExecutionContext&);
template SeriesRows scaled_rows(FieldSpan, const SeriesRows&, std::size_t, const TableField&);
template FieldPoly inverse_series(FieldSpan, std::size_t, const TableField&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
