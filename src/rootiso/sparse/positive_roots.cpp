// Positive roots between the critical points.
#include "rootiso/sparse/positive_roots.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/rootiso/sparse_roots.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t patience = 256;  // steps of narrowing before a critical point is suspected to be a root
constexpr std::uint64_t first_prime = (std::uint64_t{1} << 50) - 27;

std::size_t variations(const FewTerms& f) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < f.size(); ++i) count += f[i - 1].coefficient.sign() != f[i].coefficient.sign() ? 1 : 0;
  return count;
}

/// f' without its content and without its power of x.
FewTerms critical_member(const FewTerms& f) {
  FewTerms d;
  Integer content;
  for (const FewTerm& term : f) {
    if (term.exponent == 0) continue;
    d.push_back({term.exponent, term.coefficient * Integer(term.exponent)});
    content = gcd(content, d.back().coefficient);
  }
  const std::uint64_t low = d.front().exponent;
  for (FewTerm& term : d) {
    term.exponent -= low;
    term.coefficient = exact_div(term.coefficient, content);
  }
  return d;
}

/// An e such that no root is as large as 2^e. For x above twice the (t - i)-th root of |c_i / c_t| for all terms of the
/// other sign, the leading term exceeds their sum.
template <class Iterator>
std::int64_t bound_exponent(Iterator top, Iterator end) {
  const auto size = static_cast<std::int64_t>(top->coefficient.bit_length());
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();
  for (Iterator i = std::next(top); i != end; ++i) {
    if (i->coefficient.sign() == top->coefficient.sign()) continue;
    const std::uint64_t gap = top->exponent > i->exponent ? top->exponent - i->exponent : i->exponent - top->exponent;
    const std::int64_t ratio = static_cast<std::int64_t>(i->coefficient.bit_length()) - size + 1;  // below 2^ratio
    const auto steps = static_cast<std::int64_t>(gap);
    const std::int64_t rounded_up = ratio > 0 ? (ratio - 1) / steps + 1 : -(-ratio / steps);
    largest = std::max(largest, rounded_up + 1);
  }
  return largest;
}

SparsePoly<Integers> as_polynomial(const FewTerms& f, const ExecutionContext& ctx) {
  std::vector<SparsePoly<Integers>::Term> terms;
  for (const FewTerm& term : f) terms.push_back({term.exponent, term.coefficient});
  return SparsePoly<Integers>(Integers(), std::move(terms), ctx);
}

/// A point of the interval, at its level, which may be raised: a power of two while the ends are far apart, then the
/// number of the coarsest level in the middle half. Roots may lie closer to such numbers, 1/2 + 2^-1000000, than any
/// halving comes in time.
Integer division_point(PositiveRoot& root) {
  const std::size_t low = root.lower.bit_length();
  const std::size_t high = root.upper.bit_length();
  if (low + 2 < high) return Integer(1) << (low + high) / 2;
  while (root.upper - root.lower < Integer(4)) {
    root.level += 2;
    root.lower <<= 2;
    root.upper <<= 2;
  }
  const Integer quarter = (root.upper - root.lower) >> 2;
  const Integer last = root.upper - quarter;
  const Integer before = root.lower + quarter - Integer(1);
  Integer differing;
  differing.with_mpz([&](mpz_ptr d) { mpz_xor(d, before.view().mpz(), last.view().mpz()); });
  const std::size_t zeros = differing.bit_length() - 1;
  return (last >> zeros) << zeros;
}

Rational value_of(const DyadicNumber& x) { return Rational::dyadic(x.c, -x.k); }

}  // namespace

PositiveRoots::PositiveRoots(FewTerms f, std::size_t most_steps, const ExecutionContext& ctx)
    : most_steps_(most_steps) {
  chain_.push_back(std::move(f));
  roots_ = roots_of(0, ctx);
}

void PositiveRoots::narrow(PositiveRoot& root, const ExecutionContext& ctx) const {
  if (root.exact()) return;
  if (root.steps++ == most_steps_) throw TooManySteps();
  const Integer middle = division_point(root);
  const int sign = sign_at(chain_[root.member], {middle, root.level}, ctx);
  if (sign == 0)
    root.lower = root.upper = middle;
  else
    (sign == root.lower_sign ? root.lower : root.upper) = middle;
}

std::vector<PositiveRoot> PositiveRoots::roots_of(std::size_t member, const ExecutionContext& ctx) {
  ctx.poll();
  const std::size_t changes = variations(chain_[member]);
  if (changes == 0) return {};
  std::vector<PositiveRoot> critical;
  if (changes > 1) {
    if (chain_.size() == member + 1) chain_.push_back(critical_member(chain_[member]));
    critical = roots_of(member + 1, ctx);
  }
  const FewTerms& f = chain_[member];
  const std::int64_t upper_bound = bound_exponent(f.rbegin(), f.rend());
  const std::int64_t lower_bound = -bound_exponent(f.begin(), f.end());

  std::vector<PositiveRoot> roots;
  DyadicNumber left{1, -lower_bound};
  int left_sign = f.front().coefficient.sign();
  const auto close_gap = [&](const DyadicNumber& right, int right_sign) {
    if (left_sign * right_sign >= 0) return;
    PositiveRoot root;
    root.level = std::max(left.k, right.k);
    root.lower = left.c << static_cast<std::size_t>(root.level - left.k);
    root.upper = right.c << static_cast<std::size_t>(root.level - right.k);
    root.member = member;
    root.lower_sign = left_sign;
    roots.push_back(std::move(root));
  };
  for (PositiveRoot& point : critical) {
    const int sign = sign_at_critical(member, point, ctx);
    close_gap(point.lower_end(), sign);
    left = point.upper_end();
    left_sign = sign;
    if (sign != 0) continue;
    ++point.multiplicity;
    roots.push_back(std::move(point));
  }
  close_gap({1, -upper_bound}, f.back().coefficient.sign());
  return roots;
}

/// The sign of a member at a root of the next one, whose interval is refined until the member has that sign on all of
/// it, or until it is known to be zero at the root.
int PositiveRoots::sign_at_critical(std::size_t member, PositiveRoot& root, const ExecutionContext& ctx) const {
  const FewTerms& f = chain_[member];
  std::size_t steps = 0;
  bool known_to_differ = false;
  for (std::size_t next = 4;; next *= 2) {
    if (root.exact()) return sign_at(f, root.lower_end(), ctx);
    const std::size_t bits = 64 + power_bits(f) + 2 * steps;
    if (const auto sign = sign_on(f, root.lower_end(), root.upper_end(), bits)) return *sign;
    if (steps > patience && !known_to_differ) {
      if (is_common_root(member, root, ctx)) return 0;
      known_to_differ = true;
    }
    for (std::size_t i = 0; i < next; ++i) narrow(root, ctx);
    steps += next;
  }
}

/// Whether a member and the next one have the root in common.
bool PositiveRoots::is_common_root(std::size_t member, const PositiveRoot& root, const ExecutionContext& ctx) const {
  const SparsePoly<Integers> f = as_polynomial(chain_[member], ctx);
  const SparsePoly<Integers> g = as_polynomial(chain_[member + 1], ctx);
  const PrimeField field(first_prime);
  const SparsePoly<PrimeField> f_image = reduce(f, field, ctx);
  const SparsePoly<PrimeField> g_image = reduce(g, field, ctx);
  if (f_image.degree() == f.degree() && g_image.degree() == g.degree() && gcd(f_image, g_image, ctx).is_constant())
    return false;
  const SparsePoly<Integers> common = gcd(f, g, ctx);
  if (common.is_constant()) return false;
  return count_real_roots(common, std::pair(value_of(root.lower_end()), value_of(root.upper_end())), ctx) != 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
