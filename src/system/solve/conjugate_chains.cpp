// Chains of conjugate solutions, from a univariate representation.
//
// The representation's polynomial is factored over Q. At the roots of a factor f the coordinates are elements of the
// field Q[t]/f, and the chain is made of the minimal polynomials of the least variable over Q, of the next one over the
// field that it generates, and so on. They are found modulo primes and lifted.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/chains/chain_initials.hpp"
#include "system/chains/chain_maker.hpp"
#include "system/chains/triangular_system.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/modular_chain.hpp"
#include "system/modular/rational_lift.hpp"
#include "system/solve/conjugate_chains.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::CommonFractions;
using detail::ModularChain;
using detail::SmallPrime;

/// Modulo p, with the coordinates at the roots of a factor; empty where p divides what must not vanish.
std::optional<ModularChain> chain_modulo(const UnivariateRepresentation& r, const PolyZ& factor, std::uint32_t p,
                                         bool may_have_shape, const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p);
  if (factor.leading_coefficient().view().mod(p) == 0) return std::nullopt;
  const PolyZp f = make_monic(reduce(factor, field, ctx), ctx);
  const PolyZp slope = rem(reduce(derivative(r.polynomial, 1, ctx), field, ctx), f, ctx);
  const ExtendedGcd inverse = extended_gcd(slope, f, ctx);
  if (inverse.g.degree() != 0) return std::nullopt;
  std::vector<PolyZp> coordinates;
  for (std::size_t v = r.numerators.size(); v-- > 0;) {
    const std::uint64_t denominator = r.denominators[v].view().mod(p);
    if (denominator == 0) return std::nullopt;
    const PolyZp x = rem(mul(rem(reduce(r.numerators[v], field, ctx), f, ctx), inverse.s, ctx), f, ctx);
    coordinates.push_back(scale(x, field.inverse(denominator), ctx));
  }
  return may_have_shape ? detail::modular_chain(f, coordinates, SmallPrime(p), ctx)
                        : detail::modular_chain_by_elimination(f, coordinates, SmallPrime(p), ctx);
}

/// The images modulo one prime after the other, of which as many are computed at a time as there are threads.
class ChainImages {
 public:
  using Image = std::pair<std::uint32_t, std::optional<ModularChain>>;

  ChainImages(const UnivariateRepresentation& r, const PolyZ& factor, const ExecutionContext& ctx)
      : r_(r), factor_(factor), ctx_(ctx) {}

  /// The least variable does not generate all residues: images by elimination from now on.
  void have_no_shape() noexcept { may_have_shape_ = false; }
  Image next() {
    if (at_ == images_.size()) {
      // At first one: many chains are short.
      const std::size_t most = std::min<std::size_t>(static_cast<std::size_t>(ctx_.threads()), used_);
      detail::retry_on_one_thread(ctx_, [&](const ExecutionContext& with) {
        compute(with.threads() == 1 ? 1 : std::max<std::size_t>(most, 1), with);
      });
    }
    ++used_;
    return std::move(images_[at_++]);
  }

 private:
  /// After MemoryLimit the same primes are the next ones again.
  void compute(std::size_t count, const ExecutionContext& ctx) {
    std::vector<Image> images(count);
    std::uint64_t prime = last_;
    for (Image& image : images) image.first = static_cast<std::uint32_t>(prime = previous_prime(prime));
    parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        images[i].second = chain_modulo(r_, factor_, images[i].first, may_have_shape_, ctx);
    });
    images_ = std::move(images);
    at_ = 0;
    last_ = prime;
  }

  const UnivariateRepresentation& r_;
  const PolyZ& factor_;
  const ExecutionContext& ctx_;
  std::uint64_t last_ = std::uint64_t{1} << 31;
  bool may_have_shape_ = true;
  std::vector<Image> images_;
  std::size_t at_ = 0;    // images that were handed out
  std::size_t used_ = 0;  // of all
};

/// The chain of monic polynomials. That they have no multiple roots is shown modulo a prime: by Euclid's algorithm over
/// Q the constructor takes several times as long as all the lifting.
RegularChain<Rationals> checked_chain(std::vector<MultiPolyQ> polynomials, const std::vector<std::size_t>& degrees,
                                      const ExecutionContext& ctx) {
  const std::size_t n = degrees.size();
  detail::TriangularSystem system{n, {}};
  for (std::size_t level = 0; level < n; ++level)
    system.levels.push_back(
        {n - 1 - level, degrees[level], detail::integer_system({polynomials[level]}).equations.front()});
  if (!inverse_terms_of_square_free_chain(system, ctx)) return RegularChain<Rationals>(polynomials, ctx);
  return detail::ChainMaker<Rationals>::trusted(std::move(polynomials));
}

/// The chain of lifted tails.
RegularChain<Rationals> chain_of(const Variables& variables, const std::vector<std::size_t>& degrees,
                                 const std::vector<CommonFractions>& groups, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ> polynomials;
  const std::size_t n = degrees.size();
  for (std::size_t level = 0; level < n; ++level) {
    MultiPolyQ::Collector collector(Rationals{}, variables);
    std::vector<std::uint64_t> exponents(n, 0);
    exponents[n - 1 - level] = degrees[level];
    collector.push_back(exponents, Rational(1));
    for (std::size_t i = 0; i < groups[level].numerators.size(); ++i) {
      std::fill(exponents.begin(), exponents.end(), 0);
      std::size_t digits = i;
      for (std::size_t k = 0; k <= level; ++k) {
        exponents[n - 1 - k] = digits % degrees[k];
        digits /= degrees[k];
      }
      collector.push_back(exponents, -Rational(groups[level].numerators[i], groups[level].denominator));
    }
    polynomials.push_back(std::move(collector).finish(ctx));
  }
  return checked_chain(std::move(polynomials), degrees, ctx);
}

/// `reported` is what progress is told to.
RegularChain<Rationals> lifted_chain(const UnivariateRepresentation& r, const PolyZ& factor,
                                     const ExecutionContext& reported, const ExecutionContext& ctx) {
  const Variables variables = r.variables.with_order(MonomialOrder::lex);
  ChainImages images(r, factor, ctx);
  std::vector<std::size_t> degrees;
  std::vector<std::size_t> ends;
  std::optional<detail::RationalLift> lifting;
  std::vector<MemoryReservation> held;  // for each prime's residues
  std::optional<std::vector<CommonFractions>> found;
  std::size_t refused = 0;
  std::size_t next_look = 2;  // primes
  for (;;) {
    const auto [prime, image] = images.next();
    if (!image) continue;
    if (!lifting || (image->degrees != degrees && ++refused > lifting->primes())) {
      degrees = image->degrees;
      if (std::cmp_less(degrees[0], factor.degree())) images.have_no_shape();
      ends.clear();
      std::size_t below = 1;
      std::size_t end = 0;
      for (const std::size_t d : degrees) ends.push_back(end += (below *= d));
      lifting.emplace(end);
      held.clear();
      found.reset();
      refused = 0;
      next_look = 2;
    }
    if (image->degrees != degrees) continue;
    if (found && agree(*found, image->tails, prime)) return chain_of(variables, degrees, *found, ctx);
    held.emplace_back(ctx.memory(), image->tails.size() * sizeof(std::uint32_t));
    lifting->add(prime, image->tails);
    // How many primes will be needed is not known.
    const auto primes = static_cast<double>(lifting->primes());
    const auto expected = static_cast<double>(factor.degree());
    if (reported.has_progress())
      reported.progress("lifting a chain from " + std::to_string(lifting->primes()) + " primes",
                        primes / (primes + expected));
    found.reset();
    if (lifting->primes() < next_look) continue;
    // Looking takes longer than an image where there are many: it is done for a thirtieth more of them.
    next_look = lifting->primes() + std::max<std::size_t>(1, lifting->primes() / 30);
    if (!lifting->looks_complete(ctx)) continue;
    found = detail::retry_on_one_thread(ctx, [&](const ExecutionContext& with) { return lifting->lift(ends, with); });
  }
}

}  // namespace

detail::ConjugateChains detail::conjugate_chains(const std::vector<MultiPolyQ>& equations,
                                                 const ExecutionContext& ctx) {
  const PhasedProgress progress(ctx);
  ConjugateChains result{{}, univariate_representation(equations, progress.phase(0.3))};
  const UnivariateRepresentation& r = result.representation;
  if (r.dimension != 0) return result;
  std::vector<ConjugateChain>& chains = result.chains;
  const auto factorization = retry_on_one_thread(
      progress.phase(0.1), [&](const ExecutionContext& with) { return factor(r.polynomial, with); });
  const auto& factors = factorization.factors;
  std::vector<std::optional<ConjugateChain>> found(factors.size());
  // Images take at least the square of the degree, and of a long chain there are more of them.
  const auto effort = [](const auto& f) { return std::pow(static_cast<double>(f.polynomial.degree()), 3); };
  double whole = 0;
  for (const auto& f : factors) whole += effort(f);
  retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
    parallel_for(with, factors.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto lifting = progress.phase(0.6 * effort(factors[i]) / whole);
        found[i] = ConjugateChain{lifted_chain(r, factors[i].polynomial, lifting, with), std::nullopt};
        for (const MultiplicityClass& c : r.multiplicities)
          if (gcd(c.polynomial, factors[i].polynomial, with).degree() > 0) found[i]->multiplicity = c.multiplicity;
      }
    });
  });
  for (auto& chain : found) chains.push_back(std::move(*chain));
  return result;
}

}  // namespace v1
}  // namespace polyfork
