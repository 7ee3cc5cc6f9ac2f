// Staircases and multiplication in quotients.
#include "groebner/quotient.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/dot_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The largest set of variables in which no leading monomial lies, among those from v on with `chosen` ones before.
int largest_independent(const std::vector<std::vector<bool>>& supports, std::size_t v, std::vector<bool>& chosen,
                        int count, int best, const ExecutionContext& ctx) {
  ctx.poll();
  const std::size_t n = chosen.size();
  if (count + static_cast<int>(n - v) <= best) return best;
  if (v == n) return count;
  chosen[v] = true;
  const bool independent = std::none_of(supports.begin(), supports.end(), [&](const std::vector<bool>& support) {
    for (std::size_t i = 0; i < n; ++i)
      if (support[i] && !chosen[i]) return false;
    return true;
  });
  if (independent) best = largest_independent(supports, v + 1, chosen, count + 1, best, ctx);
  chosen[v] = false;
  return largest_independent(supports, v + 1, chosen, count, best, ctx);
}

}  // namespace

int dimension_of(const MonomialTable& monomials, std::span<const MonomialTable::Index> leading,
                 const ExecutionContext& ctx) {
  std::vector<std::vector<bool>> supports;
  for (const MonomialTable::Index m : leading) {
    if (m == monomials.one()) return -1;
    std::vector<bool> support(monomials.variables());
    for (std::size_t v = 0; v < support.size(); ++v) support[v] = monomials.exponent(m, v) != 0;
    supports.push_back(std::move(support));
  }
  // Zero-dimensional: every variable has a power among them. That is most cases, and quick.
  std::vector<bool> powers(monomials.variables(), false);
  for (const auto& support : supports)
    if (std::count(support.begin(), support.end(), true) == 1)
      powers[static_cast<std::size_t>(std::find(support.begin(), support.end(), true) - support.begin())] = true;
  if (std::all_of(powers.begin(), powers.end(), [](bool power) { return power; })) return 0;
  std::sort(supports.begin(), supports.end());
  supports.erase(std::unique(supports.begin(), supports.end()), supports.end());
  std::vector<bool> chosen(monomials.variables(), false);
  return largest_independent(supports, 0, chosen, 0, 0, ctx);
}

std::vector<MonomialTable::Index> staircase_of(MonomialTable& monomials, std::span<const MonomialTable::Index> leading,
                                               const ExecutionContext& ctx) {
  std::vector<MonomialTable::Index> found;
  std::vector<bool> seen(monomials.size(), false);
  std::vector<MonomialTable::Index> variables;
  for (std::size_t v = 0; v < monomials.variables(); ++v) variables.push_back(monomials.variable(v));
  const auto visit = [&](MonomialTable::Index m) {
    if (seen.size() <= m) seen.resize(2 * (m + std::size_t{1}), false);
    if (seen[m]) return;
    seen[m] = true;
    if (std::none_of(leading.begin(), leading.end(), [&](auto lead) { return monomials.divides(lead, m); }))
      found.push_back(m);
  };
  visit(monomials.one());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i % 256 == 0) {
      ctx.poll();
      const MemoryReservation room(ctx.memory(), monomials.bytes() + found.size() * 64);
    }
    for (const MonomialTable::Index x : variables) visit(monomials.product(found[i], x));
  }
  std::sort(found.begin(), found.end(), [&](auto a, auto b) { return monomials.less(a, b); });
  return found;
}

QuotientPlan::QuotientPlan(F4& f4, MonomialTable& monomials, const ExecutionContext& ctx)
    : f4_(f4), monomials_(monomials), products_(monomials.variables()), charge_(ctx.memory()) {
  std::vector<MonomialTable::Index> leading;
  for (const std::uint32_t i : f4.basis()) leading.push_back(f4.polynomial(i).monomials[0]);
  staircase_ = staircase_of(monomials, leading, ctx);
  degree_ = staircase_.size();
  place_of_.resize(monomials.size(), 0);
  for (std::size_t i = 0; i < staircase_.size(); ++i) place_of_[staircase_[i]] = static_cast<std::uint32_t>(i + 1);
  std::vector<MonomialTable::Index> variables;
  for (std::size_t v = 0; v < monomials.variables(); ++v) variables.push_back(monomials.variable(v));
  // All of the basis first, so that products find what is there.
  places_of(leading);
  variables_ = places_of(variables);
}

std::vector<QuotientPlan::Place> QuotientPlan::places_of(std::span<const MonomialTable::Index> monomials) {
  place_of_.resize(monomials_.size(), 0);
  border_of_.resize(monomials_.size(), 0);
  const auto add_border = [&](MonomialTable::Index m, std::uint32_t polynomial) {
    Border border{polynomial, {}};
    const auto& terms = f4_.polynomial(polynomial).monomials;
    border.places.reserve(terms.size());
    border_bytes_ += sizeof(Border) + terms.size() * sizeof(std::uint32_t);
    charge_.reach(border_bytes_ + (place_of_.capacity() + border_of_.capacity()) * sizeof(std::uint32_t) +
                  products_.size() * staircase_.size() * sizeof(Place));
    for (std::size_t i = 1; i < terms.size(); ++i) border.places.push_back(place_of_[terms[i]] - 1);
    borders_.push_back(std::move(border));
    border_of_[m] = static_cast<std::uint32_t>(borders_.size());
  };
  if (borders_.empty())
    for (const std::uint32_t i : f4_.basis()) add_border(f4_.polynomial(i).monomials[0], i);
  std::vector<MonomialTable::Index> missing;
  for (const MonomialTable::Index m : monomials)
    if (place_of_[m] == 0 && border_of_[m] == 0) missing.push_back(m);
  std::sort(missing.begin(), missing.end(), [&](auto a, auto b) { return monomials_.less(a, b); });
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (!missing.empty()) {
    const std::size_t first = f4_.reduce(missing);
    border_of_.resize(monomials_.size(), 0);
    place_of_.resize(monomials_.size(), 0);
    for (std::size_t i = 0; i < missing.size(); ++i) add_border(missing[i], static_cast<std::uint32_t>(first + i));
  }
  std::vector<Place> places;
  places.reserve(monomials.size());
  for (const MonomialTable::Index m : monomials)
    places.push_back(place_of_[m] != 0 ? Place{true, place_of_[m] - 1} : Place{false, border_of_[m] - 1});
  return places;
}

void QuotientPlan::prepare(std::size_t v) {
  if (!products_[v].empty()) return;
  const MonomialTable::Index x = monomials_.variable(v);
  std::vector<MonomialTable::Index> products;
  products.reserve(staircase_.size());
  for (const MonomialTable::Index m : staircase_) products.push_back(monomials_.product(m, x));
  products_[v] = places_of(products);
}

std::vector<bool> QuotientPlan::needed_for(const LinearForm& form) const {
  std::vector<bool> needed(f4_.polynomial_count(), false);
  const auto need = [&](const Place& place) {
    if (!place.inside) needed[borders_[place.index].polynomial] = true;
  };
  std::for_each(variables_.begin(), variables_.end(), need);
  for (std::size_t v = 0; v < form.size(); ++v)
    if (form[v] != 0) std::for_each(products_[v].begin(), products_[v].end(), need);
  return needed;
}

void QuotientPlan::settle(const LinearForm& form) {
  const std::vector<bool> needed = needed_for(form);
  for (Border& border : borders_)
    if (!needed[border.polynomial]) std::vector<std::uint32_t>().swap(border.places);
  for (std::size_t v = 0; v < form.size(); ++v)
    if (form[v] == 0) std::vector<Place>().swap(products_[v]);
  std::vector<MonomialTable::Index>().swap(staircase_);
  std::vector<std::uint32_t>().swap(place_of_);
  std::vector<std::uint32_t>().swap(border_of_);
}

TransposedMultiplication::TransposedMultiplication(const QuotientPlan& plan, const LinearForm& form,
                                                   std::span<const std::vector<std::uint32_t>> coefficients,
                                                   const SmallPrime& p)
    : p_(p) {
  const std::size_t degree = plan.degree();
  std::vector<std::uint32_t> row(degree, 0);
  std::vector<std::uint32_t> touched;
  for (std::size_t b = 0; b < degree; ++b) {
    for (std::size_t v = 0; v < form.size(); ++v) {
      if (form[v] == 0) continue;
      const std::uint32_t c = form[v] > 0 ? p.reduce(static_cast<std::uint64_t>(form[v]))
                                          : p.neg(p.reduce(static_cast<std::uint64_t>(-std::int64_t{form[v]})));
      const QuotientPlan::Place& place = plan.products(v)[b];
      if (place.inside) {
        touched.push_back(place.index);
        row[place.index] = static_cast<std::uint32_t>(p.modulus().add(row[place.index], c));
        continue;
      }
      const QuotientPlan::Border& border = plan.border(place.index);
      const auto& values = coefficients[border.polynomial];
      for (std::size_t i = 0; i < border.places.size(); ++i) {
        std::uint32_t& entry = row[border.places[i]];
        touched.push_back(border.places[i]);
        entry = static_cast<std::uint32_t>(p.modulus().sub(entry, p.mul(c, values[i + 1])));
      }
    }
    if (touched.size() > degree / 8) {
      touched.clear();
      for (std::size_t i = 0; i < degree; ++i)
        if (row[i] != 0) touched.push_back(static_cast<std::uint32_t>(i));
    } else {
      std::sort(touched.begin(), touched.end());
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    }
    add_row(static_cast<std::uint32_t>(b), row, touched);
    for (const std::uint32_t i : touched) row[i] = 0;
    touched.clear();
  }
}

template <std::size_t N>
TransposedMultiplication::Brief<N> TransposedMultiplication::brief(std::uint32_t index,
                                                                   std::span<const std::uint32_t> row,
                                                                   std::span<const std::uint32_t> places) {
  Brief<N> result{index};
  for (std::size_t i = 0; i < places.size(); ++i) {
    result.places[i] = places[i];
    result.entries[i] = row[places[i]];
  }
  return result;
}

void TransposedMultiplication::add_row(std::uint32_t index, std::span<const std::uint32_t> row,
                                       std::span<const std::uint32_t> places) {
  // A dense entry costs about an eighth of one that is looked up.
  constexpr std::size_t lookup_cost = 8;
  if (places.size() == 1 && row[places[0]] == 1) {
    units_.push_back({index, places[0]});
  } else if (places.size() <= 2) {
    pairs_.push_back(brief<2>(index, row, places));
  } else if (places.size() <= 4) {
    quadruples_.push_back(brief<4>(index, row, places));
  } else if (lookup_cost * places.size() > row.size()) {
    dense_.push_back({index, values_.size(), values_.size() + row.size()});
    values_.insert(values_.end(), row.begin(), row.end());
  } else {
    sparse_.push_back({index, places_.size(), places_.size() + places.size()});
    for (const std::uint32_t i : places) {
      places_.push_back(i);
      entries_.push_back(row[i]);
    }
  }
}

template <std::size_t N>
void TransposedMultiplication::apply(const std::vector<Brief<N>>& rows, std::span<const std::uint32_t> in,
                                     std::span<std::uint32_t> out) const {
  for (const Brief<N>& row : rows) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += std::uint64_t{row.entries[i]} * in[row.places[i]];
    out[row.row] = p_.reduce(sum);
  }
}

void TransposedMultiplication::apply(std::span<const std::uint32_t> in, std::span<std::uint32_t> out) const {
  for (const Unit& unit : units_) out[unit.row] = in[unit.place];
  apply(pairs_, in, out);
  apply(quadruples_, in, out);
  const DotKernel kernel = dot_table().select(active_isa());
  for (const Long& row : dense_) {
    const SplitSum sum = kernel(values_.data() + row.begin, in.data(), in.size());
    out[row.row] = p_.reduce_halves(sum.low, sum.high);
  }
  for (const Long& row : sparse_) {
    // Halves of products, whose sums have room for 2^31 of them, and no reduction before the end.
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = row.begin; i < row.end; ++i) {
      const std::uint64_t product = std::uint64_t{entries_[i]} * in[places_[i]];
      low += product & 0xFFFFFFFFU;
      high += product >> 32;
    }
    out[row.row] = p_.reduce_halves(low, high);
  }
}

std::uint32_t value_at_variable(const QuotientPlan& plan, std::size_t v, std::span<const std::uint32_t> functional,
                                std::span<const std::vector<std::uint32_t>> coefficients, const SmallPrime& p) {
  const QuotientPlan::Place& place = plan.variable(v);
  if (place.inside) return functional[place.index];
  const QuotientPlan::Border& border = plan.border(place.index);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < border.places.size(); ++i)
    sum = p.modulus().add(sum, p.mul(functional[border.places[i]], coefficients[border.polynomial][i + 1]));
  return p.neg(static_cast<std::uint32_t>(sum));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
