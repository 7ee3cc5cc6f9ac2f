// The gcd of polynomials in several variables over Z: images modulo word primes and Chinese remaindering.
//
// The first prime finds the monomials, all others only the coefficients on them, which takes far fewer univariate gcds.
// They are added until the integers are visibly shorter than the modulus; then the candidate is divided into both
// operands, which proves it. A prime that shows the monomials or the degree of the first one to be wrong begins anew.
// Primes beyond the first are taken in batches, in parallel; the answer does not depend on their number.
// Literature: docs/reference/bibliography.md, [zippel79]; Brown, JACM 1971.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <polyfork/core/parallel.hpp>

#include "core/planning_threads.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/multivariate/multi_gcd.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr unsigned most_restarts = 16;

class IntegerImages {
 public:
  IntegerImages(const MultiGcdPair<Integers>& pair, const ExecutionContext& ctx)
      : pair_(pair), ctx_(ctx), a_(pair.a, pair.sequence), b_(pair.b, pair.sequence), lead_(pair.lead, pair.sequence) {}

  /// The terms modulo a first prime; false when none is found.
  bool start() {
    while (restarts_++ < most_restarts) {
      const WordModulus m(primes_.next());
      GcdImage image = gcd_image(problem(m.value()), m, ctx_);
      if (image.status != GcdImageStatus::found) continue;
      support_ = std::move(image.terms);
      crt_.emplace(support_.coefficients, m.value());
      used_ = 1;
      return true;
    }
    return false;
  }
  bool coprime() const { return support_.monomial(0)[0] == 0; }
  bool settled() const { return crt_->settled(gcd_slack_bits, ctx_); }
  MultiPolyZ candidate() const { return from_modular(support_, crt_->lift(ctx_), pair_.sequence, pair_.a, ctx_); }

  /// More primes; false when the support turns out to be wrong.
  bool add_primes() {
    const std::size_t batch = std::max<std::size_t>(1, std::min<std::size_t>(planning_threads(ctx_), 1 + used_ / 2));
    std::vector<std::uint64_t> primes(batch);
    for (std::uint64_t& p : primes) p = primes_.next();
    std::vector<GcdImage> images(batch);
    parallel_for(ctx_, batch, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const WordModulus m(primes[i]);
        images[i] = gcd_image_on(support_, problem(primes[i]), m, ctx_);
      }
    });
    for (std::size_t i = 0; i < batch; ++i) {
      if (images[i].status == GcdImageStatus::unlucky) continue;
      if (images[i].status != GcdImageStatus::found) return false;
      crt_->add(images[i].terms.coefficients, WordModulus(primes[i]), ctx_);
      ++used_;
      if (settled()) break;  // as one thread would
    }
    return true;
  }

 private:
  GcdImageProblem problem(std::uint64_t p) const {
    return {a_.modulo(p, ctx_), b_.modulo(p, ctx_), lead_.modulo(p, ctx_), pair_.degrees};
  }

  const MultiGcdPair<Integers>& pair_;
  const ExecutionContext& ctx_;
  ModularTerms<Integers> a_;
  ModularTerms<Integers> b_;
  ModularTerms<Integers> lead_;
  GcdPrimes primes_;
  WordTerms support_;
  std::optional<IncrementalCrt> crt_;
  std::size_t used_ = 0;
  unsigned restarts_ = 0;
};

}  // namespace

template <>
std::optional<MultiPolyZ> MultiGcd<Integers>::by_images(const MultiGcdPair<Integers>& pair) const {
  IntegerImages images(pair, ctx_);
  while (images.start()) {
    if (images.coprime()) return one_like(pair.a);
    for (unsigned failures = 0; failures < 2;) {
      if (images.settled()) {
        if (std::optional<MultiPolyZ> g = proved(pair, images.candidate())) return g;
        ++failures;
      }
      if (!images.add_primes()) break;
    }
  }
  return std::nullopt;
}

MultiPolyZ multi_gcd_subresultants(const MultiPolyZ& a, const MultiPolyZ& b, const ExecutionContext& ctx) {
  MultiPolyZ::check(a, b);
  return MultiGcd<Integers>(ctx, false).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
