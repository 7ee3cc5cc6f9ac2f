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

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/division/division_integers.hpp"
#include "poly/gcd/gcd_plan.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/rows/short_rows.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<Integers>;

constexpr std::size_t most_scratch_words = std::size_t{1} << 14;  // of integers that are put together

/// Which results are asked for.
enum class Wanted { gcd, cofactors };

class ModularGcd {
 public:
  /// lead: the gcd of the leading coefficients.
  ModularGcd(const IntegerVector& a, const IntegerVector& b, Integer lead, const PrimeSource& primes, Wanted wanted,
             const ExecutionContext& ctx)
      : a_(a),
        b_(b),
        primes_(primes),
        wanted_(wanted),
        ctx_(ctx),
        lead_(std::move(lead)),
        plan_(plan_gcd({a.size(), b.size(), a.max_bits(ctx), b.max_bits(ctx), lead_.bit_length()}, PlanBudget(ctx))
                  .images()) {}

  /// Into the memory that `found` has.
  void run(GcdCofactors& found) {
    length_ = std::min(a_.size(), b_.size()) + 1;  // above any image's
    const std::size_t room = IncrementalCrt::room_for(length_, plan_.most);
    if (room <= most_scratch_words) room_ = frame_.allocate<mp_limb_t>(room);
    std::size_t images = 0;
    for (std::size_t batch; (batch = plan_.next_batch(images)), !add_batch(batch, found);) images += batch;
  }

 private:
  /// In scratch memory.
  struct Image {
    std::uint64_t p;
    std::uint64_t* words;
    std::size_t size;
    std::span<const std::uint64_t> gcd() const noexcept { return {words, size}; }
  };

  std::uint64_t next_prime() {
    for (;;) {
      const std::uint64_t p = primes_();
      if (lead_.view().mod(p) != 0) return p;
    }
  }

  /// The image modulo its prime, if it is no longer than the others.
  void find(Image& image) const {
    const WordModulus modulus(image.p);
    // Both images and a quotient, which is no longer than the longer one.
    const MemoryReservation reservation =
        reserve_unless_short(ctx_, 2 * (a_.size() + b_.size()) * sizeof(std::uint64_t));
    Workspace::Frame frame;
    const auto u = frame.allocate<std::uint64_t>(a_.size());
    const auto v = frame.allocate<std::uint64_t>(b_.size());
    residues(a_, image.p, u, ctx_);
    residues(b_, image.p, v, ctx_);
    const auto g = word_gcd(u, v, modulus, ctx_);
    image.size = g.size();
    if (g.size() > length_) return;
    word_set_leading(g, lead_.view().mod(image.p), modulus);
    std::copy(g.begin(), g.end(), image.words);
  }

  /// Whether the gcd is found.
  bool add_batch(std::size_t batch, GcdCofactors& found) {
    const MemoryReservation reservation =
        reserve_unless_short(ctx_, saturating_mul(batch, length_ * sizeof(std::uint64_t)));
    Workspace::Frame frame;
    const auto images = frame.allocate<Image>(batch);
    for (Image& i : images) i = {next_prime(), frame.allocate<std::uint64_t>(length_).data(), 0};
    parallel_for(ctx_, batch, plan_.width == 1 ? batch : 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) find(images[i]);
    });
    return std::any_of(images.begin(), images.end(), [&](const Image& i) { return add_image(i, found); });
  }

  bool add_image(const Image& image, GcdCofactors& found) {
    if (image.size > length_) return false;  // unlucky
    if (image.size == 1) {
      constexpr std::int64_t one = 1;
      write_words(found.gcd, &one, 1, ctx_);
      if (wanted_ == Wanted::gcd) return true;
      const MemoryReservation copies(ctx_.memory(), a_.bytes() + b_.bytes());
      found.a = a_;
      found.b = b_;
      return true;
    }
    if (image.size < length_) {  // all before were unlucky
      length_ = image.size;
      charge_rows();
      if (room_.empty())
        crt_.emplace(image.gcd(), image.p);
      else
        crt_.emplace(image.gcd(), image.p, room_);
      if (try_input(found)) return true;
    } else {
      ++primes_used_;
      charge_rows();
      crt_->add(image.gcd(), WordModulus(image.p), ctx_);
    }
    if (!crt_->settled(gcd_slack_bits, ctx_)) return false;
    crt_->lift_into(found.gcd, ctx_);
    return try_candidate(found);
  }

  /// Rows, the wider rows of the next prime and the lifted candidate.
  void charge_rows() {
    if (primes_used_ < charged_primes_) return;
    charged_primes_ = std::max<std::size_t>(4, 2 * primes_used_);
    rows_ = MemoryReservation();
    rows_ = MemoryReservation(ctx_.memory(), 3 * length_ * charged_primes_ * sizeof(mp_limb_t));
  }

  bool try_input(GcdCofactors& found) const {
    if (length_ != b_.size() && length_ != a_.size()) return false;
    found.gcd = length_ == b_.size() ? b_ : a_;
    return try_candidate(found);
  }

  /// Whether the primitive part of found.gcd is the gcd.
  bool try_candidate(GcdCofactors& found) const {
    make_primitive(found.gcd, ctx_);
    const MemoryReservation candidate = hold(found.gcd, ctx_);
    if (wanted_ == Wanted::gcd) return divides(found.gcd, b_, ctx_) && divides(found.gcd, a_, ctx_);
    if (!Ops::exact_div_into(Integers{}, found.b, b_, found.gcd, ctx_)) return false;
    const MemoryReservation first = hold(found.b, ctx_);
    return Ops::exact_div_into(Integers{}, found.a, a_, found.gcd, ctx_);
  }

  const IntegerVector& a_;
  const IntegerVector& b_;
  const PrimeSource& primes_;
  Wanted wanted_;
  const ExecutionContext& ctx_;
  Integer lead_;
  GcdImages plan_;
  std::size_t length_ = 0;
  std::size_t primes_used_ = 1;
  std::size_t charged_primes_ = 0;
  Workspace::Frame frame_;
  std::span<mp_limb_t> room_;  // for the integers, where they are few
  std::optional<IncrementalCrt> crt_;
  MemoryReservation rows_;
};

IntegerVector shifted_right(const IntegerVector& a, std::size_t k, const ExecutionContext& ctx) {
  return Ops::shift_right(Integers{}, a, k, ctx);
}
IntegerVector shifted_left(IntegerVector a, std::size_t k, const ExecutionContext& ctx) {
  return k == 0 ? std::move(a) : Ops::shift_left(Integers{}, a, k, ctx);
}

/// The gcd and, if wanted, the cofactors, in the memory that `found` has. Powers of x are taken apart first.
void find_gcd(GcdCofactors& found, const IntegerVector& a, const IntegerVector& b, Integer lead,
              const PrimeSource& primes, Wanted wanted, const ExecutionContext& ctx) {
  const std::size_t za = trailing_zero_terms(a);
  const std::size_t zb = trailing_zero_terms(b);
  const std::size_t common = std::min(za, zb);
  if (a.size() - za == 1 || b.size() - zb == 1) {  // a monomial
    found.gcd = shifted_left(IntegerVector{1}, common, ctx);
    if (wanted == Wanted::gcd) return;
    found.a = shifted_right(a, common, ctx);
    const MemoryReservation held = hold(found.a, ctx);
    found.b = shifted_right(b, common, ctx);
    return;
  }
  if (za == 0 && zb == 0) return ModularGcd(a, b, std::move(lead), primes, wanted, ctx).run(found);
  const IntegerVector left = shifted_right(a, za, ctx);
  const MemoryReservation held_left = hold(left, ctx);
  const IntegerVector right = shifted_right(b, zb, ctx);
  const MemoryReservation held_right = hold(right, ctx);
  ModularGcd(left, right, std::move(lead), primes, wanted, ctx).run(found);
  const MemoryReservation held(ctx.memory(), found.gcd.bytes() + found.a.bytes() + found.b.bytes());
  found.gcd = shifted_left(std::move(found.gcd), common, ctx);
  if (wanted == Wanted::gcd) return;
  found.a = shifted_left(std::move(found.a), za - common, ctx);
  found.b = shifted_left(std::move(found.b), zb - common, ctx);
}

}  // namespace

GcdCofactors gcd_cofactors(const IntegerVector& a, const IntegerVector& b, const PrimeSource& primes,
                           const ExecutionContext& ctx) {
  GcdCofactors found;
  find_gcd(found, a, b, gcd(a[a.size() - 1], b[b.size() - 1]), primes, Wanted::cofactors, ctx);
  return found;
}

GcdCofactors gcd_cofactors(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  GcdPrimes primes;
  return gcd_cofactors(
      a, b, [&primes] { return primes.next(); }, ctx);
}

void gcd_primitive_into(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, Integer lead,
                        const ExecutionContext& ctx) {
  GcdPrimes primes;
  GcdCofactors found;
  found.gcd = std::move(out);
  find_gcd(
      found, a, b, std::move(lead), [&primes] { return primes.next(); }, Wanted::gcd, ctx);
  out = std::move(found.gcd);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
