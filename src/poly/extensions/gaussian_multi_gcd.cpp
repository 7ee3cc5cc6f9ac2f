// The gcd of polynomials in several variables over Q(i) from images modulo primes p = 1 mod 4.
//
// As in one variable (gaussian_gcd.cpp): both operands are multiplied into Z[i][x, y, ...], and a square root r of -1
// modulo p gives two maps to Z/pZ[x, y, ...]. The monic gcds of both images, times the images of a leading coefficient
// of an operand, are those of a multiple of the gcd with coefficients in Z[i] (Gauss' lemma); their half sum and their
// half difference over r are the real and the imaginary parts. Chinese remaindering goes on until the integers are
// visibly shorter than the modulus. A candidate that divides both operands is the gcd: where leading coefficients do
// not vanish, no image has a smaller leading monomial than it.
#include <polyfork/poly/multivariate/detail/gaussian_multi_gcd.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "poly/extensions/gaussian_multi_parts.hpp"
#include "poly/extensions/root_of_minus_one.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/gcd_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using GaussianMultiPoly = SparseMultiPoly<GaussianRationals>;
using MultiExponentList = std::vector<std::vector<std::uint64_t>>;

class GaussianMultiGcd {
 public:
  GaussianMultiGcd(const GaussianMultiPoly& a, const GaussianMultiPoly& b, const ExecutionContext& ctx)
      : a_(a), b_(b), ctx_(ctx), parts_a_(a, ctx), parts_b_(b, ctx) {}

  GaussianMultiPoly run() {
    GcdPrimes primes;
    for (;;) {
      ctx_.poll();
      const std::uint64_t p = primes.next();
      if (p % 4 != 1 || !add_prime(PrimeField::trusted(p))) continue;
      if (std::all_of(leading_.begin(), leading_.end(), [](std::uint64_t e) { return e == 0; }))
        return a_.constant_like(GaussianRational(1));
      if (used_ < next_trial_ || !crt_->settled(gcd_slack_bits, ctx_)) continue;
      GaussianMultiPoly g = candidate();
      if (try_exact_div(b_, g, ctx_) && try_exact_div(a_, g, ctx_)) return g;
      // Coefficients near powers of two have short residues modulo primes near such powers.
      next_trial_ = 2 * used_;
    }
  }

 private:
  /// False for a prime that cannot be used.
  bool add_prime(const PrimeField& field) {
    const WordModulus m = field.word_modulus();
    const std::uint64_t r = root_of_minus_one(m);
    const std::uint64_t minus_r = m.neg(r);
    if (parts_a_.lead_at(r, m) == 0 || parts_a_.lead_at(minus_r, m) == 0 || parts_b_.lead_at(r, m) == 0 ||
        parts_b_.lead_at(minus_r, m) == 0)
      return false;
    const GaussianMultiParts& lead = parts_a_.lead_bits() <= parts_b_.lead_bits() ? parts_a_ : parts_b_;
    const auto image = [&](std::uint64_t root) {
      return scale(gcd(parts_a_.at(root, field, ctx_), parts_b_.at(root, field, ctx_), ctx_), lead.lead_at(root, m),
                   ctx_);
    };
    const MultiPolyZp plus = image(r);
    const MultiPolyZp minus = image(minus_r);
    const auto leading = plus.exponents(0);
    if (leading != minus.exponents(0)) return false;
    if (crt_ && leading != leading_) {
      if (!is_less(leading, leading_, field)) return false;
      support_.clear();  // all primes before were unlucky
      crt_.reset();
    }
    leading_ = leading;
    const std::uint64_t half = m.inverse(2);
    const MultiPolyZp real = scale(add(plus, minus, ctx_), half, ctx_);
    const MultiPolyZp imaginary = scale(sub(plus, minus, ctx_), m.mul(half, m.inverse(r)), ctx_);
    if (extend_support(real) | extend_support(imaginary)) crt_.reset();
    std::vector<std::uint64_t> words;
    words.reserve(2 * support_.size());
    for (const MultiPolyZp* part : {&real, &imaginary})
      for (const auto& e : support_) words.push_back(part->coefficient_of(e));
    if (crt_) {
      crt_->add(words, m, ctx_);
      ++used_;
    } else {
      crt_.emplace(words, m.value());
      used_ = 1;
      next_trial_ = 1;
    }
    // The rows, and the wider rows of the next prime.
    held_ = MemoryReservation();
    held_ = MemoryReservation(ctx_.memory(), 2 * words.size() * (used_ + 1) * sizeof(std::uint64_t));
    return true;
  }

  /// Whether the first monomial is the smaller one.
  bool is_less(const std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y,
               const PrimeField& field) const {
    return MultiPolyZp::from_terms(field, a_.variables(), {{x, 1}, {y, 1}}).exponents(0) != x;
  }

  /// Whether monomials were added, which were zero modulo the primes before.
  bool extend_support(const MultiPolyZp& f) {
    MultiExponentList more;
    for (std::size_t i = 0; i < f.term_count(); ++i)
      if (auto e = f.exponents(i); !std::binary_search(support_.begin(), support_.end(), e))
        more.push_back(std::move(e));
    if (more.empty()) return false;
    support_.insert(support_.end(), more.begin(), more.end());
    std::sort(support_.begin(), support_.end());
    return true;
  }

  /// Monic.
  GaussianMultiPoly candidate() const {
    const IntegerVector integers = crt_->lift(ctx_);
    GaussianMultiPoly::Collector collector(GaussianRationals{}, a_.variables());
    for (std::size_t i = 0; i < support_.size(); ++i)
      collector.push_back(support_[i], GaussianRational(Rational(Integer(integers[i])),
                                                        Rational(Integer(integers[support_.size() + i]))));
    return make_monic(std::move(collector).finish(ctx_), ctx_);
  }

  const GaussianMultiPoly& a_;
  const GaussianMultiPoly& b_;
  const ExecutionContext& ctx_;
  GaussianMultiParts parts_a_, parts_b_;
  std::vector<std::uint64_t> leading_;  // monomial of the images so far
  MultiExponentList support_;           // ascending
  std::optional<IncrementalCrt> crt_;   // of real parts, then imaginary ones
  MemoryReservation held_;
  std::size_t used_ = 0;
  std::size_t next_trial_ = 1;
};

}  // namespace

GaussianMultiPoly gaussian_multi_gcd(const GaussianMultiPoly& a, const GaussianMultiPoly& b,
                                     const ExecutionContext& ctx) {
  if (a.is_constant() || b.is_constant()) return a.constant_like(GaussianRational(1));
  return GaussianMultiGcd(a, b, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
