// Images of the classes modulo one prime after another, joined by Chinese remaindering until they multiply to f.
//
// The images belong together since all come from the same integer polynomials at the point. Their leading coefficients
// are those of the classes times a common factor, by whose powers f is multiplied.
#include "poly/multi_factor/lift_classes.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>

#include "core/planning_threads.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/multi_factor/integer_values.hpp"
#include "poly/multi_factor/lift_factors.hpp"
#include "poly/multi_factor/multi_factor.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using P = MultiPolyZ;

class ClassLifter {
 public:
  ClassLifter(const ClassLift& problem, const Integer& unit)
      : f_(problem.f),
        ctx_(problem.ctx),
        sequence_(problem.sequence),
        terms_(problem.terms),
        narrow_(problem.narrow),
        unit_(unit) {}

  /// Images are made together, at most as many as there have been before, since it shows only then whether more are
  /// needed; they are used in the sequence of their primes.
  std::optional<std::vector<P>> run(const PointFactors& at, const FactorClasses<Integers>& classes) const {
    const LiftedClasses parts = with_constants(at, classes);
    std::vector<ModularTerms<Integers>> leads;
    for (const P& lead : parts.leads) leads.emplace_back(lead, sequence_, ctx_);
    std::vector<WordTerms> support;
    std::vector<IncrementalCrt> crt;
    LiftPrimes primes(narrow_);
    const std::size_t most_primes = bound_bits(parts) / primes.bits() + 2;
    std::vector<std::uint64_t> next{primes.next()};
    while (next[0] != at.prime) next[0] = primes.next();
    for (std::size_t used = 0; used < most_primes;) {
      const auto images = images_modulo(next, parts, leads, at, classes);
      for (std::size_t i = 0; i < images.size(); ++i) {
        const std::optional<LiftedFactors>& image = images[i];
        if (!image) continue;
        if (image->outcome != LiftOutcome::found) {
          if (crt.empty()) return std::nullopt;
          continue;
        }
        if (crt.empty()) {
          for (const WordTerms& g : image->factors) crt.emplace_back(g.coefficients, next[i]);
          support = image->factors;
        } else if (!add_image(image->factors, support, WordModulus(next[i]), crt)) {
          return std::nullopt;
        }
        if (!std::all_of(crt.begin(), crt.end(), [&](const auto& c) { return c.settled(gcd_slack_bits, ctx_); }))
          continue;
        if (std::optional<std::vector<P>> factors = proved(support, crt)) return factors;
      }
      used += next.size();
      const std::size_t together = std::min(used, static_cast<std::size_t>(planning_threads(ctx_)));
      next.resize(std::clamp<std::size_t>(most_primes - std::min(used, most_primes), 1, together));
      for (std::uint64_t& prime : next) prime = primes.next();
    }
    return std::nullopt;
  }

 private:
  /// What is the same for all primes.
  struct LiftedClasses {
    std::vector<IntegerVector> factors;  // at the point
    std::vector<P> leads;                // up to a common factor those of the polynomials that are lifted
    Integer excess;                      // the common factor, by whose powers f is multiplied
  };

  LiftedClasses with_constants(const PointFactors& at, const FactorClasses<Integers>& classes) const {
    const std::vector<P>& leads = classes.leads;
    LiftedClasses result;
    result.excess = unit_;
    for (std::size_t s = 0; s < leads.size(); ++s) {
      const std::vector<std::size_t>& members = classes.members[s];
      PolyZ u(at.factors[members[0]]);
      for (std::size_t i = 1; i < members.size(); ++i) u = mul(u, PolyZ(at.factors[members[i]]), ctx_);
      // The leading coefficient's value is a multiple of u's leading coefficient.
      const Integer lead = u.leading_coefficient();
      const Integer constant = exact_div(lead, gcd(lead, value_at_point(leads[s], sequence_, at.point)));
      result.factors.push_back(std::move(u).coefficients());
      result.leads.push_back(scale(leads[s], constant, ctx_));
      const auto rest = floor_div_rem(result.excess, constant);
      if (rest.second.is_zero()) {
        result.excess = rest.first;
      } else {  // not for true factors; lifting will fail
        result.leads.back() = leads[s];
      }
    }
    for (P& lead : result.leads) lead = scale(lead, result.excess, ctx_);
    return result;
  }

  /// The classes modulo one prime; nothing where that divides a leading coefficient.
  std::optional<LiftedFactors> image_modulo(std::uint64_t prime, const LiftedClasses& parts,
                                            const std::vector<ModularTerms<Integers>>& leads, const PointFactors& at,
                                            const FactorClasses<Integers>& classes) const {
    const std::size_t count = leads.size();
    const WordModulus m(prime);
    LiftProblem problem{terms_.modulo(m.value(), ctx_), {}, {}, words_modulo(at.point, m), classes.images.degrees};
    const std::uint64_t excess = PrimeField(m.value()).from_integer(parts.excess);
    if (excess == 0) return std::nullopt;
    const std::uint64_t factor = m.pow(excess, count - 1);
    for (std::uint64_t& c : problem.f.coefficients) c = m.mul(c, factor);
    for (std::size_t s = 0; s < count; ++s) {
      problem.leads.push_back(leads[s].modulo(m.value(), ctx_));
      FieldPoly u = words_modulo(parts.factors[s], m, ctx_);
      const std::uint64_t value = value_of(problem.leads.back(), problem.point, m);
      if (u.back() == 0 || value == 0) return std::nullopt;
      field_scale<WordModulus>(u, m.mul(value, m.inverse(u.back())), m);
      problem.bases.push_back(std::move(u));
    }
    return lift_factors(problem, m, m.value(), ctx_);
  }

  /// Together where there is memory for that.
  std::vector<std::optional<LiftedFactors>> images_modulo(const std::vector<std::uint64_t>& primes,
                                                          const LiftedClasses& parts,
                                                          const std::vector<ModularTerms<Integers>>& leads,
                                                          const PointFactors& at,
                                                          const FactorClasses<Integers>& classes) const {
    std::vector<std::optional<LiftedFactors>> images(primes.size());
    std::vector<char> is_made(primes.size(), 0);
    if (primes.size() > 1)
      parallel_for(ctx_, primes.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) try {
            images[i] = image_modulo(primes[i], parts, leads, at, classes);
            is_made[i] = 1;
          } catch (const MemoryLimit&) {  // there may be memory for one at a time
          }
      });
    for (std::size_t i = 0; i < primes.size(); ++i)
      if (is_made[i] == 0) images[i] = image_modulo(primes[i], parts, leads, at, classes);
    return images;
  }

  static std::uint64_t value_of(const WordTerms& a, const std::vector<std::uint64_t>& point, const WordModulus& m) {
    const std::vector<std::uint64_t> values = word_monomial_values(a, point, m);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum = m.add(sum, m.mul(a.coefficients[i], values[i]));
    return sum;
  }

  /// Coefficients of a factor of excess^r f, with some room: of a product of degrees d_v a factor is at most 2^(sum
  /// d_v) times as large (Gelfond).
  std::size_t bound_bits(const LiftedClasses& parts) const {
    std::size_t bits = f_.coefficients().max_bits(ctx_) + parts.excess.bit_length() + 64;
    for (const std::uint64_t d : f_.degrees()) bits += static_cast<std::size_t>(2 * d);
    return bits;
  }

  /// False for monomials that the support does not have.
  bool add_image(const std::vector<WordTerms>& image, const std::vector<WordTerms>& support, const WordModulus& m,
                 std::vector<IncrementalCrt>& crt) const {
    for (std::size_t s = 0; s < image.size(); ++s) {
      std::vector<std::uint64_t> c(support[s].size(), 0);
      std::size_t at = 0;
      for (std::size_t i = 0; i < image[s].size(); ++i) {
        const std::uint32_t* const monomial = image[s].monomial(i);
        while (at < c.size() && !std::equal(monomial, monomial + image[s].variables, support[s].monomial(at))) ++at;
        if (at == c.size()) return false;
        c[at++] = image[s].coefficients[i];
      }
      crt[s].add(c, m, ctx_);
    }
    return true;
  }

  std::optional<std::vector<P>> proved(const std::vector<WordTerms>& support,
                                       const std::vector<IncrementalCrt>& crt) const {
    std::vector<P> factors;
    for (std::size_t s = 0; s < support.size(); ++s) {
      P g = from_modular(support[s], crt[s].lift(ctx_), sequence_, f_, ctx_);
      take_content(g, ctx_);
      factors.push_back(normal_associate(g, ctx_));
    }
    if (product(std::span<const P>(factors), ctx_) == f_) return factors;
    return std::nullopt;
  }

  const P& f_;
  const ExecutionContext& ctx_;
  const std::vector<std::size_t>& sequence_;
  const ModularTerms<Integers>& terms_;
  bool narrow_;
  const Integer& unit_;
};

}  // namespace

std::optional<std::vector<MultiPolyZ>> lift_classes(const ClassLift& problem, const PointFactors& at,
                                                    const FactorClasses<Integers>& classes, const Integer& unit) {
  return ClassLifter(problem, unit).run(at, classes);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
