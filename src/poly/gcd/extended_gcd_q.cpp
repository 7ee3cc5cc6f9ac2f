// Bezout cofactors over Q and Z from images modulo word primes.
//
// With a = h_a A g and b = h_b B g, A and B coprime and primitive, there are unique integral S, T with S A + T B = r =
// Res(A, B), deg S < deg B, deg T < deg A (Cramer's rule for the Sylvester matrix). Modulo a prime that divides neither
// r nor a leading coefficient, S is r times Euclid's cofactor. The shorter of S and T is lifted by Chinese remaindering
// until it is visibly shorter than the modulus; when B divides r - S A, the quotient is T, and both are right. Over Z
// the least multiplier is the common denominator of the rational cofactors; where a and b are integral multiples of one
// primitive polynomial, it is 1, with the cofactors of their factors. Literature: Geddes, Czapor, Labahn,
// Algorithms for Computer Algebra, chapter 7; von zur Gathen, Gerhard, Modern Computer Algebra, 6.4.
#include <polyfork/poly/gcd/extended_gcd_q.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>

#include "poly/dense/integer_content.hpp"
#include "poly/gcd/extended_gcd_short.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/gcd/resultant_images.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/gcd_primes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::hold;
using OpsZ = detail::DenseOps<Integers>;
constexpr Integers integers{};

struct Pair {
  IntegerVector s;
  IntegerVector t;
};

/// S and T for coprime A, B of positive degrees and their resultant r.
class CofactorImages {
 public:
  /// Precondition: deg B <= deg A, so that S is the shorter one.
  CofactorImages(const IntegerVector& a, const IntegerVector& b, const Integer& r, const ExecutionContext& ctx)
      : a_(a), b_(b), r_(r), ctx_(ctx) {}

  Pair run() {
    const std::size_t batch = ctx_.threads() > 1 ? 2 * static_cast<std::size_t>(ctx_.threads()) : 1;
    for (;;) {
      std::vector<Image> images(batch);
      for (Image& i : images) i.p = next_prime();
      const MemoryReservation held(ctx_.memory(), batch * 4 * (a_.size() + b_.size()) * sizeof(std::uint64_t));
      parallel_for(ctx_, batch, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) images[i].s = image(images[i].p);
      });
      for (const Image& i : images) {
        add(i);
        if (!crt_->settled(detail::gcd_slack_bits, ctx_)) continue;
        if (auto found = try_candidate(crt_->lift(ctx_))) return std::move(*found);
      }
    }
  }

 private:
  struct Image {
    std::uint64_t p = 0;
    std::vector<std::uint64_t> s;
  };

  std::uint64_t next_prime() {
    for (;;) {
      const std::uint64_t p = primes_.next();
      if (r_.view().mod(p) != 0 && a_[a_.size() - 1].mod(p) != 0 && b_[b_.size() - 1].mod(p) != 0) return p;
    }
  }

  PolyZp reduced(const IntegerVector& v, const PrimeField& field) const {
    ResidueVector words(v.size());
    detail::residues(v, field.modulus(), words, ctx_);
    return {field, std::move(words)};
  }

  std::vector<std::uint64_t> image(std::uint64_t p) const {
    const PrimeField field = PrimeField::trusted(p);
    const ExtendedGcd found = extended_gcd(reduced(a_, field), reduced(b_, field), ctx_);
    const PolyZp s = scale(found.s, r_.view().mod(p), ctx_);
    std::vector<std::uint64_t> words(s.coefficients().begin(), s.coefficients().end());
    words.resize(b_.size() - 1);
    return words;
  }

  void add(const Image& image) {
    ++primes_used_;
    if (primes_used_ > charged_) {
      charged_ = std::max<std::size_t>(4, 2 * primes_used_);
      rows_ = MemoryReservation();
      rows_ = MemoryReservation(ctx_.memory(), 3 * b_.size() * charged_ * sizeof(mp_limb_t));
    }
    if (crt_)
      crt_->add(image.s, WordModulus(image.p), ctx_);
    else
      crt_.emplace(image.s, image.p);
  }

  /// With T = (r - S A) / B, if that is a polynomial.
  std::optional<Pair> try_candidate(IntegerVector s) const {
    OpsZ::normalise(integers, s, ctx_);
    const MemoryReservation held = hold(s, ctx_);
    IntegerVector rest = OpsZ::neg(integers, OpsZ::mul(integers, s, a_, ctx_));
    OpsZ::add_into(integers, rest, rest, IntegerVector{r_}, ctx_);
    const MemoryReservation held_rest = hold(rest, ctx_);
    std::optional<IntegerVector> t = OpsZ::try_exact_div(integers, rest, b_, ctx_);
    if (!t) return std::nullopt;
    return Pair{std::move(s), std::move(*t)};
  }

  const IntegerVector& a_;
  const IntegerVector& b_;
  const Integer& r_;
  const ExecutionContext& ctx_;
  detail::GcdPrimes primes_;
  std::optional<detail::IncrementalCrt> crt_;
  std::size_t primes_used_ = 0;
  std::size_t charged_ = 0;
  MemoryReservation rows_;
};

/// s a + t b = r g for a, b that are not zero: g primitive with positive leading coefficient, and the contents of a, b,
/// or 1 where g is 1.
struct Bezout {
  IntegerVector g;
  Pair cofactors;  ///< of a / content_a and b / content_b
  Integer r;
  Integer content_a;
  Integer content_b;
};

Bezout bezout(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  Bezout result;
  if (detail::bezout_short(result.cofactors.s, result.cofactors.t, result.r, a, b, ctx)) {
    // Contents stay in the resultant.
    result.g = IntegerVector{1};
    result.content_a = result.content_b = 1;
    return result;
  }
  result.content_a = OpsZ::content(integers, a, ctx);
  result.content_b = OpsZ::content(integers, b, ctx);
  const IntegerVector part_a = detail::divided_exactly(a, result.content_a, ctx);
  const MemoryReservation held_a = hold(part_a, ctx);
  const IntegerVector part_b = detail::divided_exactly(b, result.content_b, ctx);
  const MemoryReservation held_b = hold(part_b, ctx);
  detail::GcdCofactors parts = detail::gcd_cofactors(part_a, part_b, ctx);
  const MemoryReservation held(ctx.memory(), parts.gcd.bytes() + parts.a.bytes() + parts.b.bytes());
  result.g = std::move(parts.gcd);
  if (parts.b.size() == 1) {
    result.cofactors.t = IntegerVector{1};
    result.r = Integer(parts.b[0]);
  } else if (parts.a.size() == 1) {
    result.cofactors.s = IntegerVector{1};
    result.r = Integer(parts.a[0]);
  } else {
    const bool swapped = parts.b.size() > parts.a.size();
    if (swapped) std::swap(parts.a, parts.b);
    result.r = detail::resultant_integers(parts.a, parts.b, ctx);
    result.cofactors = CofactorImages(parts.a, parts.b, result.r, ctx).run();
    if (swapped) std::swap(result.cofactors.s, result.cofactors.t);
  }
  return result;
}

/// factor v / divisor in lowest terms.
RationalVector fraction(const IntegerVector& v, const Integer& factor, const Integer& divisor,
                        const ExecutionContext& ctx) {
  return {OpsZ::scale(integers, v, factor, ctx), divisor, ctx};
}

/// v d / (its own denominator), d a multiple of that.
IntegerVector integral(const RationalVector& v, const Integer& d, const ExecutionContext& ctx) {
  return OpsZ::scale(integers, v.numerators(), exact_div(d, v.denominator()), ctx);
}

/// s a + t b = g for integers that are not zero: |s| <= |b| / (2 g) and |t| <= |a| / (2 g) as far as they can.
struct ExtendedGcdOfIntegers {
  Integer g;
  Integer s;
  Integer t;
};

ExtendedGcdOfIntegers extended_gcd_of_integers(const Integer& a, const Integer& b) {
  ExtendedGcdOfIntegers found;
  found.g.with_mpz([&](mpz_ptr g) {
    found.s.with_mpz(
        [&](mpz_ptr s) { found.t.with_mpz([&](mpz_ptr t) { mpz_gcdext(g, s, t, a.view().mpz(), b.view().mpz()); }); });
  });
  return found;
}

}  // namespace

ExtendedGcdQ extended_gcd(const PolyQ& a, const PolyQ& b, const ExecutionContext& ctx) {
  const PolyQ& named = PolyQ::check(a, b);
  const auto poly = [&](RationalVector v) { return PolyQ::make(std::move(v), named); };
  const auto monic = [&](const PolyQ& f) { return scale(f, f.leading_coefficient().inverse(), ctx); };
  const auto unit = [&](const PolyQ& f) {
    return poly(RationalVector(std::vector<Rational>{f.leading_coefficient().inverse()}));
  };
  if (b.is_zero() && a.is_zero()) return {poly({}), poly({}), poly({})};
  if (b.is_zero()) return {monic(a), unit(a), poly({})};
  if (a.is_zero()) return {monic(b), poly({}), unit(b)};
  const Bezout found = bezout(a.coefficients().numerators(), b.coefficients().numerators(), ctx);
  const MemoryReservation held(ctx.memory(), found.g.bytes() + found.cofactors.s.bytes() + found.cofactors.t.bytes());
  // a = content_a / denominator_a times its primitive part, and g is divided by its leading coefficient.
  const Integer lead(found.g[found.g.size() - 1]);
  const Integer divisor = found.r * lead;
  return {poly(fraction(found.g, 1, lead, ctx)),
          poly(fraction(found.cofactors.s, a.coefficients().denominator(), found.content_a * divisor, ctx)),
          poly(fraction(found.cofactors.t, b.coefficients().denominator(), found.content_b * divisor, ctx))};
}

ExtendedGcdZ extended_gcd(const PolyZ& a, const PolyZ& b, const ExecutionContext& ctx) {
  const PolyZ& named = PolyZ::check(a, b);
  const auto poly = [&](IntegerVector v) { return PolyZ::make(std::move(v), named); };
  const auto positive = [&](const PolyZ& f) {
    return f.leading_coefficient().sign() < 0 ? scale(f, Integer(-1), ctx) : f;
  };
  const auto unit = [&](const PolyZ& f) { return poly(IntegerVector{Integer(f.leading_coefficient().sign())}); };
  if (b.is_zero() && a.is_zero()) return {poly({}), 1, poly({}), poly({})};
  if (b.is_zero()) return {positive(a), 1, unit(a), poly({})};
  if (a.is_zero()) return {positive(b), 1, poly({}), unit(b)};
  const Bezout found = bezout(a.coefficients(), b.coefficients(), ctx);
  const MemoryReservation held(ctx.memory(), found.g.bytes() + found.cofactors.s.bytes() + found.cofactors.t.bytes());
  if (a.degree() == b.degree() && found.g.size() == a.coefficients().size()) {
    // Constant multiples of one primitive polynomial, whose cofactors are those of the factors.
    const Integer lead(found.g[found.g.size() - 1]);
    auto [g, s, t] =
        extended_gcd_of_integers(exact_div(a.leading_coefficient(), lead), exact_div(b.leading_coefficient(), lead));
    const auto constant = [&](const Integer& c) { return poly(c.is_zero() ? IntegerVector{} : IntegerVector{c}); };
    return {poly(OpsZ::scale(integers, found.g, g, ctx)), 1, constant(s), constant(t)};
  }
  const Integer common =
      gcd(OpsZ::content(integers, a.coefficients(), ctx), OpsZ::content(integers, b.coefficients(), ctx));
  const RationalVector s = fraction(found.cofactors.s, common, found.content_a * found.r, ctx);
  const RationalVector t = fraction(found.cofactors.t, common, found.content_b * found.r, ctx);
  Integer multiplier = lcm(s.denominator(), t.denominator());
  IntegerVector cofactor_a = integral(s, multiplier, ctx);
  IntegerVector cofactor_b = integral(t, multiplier, ctx);
  return {poly(OpsZ::scale(integers, found.g, common, ctx)), std::move(multiplier), poly(std::move(cofactor_a)),
          poly(std::move(cofactor_b))};
}

}  // namespace v1
}  // namespace polyfork
