// The gcd of two primitive polynomials in Z[x] from its images modulo word primes.
//
// Images are monic gcds modulo p, scaled to the gcd of the leading coefficients so that they fit together; a prime
// that divides it is skipped, one whose image has a larger degree than another's is unlucky and its image is dropped.
// Chinese remaindering goes on until the integers are visibly shorter than the modulus; their primitive part is then
// the gcd if it divides both inputs, which trial division proves (an image's degree is never below the gcd's, so a
// common divisor of that degree is the gcd). An image of degree 0 ends at once; when the degree is that of an input,
// this input is tried first. Images are computed in batches, as the plan says, in parallel; the answer does not depend
// on their number.
// Cost: k word gcds, O(k n) reductions of coefficients, O(k^2 n) for remaindering, k = bits of the result / 62, two
// exact divisions. Preconditions: normalised, not empty.
// Literature: Brown, JACM 1971; von zur Gathen, Gerhard, Modern Computer Algebra, chapter 6.
#include "poly/gcd/gcd_modular.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/limits.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/gcd/gcd_plan.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/residues/gcd_word.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Integers>;

class ModularGcd {
 public:
  ModularGcd(const IntegerVector& a, const IntegerVector& b, const PrimeSource& primes, const ExecutionContext& ctx)
      : a_(a),
        b_(b),
        primes_(primes),
        ctx_(ctx),
        lead_(gcd(a[a.size() - 1], b[b.size() - 1])),
        plan_(plan_gcd({a.size(), b.size(), a.max_bits(ctx), b.max_bits(ctx), lead_.bit_length()}, PlanBudget(ctx))
                  .images()) {}

  GcdCofactors run() {
    length_ = std::min(a_.size(), b_.size()) + 1;  // above any image's
    std::size_t images = 0;
    for (;;) {
      const std::size_t batch = plan_.next_batch(images);
      if (auto found = add_batch(batch)) return std::move(*found);
      images += batch;
    }
  }

 private:
  struct Image {
    std::uint64_t p = 0;
    std::vector<std::uint64_t> gcd;
  };

  std::uint64_t next_prime() {
    for (;;) {
      const std::uint64_t p = primes_();
      if (lead_.view().mod(p) != 0) return p;
    }
  }

  Image image(std::uint64_t p) const {
    const WordModulus modulus(p);
    // Both images and a quotient, which is no longer than the longer one.
    const MemoryReservation reservation(ctx_.memory(), 2 * (a_.size() + b_.size()) * sizeof(std::uint64_t));
    std::vector<std::uint64_t> u(a_.size());
    std::vector<std::uint64_t> v(b_.size());
    residues(a_, p, u, ctx_);
    residues(b_, p, v, ctx_);
    const auto g = word_gcd(u, v, modulus, ctx_);
    word_set_leading(g, lead_.view().mod(p), modulus);
    return {p, std::vector<std::uint64_t>(g.begin(), g.end())};
  }

  std::optional<GcdCofactors> add_batch(std::size_t batch) {
    const MemoryReservation reservation(ctx_.memory(), saturating_mul(batch, length_ * sizeof(std::uint64_t)));
    std::vector<Image> images(batch);
    for (Image& i : images) i.p = next_prime();
    parallel_for(ctx_, batch, plan_.width == 1 ? batch : 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) images[i] = image(images[i].p);
    });
    for (const Image& i : images)
      if (auto found = add_image(i)) return found;
    return std::nullopt;
  }

  std::optional<GcdCofactors> add_image(const Image& image) {
    if (image.gcd.size() > length_) return std::nullopt;  // unlucky
    if (image.gcd.size() == 1) {
      const MemoryReservation copies(ctx_.memory(), a_.bytes() + b_.bytes());
      return GcdCofactors{IntegerVector{1}, a_, b_};
    }
    if (image.gcd.size() < length_) {  // all before were unlucky
      length_ = image.gcd.size();
      charge_rows();
      crt_.emplace(image.gcd, image.p);
      if (auto found = try_input()) return found;
    } else {
      ++primes_used_;
      charge_rows();
      crt_->add(image.gcd, WordModulus(image.p), ctx_);
    }
    if (!crt_->settled(gcd_slack_bits, ctx_)) return std::nullopt;
    return try_candidate(primitive_positive(crt_->lift(ctx_), ctx_));
  }

  /// Rows, the wider rows of the next prime and the lifted candidate.
  void charge_rows() {
    if (primes_used_ < charged_primes_) return;
    charged_primes_ = std::max<std::size_t>(4, 2 * primes_used_);
    rows_ = MemoryReservation();
    rows_ = MemoryReservation(ctx_.memory(), 3 * length_ * charged_primes_ * sizeof(mp_limb_t));
  }

  std::optional<GcdCofactors> try_input() const {
    if (length_ == b_.size()) return try_candidate(primitive_positive(b_, ctx_));
    if (length_ == a_.size()) return try_candidate(primitive_positive(a_, ctx_));
    return std::nullopt;
  }

  std::optional<GcdCofactors> try_candidate(IntegerVector g) const {
    const MemoryReservation candidate = hold(g, ctx_);
    std::optional<IntegerVector> qa;
    std::optional<IntegerVector> qb = Ops::try_exact_div(Integers{}, b_, g, ctx_);
    if (qb) {
      const MemoryReservation first = hold(*qb, ctx_);
      qa = Ops::try_exact_div(Integers{}, a_, g, ctx_);
    }
    if (!qa) return std::nullopt;
    return GcdCofactors{std::move(g), std::move(*qa), std::move(*qb)};
  }

  const IntegerVector& a_;
  const IntegerVector& b_;
  const PrimeSource& primes_;
  const ExecutionContext& ctx_;
  Integer lead_;
  GcdImages plan_;
  std::size_t length_ = 0;
  std::size_t primes_used_ = 1;
  std::size_t charged_primes_ = 0;
  std::optional<IncrementalCrt> crt_;
  MemoryReservation rows_;
};

IntegerVector shifted_right(const IntegerVector& a, std::size_t k, const ExecutionContext& ctx) {
  return Ops::shift_right(Integers{}, a, k, ctx);
}
IntegerVector shifted_left(IntegerVector a, std::size_t k, const ExecutionContext& ctx) {
  return k == 0 ? std::move(a) : Ops::shift_left(Integers{}, a, k, ctx);
}

}  // namespace

GcdCofactors gcd_cofactors(const IntegerVector& a, const IntegerVector& b, const PrimeSource& primes,
                           const ExecutionContext& ctx) {
  const std::size_t za = trailing_zero_terms(a);
  const std::size_t zb = trailing_zero_terms(b);
  const std::size_t common = std::min(za, zb);
  if (a.size() - za == 1 || b.size() - zb == 1) {  // a monomial
    const IntegerVector one{1};
    IntegerVector gcd = shifted_left(one, common, ctx);
    IntegerVector left = shifted_right(a, common, ctx);
    const MemoryReservation held = hold(left, ctx);
    return {std::move(gcd), std::move(left), shifted_right(b, common, ctx)};
  }
  if (za == 0 && zb == 0) return ModularGcd(a, b, primes, ctx).run();
  const IntegerVector left = shifted_right(a, za, ctx);
  const MemoryReservation held_left = hold(left, ctx);
  const IntegerVector right = shifted_right(b, zb, ctx);
  const MemoryReservation held_right = hold(right, ctx);
  GcdCofactors found = ModularGcd(left, right, primes, ctx).run();
  const MemoryReservation held(ctx.memory(), found.gcd.bytes() + found.a.bytes() + found.b.bytes());
  found.gcd = shifted_left(std::move(found.gcd), common, ctx);
  found.a = shifted_left(std::move(found.a), za - common, ctx);
  found.b = shifted_left(std::move(found.b), zb - common, ctx);
  return found;
}

GcdCofactors gcd_cofactors(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  GcdPrimes primes;
  return gcd_cofactors(
      a, b, [&primes] { return primes.next(); }, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
