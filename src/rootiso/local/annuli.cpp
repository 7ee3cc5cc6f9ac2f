// Pellet's test on annuli: for 2^j <= x <= 2^(j+1) the term a_i x^i exceeds the sum of the others if
//
//   |a_i| > sum_{k > i} |a_k| 2^((j+1)(k-i)) + sum_{k < i} |a_k| 2^(-j(i-k)),
//
// with |a_i| >= 2^(b_i - 1) and |a_k| < 2^(b_k) for bit lengths b. Then there is no root, complex ones included.
// Pellet: Bull. Sci. Math. 5 (1881); the bounds are those of Kioustelidis.
#include "rootiso/local/annuli.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>

#include "poly/rational_roots/root_bound.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct Term {
  std::int64_t degree;
  std::int64_t bits;
};

bool one_term_dominates(const std::vector<Term>& terms, std::int64_t j) {
  // the largest at x = 2^(j + 1/2)
  const Term* largest = terms.data();
  for (const Term& t : terms)
    if (2 * t.bits + t.degree * (2 * j + 1) > 2 * largest->bits + largest->degree * (2 * j + 1)) largest = &t;
  constexpr std::uint64_t whole = std::uint64_t{1} << 62;  // 2^(bits - 1) of the largest
  std::uint64_t sum = 0;
  for (const Term& t : terms) {
    if (&t == largest) continue;
    const std::int64_t distance = t.degree - largest->degree;
    const std::int64_t e = t.bits - (largest->bits - 1) + (distance > 0 ? (j + 1) * distance : j * distance);
    if (e >= 0) return false;
    sum += e < -62 ? 1 : whole >> -e;
    if (sum >= whole) return false;
  }
  return true;
}

}  // namespace

std::vector<std::int64_t> positive_annuli(const MeasuredVector& f, bool mirrored, const ExecutionContext& ctx) {
  const auto exponents = positive_root_exponents(f, mirrored, ctx);
  if (!exponents) return {};
  std::vector<Term> terms;
  terms.reserve(f.size());
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!f.is_zero(i)) terms.push_back({static_cast<std::int64_t>(i), f.bits(i)});
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(exponents->second - exponents->first, 0));
  constexpr std::size_t task_terms = 1 << 14;
  using Annuli = std::vector<std::int64_t>;
  const auto not_excluded = [&](std::size_t begin, std::size_t end) {
    Annuli annuli;
    for (std::size_t i = begin; i < end; ++i) {
      ctx.poll();
      const std::int64_t j = exponents->first + static_cast<std::int64_t>(i);
      if (!one_term_dominates(terms, j)) annuli.push_back(j);
    }
    return annuli;
  };
  // There may be very many, nearly all of them excluded.
  return parallel_reduce(ctx, count, std::max<std::size_t>(task_terms / terms.size(), 1), Annuli{}, not_excluded,
                         [](Annuli&& left, Annuli&& right) {
                           left.insert(left.end(), right.begin(), right.end());
                           return std::move(left);
                         });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
