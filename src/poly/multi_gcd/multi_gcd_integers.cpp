// The gcd of polynomials in several variables over Z: images modulo word primes and Chinese remaindering.
//
// The first prime finds the monomials (power_images.cpp, or by Zippel's interpolation where degrees are too high), all
// others only the coefficients on them, which takes far fewer univariate gcds. They are added until the integers are
// visibly shorter than the modulus; then the candidate is divided into both operands, which proves it. A prime that
// shows the monomials or the degree of the first one to be wrong begins anew. Primes beyond the first are taken in
// batches, in parallel; the answer does not depend on their number. Dense operands have dense images with both
// cofactors, by Brown's algorithm; there two products are the proof. Literature: docs/reference/bibliography.md,
// [zippel79]; Brown, JACM 1971.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <algorithm>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/planning_threads.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/prime_block.hpp"
#include "poly/multi_gcd/dense_gcd_image.hpp"
#include "poly/multi_gcd/gcd_points.hpp"
#include "poly/multi_gcd/lane_integer_images.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multi_gcd/multi_gcd_lanes.hpp"
#include "poly/multi_gcd/power_images.hpp"
#include "poly/multi_gcd/sparse_gcd_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr unsigned most_restarts = 16;
constexpr unsigned most_power_primes = 2;

/// The operands and the leading coefficient, sorted once for all primes.
class PairTerms {
 public:
  PairTerms(const MultiGcdPair<Integers>& pair, const ExecutionContext& ctx)
      : lead_(pair.lead, pair.sequence, ctx), degrees_(pair.degrees) {
    fork_join(
        ctx, [&] { a_.emplace(pair.a, pair.sequence, ctx); }, [&] { b_.emplace(pair.b, pair.sequence, ctx); });
  }
  /// Images modulo these primes are made of remainders from now on; of the integers themselves where there are none.
  void reduce(std::span<const std::uint64_t> primes, const ExecutionContext& ctx) {
    short_.reset();
    if (primes.empty()) return;
    const PrimeBlock block(primes);
    MemoryReservation held(ctx.memory(), block.bytes(a_->size()) + block.bytes(b_->size()) + block.bytes(lead_.size()));
    short_ = {std::move(held), block.remainders(a_->coefficients(), ctx), block.remainders(b_->coefficients(), ctx),
              block.remainders(lead_.coefficients(), ctx)};
  }
  GcdImageProblem modulo(std::uint64_t p, const ExecutionContext& ctx) const {
    WordTerms a;
    WordTerms b;
    fork_join(
        ctx, [&] { a = a_->modulo(p, short_ ? short_->a : a_->coefficients(), ctx); },
        [&] { b = b_->modulo(p, short_ ? short_->b : b_->coefficients(), ctx); });
    return {std::move(a), std::move(b), lead_.modulo(p, short_ ? short_->lead : lead_.coefficients(), ctx), degrees_};
  }
  std::size_t longest_limbs(const ExecutionContext& ctx) const {
    return std::max(a_->coefficients().max_limbs(ctx), b_->coefficients().max_limbs(ctx));
  }
  SparseGcdShape shape(const ExecutionContext& ctx) const {
    const auto list = [](std::span<const std::size_t> degrees) {
      return std::vector<std::size_t>(degrees.begin(), degrees.end());
    };
    return {list(a_->degrees()),
            list(b_->degrees()),
            list(lead_.degrees()),
            degrees_,
            a_->size(),
            b_->size(),
            prefix_counts(a_->exponents(), degrees_.size(), ctx),
            prefix_counts(b_->exponents(), degrees_.size(), ctx)};
  }
  bool dense() const { return fills_array(a_->degrees(), a_->size()) && fills_array(b_->degrees(), b_->size()); }

 private:
  /// Coefficients modulo the product of some primes.
  struct Remainders {
    MemoryReservation held;
    IntegerVector a;
    IntegerVector b;
    IntegerVector lead;
  };

  std::optional<ModularTerms<Integers>> a_;
  std::optional<ModularTerms<Integers>> b_;
  ModularTerms<Integers> lead_;
  std::optional<Remainders> short_;
  const std::vector<std::size_t>& degrees_;
};

class IntegerImages {
 public:
  IntegerImages(const MultiGcdPair<Integers>& pair, PairTerms& terms, const SparseGcdPlan& plan,
                const ExecutionContext& ctx)
      : pair_(pair),
        terms_(terms),
        ctx_(ctx),
        lead_content_(constant_content(pair.lead, ctx)),
        plan_(plan),
        blocks_(terms.longest_limbs(ctx)) {}

  /// The gcd, proved; nothing where images do not lead to it.
  std::optional<MultiPolyZ> run(const MultiGcd<Integers>& gcd) {
    const std::size_t most = most_bits(pair_, ctx_);
    while (start()) {
      if (part_ == GcdPart::gcd && support_.monomial(0)[0] == 0) return one_like(pair_.a);
      do {
        if (!settled()) continue;
        if (std::optional<MultiPolyZ> g = gcd.proved(pair_, part_, candidate())) return g;
        next_trial_ = 2 * used_;
      } while (crt_->modulus_bits() <= most && add_primes());
    }
    return std::nullopt;
  }

 private:
  /// The terms modulo a first prime; false when none is found.
  bool start() {
    blocks_.drop();
    terms_.reduce({}, ctx_);
    while (restarts_++ < most_restarts) {
      const std::uint64_t power = next_power_prime();
      if (power == 0 && only_powers()) return false;
      const WordModulus m(power != 0 ? power : primes_.next());
      const GcdImageProblem problem = terms_.modulo(m.value(), ctx_);
      GcdImage image = power != 0 ? power_gcd_image(problem, plan_.main_variables, m, ctx_, plan_.most_points)
                                  : gcd_image(problem, m, ctx_);
      if (only_powers() && image.points >= plan_.most_points) return false;
      if (image.status != GcdImageStatus::found) continue;
      part_ = image.part;
      make_integral(image, m);
      support_ = std::move(image.terms);
      crt_.emplace(support_.coefficients, m.value());
      used_ = 1;
      next_trial_ = 1;
      return true;
    }
    return false;
  }
  /// Integers near powers of two have short residues modulo primes near such powers: they seem to be settled too early,
  /// so that a candidate that was not proved is followed by one from twice as many primes.
  bool settled() const { return used_ >= next_trial_ && crt_->settled(gcd_slack_bits, ctx_); }
  MultiPolyZ candidate() const { return from_modular(support_, crt_->lift(ctx_), pair_.sequence, pair_.a, ctx_); }

  /// More primes; false when the support turns out to be wrong.
  bool add_primes() {
    const std::vector<std::uint64_t> primes = blocks_.take(
        std::max<std::size_t>(1, std::min<std::size_t>(planning_threads(ctx_), 1 + used_ / 2)), used_,
        [&] { return plan_.main_variables == 2 ? lane_primes_.next() : primes_.next(); },
        [&](std::span<const std::uint64_t> block) { terms_.reduce(block, ctx_); });
    const std::size_t batch = primes.size();
    std::vector<GcdImage> images(batch);
    parallel_for(ctx_, batch, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const WordModulus m(primes[i]);
        GcdImageProblem problem = terms_.modulo(primes[i], ctx_);
        if (part_ == GcdPart::gcd) problem.degrees[0] = support_.monomial(0)[0];
        images[i] = gcd_image_on(support_, part_, plan_.main_variables, problem, m, ctx_);
        make_integral(images[i], m);
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

  /// Quotients by h have the content of the leading coefficient in their denominators.
  void make_integral(GcdImage& image, const WordModulus& m) const {
    if (image.part == GcdPart::gcd) return;
    const std::uint64_t content = lead_content_.view().mod(m.value());
    for (std::uint64_t& c : image.terms.coefficients) c = m.mul(c, content);
  }

  /// A prime whose images are found by powers of one point; 0 where the box of degrees is too large for that, or such
  /// images have failed. Those in two main variables come before those in one.
  std::uint64_t next_power_prime() {
    if (plan_.main_variables == 2) {
      if (power_primes_ < most_power_primes) return lane_power_prime(power_primes_++);
      if (only_powers()) return 0;
      plan_.main_variables = 1;
      power_primes_ = 0;
    }
    if (!plan_.powers || power_primes_ == most_power_primes || power_image_bits(pair_.degrees) > power_prime_bits)
      return 0;
    return power_prime(power_primes_++);
  }

  /// Whether another way follows after some points.
  bool only_powers() const { return plan_.most_points != SparseGcdPlan().most_points; }

  const MultiGcdPair<Integers>& pair_;
  PairTerms& terms_;
  const ExecutionContext& ctx_;
  Integer lead_content_;
  SparseGcdPlan plan_;
  GcdPrimes primes_;
  LanePrimes lane_primes_;
  PrimeBlocks blocks_;
  unsigned power_primes_ = 0;  // used so far
  WordTerms support_;
  GcdPart part_ = GcdPart::gcd;
  std::optional<IncrementalCrt> crt_;
  std::size_t used_ = 0;
  std::size_t next_trial_ = 1;  // primes that a candidate is made of
  unsigned restarts_ = 0;
};

/// The gcd times `lead` over its leading coefficient, and the cofactors, modulo the primes so far.
class DenseIntegerImages {
 public:
  DenseIntegerImages(const MultiGcdPair<Integers>& pair, PairTerms& terms, const ExecutionContext& ctx)
      : pair_(pair), terms_(terms), ctx_(ctx), blocks_(terms.longest_limbs(ctx)) {}

  /// The multiple of the gcd, proved: by its products with the cofactors. Nothing where the operands are not dense, or
  /// images do not lead to it.
  std::optional<MultiPolyZ> run() {
    const std::size_t most = most_bits(pair_, ctx_);
    std::size_t next_trial = 1;
    for (std::size_t used = 1; add_prime(used - 1) && crt_[0].modulus_bits() <= most; ++used) {
      if (used < next_trial ||
          !std::all_of(crt_.begin(), crt_.end(), [&](const auto& c) { return c.settled(gcd_slack_bits, ctx_); }))
        continue;
      MultiPolyZ h = lifted(0);
      if (mul(h, lifted(1), ctx_) == times_lead(pair_.a) && mul(h, lifted(2), ctx_) == times_lead(pair_.b)) return h;
      next_trial = 2 * used;
    }
    return std::nullopt;
  }

 private:
  bool add_prime(std::size_t used) {
    const WordModulus m(blocks_
                            .take(
                                1, used, [&] { return primes_.next(); },
                                [&](std::span<const std::uint64_t> block) { terms_.reduce(block, ctx_); })
                            .front());
    const DenseGcdImages images = dense_gcd_images(terms_.modulo(m.value(), ctx_), m, ctx_);
    if (images.status != GcdImageStatus::found) return false;
    const DenseWords* const parts[] = {&images.h, &images.cofactor_a, &images.cofactor_b};
    if (crt_.empty()) {
      for (const DenseWords* const part : parts) {
        supports_.push_back(terms_of(*part));
        if (supports_.back().empty()) return false;
        crt_.emplace_back(supports_.back().coefficients, m.value());
        lengths_.push_back(part->lengths);
      }
      return true;
    }
    for (std::size_t i = 0; i < crt_.size(); ++i) {
      if (parts[i]->lengths != lengths_[i]) return false;  // the degrees of an operand modulo this prime are lower
      const std::vector<std::uint64_t> words = words_on(supports_[i], *parts[i]);
      if (words.empty()) return false;
      crt_[i].add(words, m, ctx_);
    }
    return true;
  }

  MultiPolyZ lifted(std::size_t i) const {
    return from_modular(supports_[i], crt_[i].lift(ctx_), pair_.sequence, pair_.a, ctx_);
  }
  MultiPolyZ times_lead(const MultiPolyZ& p) const { return pair_.lead.is_one() ? p : mul(p, pair_.lead, ctx_); }

  const MultiGcdPair<Integers>& pair_;
  PairTerms& terms_;
  const ExecutionContext& ctx_;
  GcdPrimes primes_;
  PrimeBlocks blocks_;
  std::vector<WordTerms> supports_;
  std::vector<std::vector<std::size_t>> lengths_;
  std::vector<IncrementalCrt> crt_;
};

bool bivariate_powers_possible(const MultiGcdPair<Integers>& pair, const SparseGcdShape& shape) {
  return power_image_bits(pair.degrees, 2) <= lane_power_prime_bits &&
         bivariate_points_possible(shape, lane_power_prime(0));
}

bool arrays_possible(const LanePair<Integers>& lanes) { return lanes.possible(LanePrimes().next()); }
/// For operands that fill arrays: images in two main variables where these are likely to take less time.
std::optional<SparseGcdPlan> plan_before_arrays(const MultiGcdPair<Integers>& pair, const LanePair<Integers>& lanes,
                                                const ExecutionContext& ctx) {
  const SparseGcdShape shape = lanes.sparse_shape(pair.degrees);
  if (!bivariate_powers_possible(pair, shape)) return std::nullopt;
  return plan_sparse_not_dense(shape, lanes.shape(), planning_threads(ctx));
}
SparseGcdPlan plan_for_terms(const MultiGcdPair<Integers>& pair, const SparseGcdShape& shape) {
  return plan_sparse_gcd(shape, bivariate_powers_possible(pair, shape));
}

}  // namespace

template <>
std::optional<MultiPolyZ> MultiGcd<Integers>::by_images(const MultiGcdPair<Integers>& pair) const {
  LanePair<Integers> lanes(pair, ctx_);
  std::optional<PairTerms> terms;
  if (arrays_possible(lanes)) {
    if (const auto plan = plan_before_arrays(pair, lanes, ctx_)) {
      terms.emplace(pair, ctx_);
      if (std::optional<MultiPolyZ> g = IntegerImages(pair, *terms, *plan, ctx_).run(*this)) return g;
    }
    if (std::optional<MultiPolyZ> h = LaneIntegerImages(pair, lanes, ctx_).run())
      return primitive_in_main(pair, std::move(*h));
  }
  if (!terms) terms.emplace(pair, ctx_);
  if (terms->dense())
    if (std::optional<MultiPolyZ> h = DenseIntegerImages(pair, *terms, ctx_).run())
      return primitive_in_main(pair, std::move(*h));
  return IntegerImages(pair, *terms, plan_for_terms(pair, terms->shape(ctx_)), ctx_).run(*this);
}

template <>
PlanDescription MultiGcd<Integers>::described_images(const MultiGcdPair<Integers>& pair) const {
  LanePair<Integers> lanes(pair, ctx_);
  if (arrays_possible(lanes)) {
    const auto plan = plan_before_arrays(pair, lanes, ctx_);
    if (plan) return describe_sparse_gcd(lanes.sparse_shape(pair.degrees), *plan);
    return describe_arrays(lanes.shape(), LaneIntegerImages(pair, lanes, ctx_).expected_bits());
  }
  const PairTerms terms(pair, ctx_);
  if (terms.dense()) return describe_dense_gcd();
  const SparseGcdShape shape = terms.shape(ctx_);
  return describe_sparse_gcd(shape, plan_for_terms(pair, shape));
}

MultiPolyZ multi_gcd_subresultants(const MultiPolyZ& a, const MultiPolyZ& b, const ExecutionContext& ctx) {
  MultiPolyZ::check(a, b);
  return MultiGcd<Integers>(ctx, false).run(a, b);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
