// The roots of an integer polynomial modulo small primes: f is reduced once modulo the product of as many primes as fit
// into a word, then evaluated at all nonzero residues modulo one prime after the other.
//
// Every rational root of f has a nonzero image modulo a prime that divides neither the leading nor the constant
// coefficient, so a prime without roots proves that there is none; a polynomial without rational roots has on average
// one root modulo a prime of any size, and none modulo every third prime. Primes need not be larger than the degree: f
// is folded to p - 1 coefficients. Small primes are therefore the cheapest proof, and larger ones are only needed to
// keep many rational roots apart. Cost: n limbs divided by a word, O(n + p log p) word operations for each prime.
// Literature: Loos: Computing rational zeros of integral polynomials by p-adic expansion, SIAM J. Comput. 12, 1983.
#include "poly/rational_roots/modular_roots.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/ring/primes.hpp>

#include "core/polled.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/rational_roots/residue_points.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_products = std::size_t{1} << 15;

/// Ascending primes above `from` that divide neither of the two, with a product below 2^62; at least one.
std::vector<std::uint64_t> batch_of_primes(IntegerView lead, IntegerView constant, std::uint64_t from,
                                           const ExecutionContext& ctx) {
  std::vector<std::uint64_t> primes;
  std::uint64_t product = 1;
  for (std::uint64_t p = next_prime(from); product < (std::uint64_t{1} << 62) / p; p = next_prime(p)) {
    ctx.poll();
    if (lead.mod(p) == 0 || constant.mod(p) == 0) continue;
    primes.push_back(p);
    product *= p;
  }
  return primes;
}

/// The images of f and, once it is needed, of f' modulo the product of one batch of primes.
class Images {
 public:
  Images(const IntegerVector& f, std::uint64_t product, const ExecutionContext& ctx)
      : reservation_(ctx.memory(), 3 * f.size() * sizeof(std::uint64_t)), modulus_(product), f_(f.size()), ctx_(ctx) {
    residues(f, product, f_, ctx);
    reduced_.reserve(f.size());
  }

  std::optional<ModularRoots> roots(std::uint64_t p) {
    ResiduePoints points(p, 1, ctx_);
    const MemoryReservation reservation(ctx_.memory(), 2 * points.size() * sizeof(std::uint64_t));
    ResidueVector values(points.size());
    reduce(f_, points);
    points.evaluate(reduced_, values);
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] == 0) all.push_back(i);
    if (all.empty()) return std::nullopt;

    if (slope_.empty()) {
      slope_ = f_;
      differentiate_words(modulus_, slope_, ctx_);
    }
    reduce(slope_, points);
    points.evaluate_at(reduced_, all, Words(values).first(all.size()));
    ModularRoots result;
    result.p = p;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (values[k] != 0) result.simple.push_back(all[k]);
    result.multiple = all.size() - result.simple.size();
    return result;
  }

 private:
  /// Reduces a modulo x^(p-1) - 1 and then modulo p: folding first saves reductions.
  void reduce(const ResidueVector& a, const ResiduePoints& points) {
    const WordModulus& m = points.modulus();
    reduced_.resize(std::min(a.size(), points.size()));
    fold_words(modulus_, a, reduced_, ctx_);
    polled_for(
        ctx_, reduced_.size(),
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) reduced_[i] = m.reduce(reduced_[i]);
        },
        poll_products);
  }

  MemoryReservation reservation_;
  WordModulus modulus_;
  ResidueVector f_;
  ResidueVector slope_;
  ResidueVector reduced_;
  const ExecutionContext& ctx_;
};

/// Whether there are too many simple roots for chance: further primes of the batch would show equally many.
bool certainly_roots(const ModularRoots& r, std::size_t degree) {
  const std::size_t many = std::clamp<std::size_t>(degree, 4, 8);
  return r.simple.size() >= many && 4 * r.multiple <= r.simple.size();
}

/// Whether lifting these few roots takes less time than further primes, one of which might show that there is none.
bool soon_lifted(const ModularRoots& r, std::size_t tried) {
  return tried >= 3 && r.multiple == 0 && r.simple.size() <= 2;
}

}  // namespace

std::optional<ModularRoots> modular_roots(const IntegerVector& f, std::uint64_t from, const ExecutionContext& ctx) {
  const std::vector<std::uint64_t> primes = batch_of_primes(f[f.size() - 1], f[0], from, ctx);
  std::uint64_t product = 1;
  for (const std::uint64_t p : primes) product *= p;
  Images images(f, product, ctx);
  ModularRoots best;
  const auto rank = [](const ModularRoots& r) { return std::tuple(r.simple.empty(), r.multiple, r.simple.size()); };
  for (std::size_t tried = 1; const std::uint64_t p : primes) {
    auto roots = images.roots(p);
    if (!roots) return std::nullopt;
    if (best.p == 0 || rank(*roots) < rank(best)) best = std::move(*roots);
    if (certainly_roots(best, f.size() - 1) || soon_lifted(best, tried++)) break;
  }
  best.last_tried = primes.back();
  return best;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
