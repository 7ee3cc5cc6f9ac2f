// Minimal polynomials of forms by baby and giant steps.
#include "system/modular/separation_test.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/dot_product.hpp"
#include "system/modular/berlekamp_massey.hpp"
#include "system/modular/residue_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The sum of the rows times the entries of a vector.
std::vector<std::uint32_t> combination(const std::vector<std::uint32_t>& rows,
                                       const std::vector<std::uint32_t>& entries, const SmallPrime& p) {
  const std::size_t n = entries.size();
  const MultipleKernel subtract = multiple_table().select(active_isa());
  std::vector<std::uint32_t> sum(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    if (entries[i] != 0) subtract(sum.data(), rows.data() + i * n, n, WordMultiple(p.neg(entries[i]), p));
  return sum;
}

}  // namespace

SeparationTest::SeparationTest(const ModularRepresentation& r, const SmallPrime& p, const ExecutionContext& ctx)
    : degree_(static_cast<std::size_t>(r.polynomial.degree())),
      p_(p),
      ctx_(ctx),
      held_(ctx.memory(), (3 * degree_ + r.numerators.size() + 1) * degree_ * sizeof(std::uint32_t)),
      polynomial_(word_coefficients(r.polynomial, degree_ + 1)) {
  const ResidueAlgebra F(polynomial_, p);
  const auto inverse = F.inverse(F.slope(), ctx);
  for (const PolyZp& g : r.numerators)
    coordinates_.push_back(F.product(word_coefficients(g, degree_), inverse.value()));
  polynomial_.pop_back();
}

std::vector<std::uint32_t> SeparationTest::multiples(Residue element) const {
  const MultipleKernel subtract = multiple_table().select(active_isa());
  std::vector<std::uint32_t> rows;
  rows.reserve(degree_ * degree_);
  for (std::size_t i = 0; i < degree_; ++i) {
    rows.insert(rows.end(), element.begin(), element.end());
    const std::uint32_t top = element.back();
    std::copy_backward(element.begin(), element.end() - 1, element.end());
    element[0] = 0;
    if (top != 0) subtract(element.data(), polynomial_.data(), degree_, WordMultiple(top, p_));
  }
  return rows;
}

bool SeparationTest::separates(const LinearForm& form) const {
  const std::size_t n = degree_;
  const MultipleKernel subtract = multiple_table().select(active_isa());
  Residue t(n, 0);
  for (std::size_t v = 0; v < form.size(); ++v) {
    if (form[v] == 0) continue;
    const std::uint32_t size = p_.reduce(static_cast<std::uint64_t>(std::abs(std::int64_t{form[v]})));
    subtract(t.data(), coordinates_[v].data(), n, WordMultiple(form[v] > 0 ? p_.neg(size) : size, p_));
  }
  const auto steps = static_cast<std::size_t>(std::sqrt(2.0 * static_cast<double>(n))) + 1;
  const std::vector<std::uint32_t> by_form = multiples(t);
  // A functional whose values at powers of simple forms have no short recurrence.
  std::mt19937 random(p_.value());  // NOLINT(cert-msc51-cpp): a result must not change from run to run
  std::vector<Residue> left{Residue(n)};
  for (std::uint32_t& value : left[0]) value = p_.reduce(random());
  while (left.size() < steps) {
    Residue next(n);
    for (std::size_t i = 0; i < n; ++i) next[i] = dot(left.back().data(), by_form.data() + i * n, n, p_);
    left.push_back(std::move(next));
  }
  Residue power = t;
  for (std::size_t k = 1; k < steps; ++k) power = combination(by_form, power, p_);
  const std::vector<std::uint32_t> by_power = multiples(std::move(power));
  ctx_.poll();
  SequenceRecurrence search(2 * n, SequenceArithmetic(p_, ctx_));
  Residue right(n, 0);
  right[0] = 1;
  for (;; right = combination(by_power, right, p_))
    for (const Residue& l : left) {
      search.add(dot(l.data(), right.data(), n, p_));
      if (search.terms() == 2 * n) return search.length() == n;
      // Fewer than n values are told apart.
      if (is_settled(search)) return false;
    }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
