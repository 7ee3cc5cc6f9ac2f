// Gcds of dense operands over Z from images in vectors, modulo primes that prove them.
//
// Every image's identities h cofactor_a = lead a and h cofactor_b = lead b hold modulo its prime; where the product of
// the primes is longer than both sides of both can be, they hold over Z. One prime often suffices, and then only h is
// lifted. Cost: as many images (lane_gcd.hpp) as the longer side has words of 49 bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/planning_threads.hpp"
#include "poly/images/gcd_crt.hpp"
#include "poly/images/prime_block.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multi_gcd/multi_gcd_lanes.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A length, in bits, that the coefficients of twice a factor of the operands times lead have at most: where a product
/// of primes is longer, and coefficients have not settled, they never will.
inline std::size_t most_bits(const MultiGcdPair<Integers>& pair, const ExecutionContext& ctx) {
  std::size_t bits = 64;
  for (const MultiPolyZ* const p : {&pair.a, &pair.b, &pair.lead}) {
    bits += p->coefficients().max_bits(ctx);
    for (const std::uint64_t d : p->degrees()) bits += static_cast<std::size_t>(d) + 1;
  }
  return 2 * bits;
}

/// Images in vectors, where the primes prove: each of them the products modulo itself, and their product exceeds what
/// the products of these integers can differ by. As many primes as the operands ask for are taken at the same time.
class LaneIntegerImages {
 public:
  LaneIntegerImages(const MultiGcdPair<Integers>& pair, LanePair<Integers>& lanes, const ExecutionContext& ctx)
      : pair_(pair),
        lanes_(lanes),
        ctx_(ctx),
        blocks_(std::max(pair.a.coefficients().max_limbs(ctx), pair.b.coefficients().max_limbs(ctx))) {}

  std::optional<MultiPolyZ> run() {
    lanes_.find_places(ctx_);
    expected_ = expected_bits();
    const std::size_t most = most_bits(pair_, ctx_);
    if (!first_prime()) return std::nullopt;
    while (!proved()) {
      if (crt_.empty()) start_crt();
      if (crt_[0].modulus_bits() > most || !add_primes()) return std::nullopt;
    }
    if (crt_.empty()) start_crt(1);
    return from_modular(h_, crt_[0].lift(ctx_), pair_.sequence, pair_.a, ctx_);
  }

  /// Of lead a and lead b, which the product of the primes has to exceed.
  std::size_t expected_bits() const {
    std::size_t bits = 0;
    const std::size_t lead = bits_of(pair_.lead);
    for (const MultiPolyZ* const operand : {&pair_.a, &pair_.b})
      bits = std::max(bits, lead + bits_of(*operand) + bits_of_sum(pair_.lead.term_count(), operand->term_count()));
    return bits;
  }

 private:
  using Parts = std::array<std::span<const std::uint64_t>, 3>;  // h and the cofactors
  static Parts parts_of(const LaneGcdResult& images) { return {images.h, images.cofactor_a, images.cofactor_b}; }

  /// How long integers are, and how many are not zero.
  struct Extent {
    std::size_t bits = 0;
    std::size_t nonzero = 0;
  };

  std::size_t bits_of(const MultiPolyZ& a) const { return a.coefficients().max_bits(ctx_); }
  static std::size_t bits_of_sum(std::size_t a, std::size_t b) {
    return static_cast<std::size_t>(std::bit_width(std::min(a, b)));
  }

  /// Of residues in (-p/2, p/2].
  Extent extent_of(std::span<const std::uint64_t> words, std::uint64_t p) const {
    return parallel_reduce<Extent>(
        ctx_, words.size(), grain, {},
        [&](std::size_t begin, std::size_t end) {
          std::uint64_t any = 0;
          std::size_t nonzero = 0;
          for (std::size_t i = begin; i < end; ++i) {
            any |= std::min(words[i], p - words[i]);  // 0 for 0
            nonzero += words[i] != 0 ? 1 : 0;
          }
          return Extent{static_cast<std::size_t>(std::bit_width(any)), nonzero};
        },
        [](const Extent& left, const Extent& right) {
          return Extent{std::max(left.bits, right.bits), left.nonzero + right.nonzero};
        });
  }

  bool first_prime() {
    first_ = primes_.next();
    images_ = lanes_.modulo(WordModulus(first_), ctx_);
    if (images_.status != GcdImageStatus::found) return false;
    const Parts parts = parts_of(images_);
    for (std::size_t i = 0; i < parts.size(); ++i) extents_[i] = extent_of(parts[i], first_);
    return true;
  }

  /// Integers from the first prime's images: of h and the cofactors, or h alone.
  void start_crt(std::size_t count = 3) {
    const Parts parts = parts_of(images_);
    h_ = lane_terms(images_.h, lanes_.shape().h, pair_.sequence, ctx_);
    places_.resize(count);
    parallel_for(ctx_, count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        if (k == 0) {
          places_[k] = places_of(h_, lanes_.shape().h);
          continue;
        }
        places_[k].reserve(extents_[k].nonzero);
        for (std::size_t i = 0; i < parts[k].size(); ++i)
          if (parts[k][i] != 0) places_[k].push_back(i);
      }
    });
    for (std::size_t k = 0; k < count; ++k) crt_.emplace_back(words_at(places_[k], parts[k]), first_);
    images_ = {};
  }

  /// As many primes as the lengths of the operands ask for, at most one for each thread; false when one of them fails.
  bool add_primes() {
    constexpr std::size_t prime_bits = 49;
    const std::size_t bits = crt_[0].modulus_bits();
    const std::size_t needed = expected_ + slack_bits > bits ? (expected_ + slack_bits - bits) / prime_bits + 1 : 1;
    const std::vector<std::uint64_t> primes = blocks_.take(
        std::min(needed, static_cast<std::size_t>(planning_threads(ctx_))), bits / prime_bits,
        [&] { return primes_.next(); }, [&](std::span<const std::uint64_t> block) { lanes_.reduce(block, ctx_); });
    std::vector<std::optional<LaneGcdResult>> images(primes.size());
    if (primes.size() > 1) compute(primes, images);
    for (std::size_t i = 0; i < primes.size(); ++i) {
      const WordModulus m(primes[i]);
      if (!images[i]) images[i] = lanes_.modulo(m, ctx_);
      if (!add_prime(*images[i], m)) return false;
      images[i].reset();
      if (proved()) break;  // as with one prime after the other
    }
    return true;
  }

  /// Side by side; where memory does not suffice for that, none of them.
  void compute(const std::vector<std::uint64_t>& primes, std::vector<std::optional<LaneGcdResult>>& images) const {
    try {
      const LaneGcdShape& shape = lanes_.shape();
      const std::size_t places = lane_places(shape.h) + lane_places(shape.cofactor_a) + lane_places(shape.cofactor_b);
      const MemoryReservation reservation(ctx_.memory(), primes.size() * places * sizeof(std::uint64_t));
      parallel_for(ctx_, primes.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) images[i] = lanes_.modulo(WordModulus(primes[i]), ctx_);
      });
    } catch (const MemoryLimit&) {
      for (std::optional<LaneGcdResult>& image : images) image.reset();
    }
  }

  bool add_prime(const LaneGcdResult& images, const WordModulus& m) {
    if (images.status != GcdImageStatus::found) return false;
    const Parts parts = parts_of(images);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const ResidueVector words = words_at(places_[i], parts[i]);
      // Another coefficient that is not zero: the first prime divides it.
      if (extent_of(words, m.value()).nonzero != extent_of(parts[i], m.value()).nonzero) return false;
      crt_[i].add(words, m, ctx_);
    }
    for (std::size_t i = 0; i < crt_.size(); ++i) extents_[i] = {crt_[i].largest_bits(ctx_), crt_[i].size()};
    return true;
  }

  ResidueVector words_at(const std::vector<std::size_t>& places, std::span<const std::uint64_t> array) const {
    ResidueVector words;
    resize_unwritten(words, places.size());
    parallel_for(ctx_, places.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) words[i] = array[places[i]];
    });
    return words;
  }

  static std::vector<std::size_t> places_of(const WordTerms& terms, const std::vector<std::size_t>& lengths) {
    const std::vector<std::size_t> strides = lane_strides(lengths);
    std::vector<std::size_t> places(terms.size(), 0);
    for (std::size_t i = 0; i < places.size(); ++i)
      for (std::size_t k = 0; k < lengths.size(); ++k) places[i] += terms.monomial(i)[k] * strides[k];
    return places;
  }

  /// Both sides of both identities are below half of the primes' product, so that they are equal.
  bool proved() const {
    const std::size_t bits = crt_.empty() ? static_cast<std::size_t>(std::bit_width(first_)) : crt_[0].modulus_bits();
    std::size_t longest = expected_;
    for (const std::size_t i : {1, 2})
      longest = std::max(longest,
                         extents_[0].bits + extents_[i].bits + bits_of_sum(extents_[0].nonzero, extents_[i].nonzero));
    return longest + slack_bits <= bits;
  }

  static constexpr std::size_t grain = std::size_t{1} << 14;  // words of a task
  static constexpr std::size_t slack_bits = 2;

  const MultiGcdPair<Integers>& pair_;
  LanePair<Integers>& lanes_;
  const ExecutionContext& ctx_;
  LanePrimes primes_;
  PrimeBlocks blocks_;
  std::size_t expected_ = 0;  // expected_bits()
  std::uint64_t first_ = 0;
  LaneGcdResult images_;                          // modulo the first prime
  std::array<Extent, 3> extents_;                 // of h and the cofactors
  WordTerms h_;                                   // with the words of the first prime
  std::vector<std::vector<std::size_t>> places_;  // of h and the cofactors: words that are not zero
  std::vector<IncrementalCrt> crt_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
