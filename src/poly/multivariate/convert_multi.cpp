// Between arrays and lists of terms: linear in the larger of the two.
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>

#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/dense_multi_layout.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

MultiPolyZp to_sparse(const DDMMP& a, MonomialOrder order, const ExecutionContext& ctx) {
  MultiPolyZp::Collector collector(a.ring(), Variables(a.variables(), order));
  MultiExponents e(a.variables().size());
  for (std::size_t i = a.size(); i-- > 0;) {
    if (i % poll_terms == 0) ctx.poll();
    if (a.coefficients()[i] == 0) continue;
    for (std::size_t k = e.size(), rest = i; k-- > 0; rest /= a.lengths()[k]) e[k] = rest % a.lengths()[k];
    collector.push_back(e, a.coefficients()[i]);
  }
  return std::move(collector).finish(ctx);
}

DDMMP to_dense(const MultiPolyZp& a, const ExecutionContext& ctx) {
  const std::size_t n = a.variables().size();
  DDMMP zero(a.ring(), a.variables().names());
  if (a.is_zero()) return zero;
  Lengths lengths;
  for (const std::uint64_t degree : a.degrees()) lengths.push_back(saturating_add(degree, 1));
  const std::size_t size = checked_size(lengths);
  const MemoryReservation reservation(ctx.memory(), saturating_mul(size, sizeof(std::uint64_t)));
  ResidueVector words = within_memory(ctx, [&] { return ResidueVector(size); });
  const std::vector<std::uint64_t> table = exponent_table(a);
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % poll_terms == 0) ctx.poll();
    std::size_t place = 0;
    for (std::size_t k = 0; k < n; ++k) place = place * lengths[k] + table[i * n + k];
    words[place] = a.coefficients()[i];
  }
  return DDMMP::make(std::move(lengths), std::move(words), zero, ctx);
}

double density(const MultiPolyZp& a) {
  double words = 1;
  for (const std::uint64_t degree : a.degrees()) words *= static_cast<double>(degree) + 1;
  return static_cast<double>(a.term_count()) / words;
}

bool prefer_sparse(const MultiPolyZp& a) {
  std::size_t words = 1;
  for (const std::uint64_t degree : a.degrees()) words = saturating_mul(words, saturating_add(degree, 1));
  return prefer_sparse(a.term_count(), words);
}
bool prefer_sparse(const DDMMP& a) { return prefer_sparse(a.term_count(), a.size()); }

std::variant<DDMMP, MultiPolyZp> by_density(MultiPolyZp a, const ExecutionContext& ctx) {
  if (prefer_sparse(a)) return a;
  return to_dense(a, ctx);
}
std::variant<DDMMP, MultiPolyZp> by_density(DDMMP a, MonomialOrder order, const ExecutionContext& ctx) {
  if (prefer_sparse(a)) return to_sparse(a, order, ctx);
  return a;
}

}  // namespace v1
}  // namespace polyfork
