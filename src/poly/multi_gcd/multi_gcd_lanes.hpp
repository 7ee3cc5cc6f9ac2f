// Dense operands of gcds in several variables as arrays, for all primes, and arrays as polynomials.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>

#include "poly/images/prime_block.hpp"
#include "poly/multi_gcd/dense_gcd_image.hpp"
#include "poly/multi_gcd/lane_gcd.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multi_gcd/sparse_gcd_plan.hpp"
#include "poly/multivariate/lane_grid.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial whose terms have places in an array of its degrees in a sequence of variables.
template <Ring R>
class LaneOperand {
 public:
  LaneOperand(const SparseMultiPoly<R>& a, std::span<const std::size_t> sequence, const ExecutionContext& ctx)
      : a_(a), ctx_(ctx), columns_(exponent_columns(a)) {
    const std::vector<std::uint64_t> largest = columns_.largest(ctx);
    for (const std::size_t v : sequence) lengths_.push_back(static_cast<std::size_t>(largest[v]) + 1);
    sequence_ = sequence;
  }

  const std::vector<std::size_t>& lengths() const noexcept { return lengths_; }
  std::size_t terms() const { return a_.term_count(); }
  std::uint64_t total_degree() const {
    return parallel_reduce<std::uint64_t>(
        ctx_, a_.term_count(), grain, 0,
        [&](std::size_t begin, std::size_t end) {
          std::uint64_t largest = 0;
          for (std::size_t i = begin; i < end; ++i) {
            std::uint64_t sum = 0;
            for (const std::size_t v : sequence_) sum += columns_(i, v);
            largest = std::max(largest, sum);
          }
          return largest;
        },
        [](std::uint64_t left, std::uint64_t right) { return std::max(left, right); });
  }
  /// Whether the terms are many beside the places: an eighth of them, or half of those up to the total degree.
  bool fills_array() const {
    constexpr std::size_t places_for_term = 8;
    constexpr std::size_t places_for_simplex_term = 64;
    const std::size_t terms = a_.term_count();
    const std::size_t places = lane_places(lengths_);
    if (places <= places_for_term * terms) return true;
    return places <= places_for_simplex_term * terms &&
           monomials_up_to(total_degree()) <= 2.0 * static_cast<double>(terms);
  }

  /// Finds the places of the terms, for all primes. Precondition: the array has fewer than 2^32 places.
  void find_places(const ExecutionContext& ctx) {
    const std::vector<std::size_t> strides = lane_strides(lengths_);
    places_.resize(a_.term_count());
    parallel_for(ctx, places_.size(), grain, [&](std::size_t begin, std::size_t end) {
      std::fill(places_.begin() + static_cast<std::ptrdiff_t>(begin),
                places_.begin() + static_cast<std::ptrdiff_t>(end), 0U);
      for (std::size_t k = 0; k < sequence_.size(); ++k)
        for (std::size_t i = begin; i < end; ++i)
          places_[i] += static_cast<std::uint32_t>(columns_(i, sequence_[k]) * strides[k]);
    });
  }

  /// Images are those of remainders modulo the product of the block from now on; of the integers where there is none.
  void reduce(const std::optional<PrimeBlock>& block, const ExecutionContext& ctx) {
    short_ = IntegerVector();
    held_ = MemoryReservation();
    if (!block) return;
    held_ = MemoryReservation(ctx.memory(), block->bytes(a_.term_count()));
    short_ = block->remainders(a_.coefficients(), ctx);
  }

  /// The coefficients modulo p in their places, all other words zero; over Z/pZ as they are. After find_places.
  std::span<const std::uint64_t> modulo(const WordModulus& m, Workspace::Frame& frame,
                                        const ExecutionContext& ctx) const {
    const std::span<std::uint64_t> array = frame.allocate<std::uint64_t>(lane_places(lengths_));
    parallel_for(ctx, array.size(), 4 * grain, [&](std::size_t begin, std::size_t end) {
      std::fill(array.begin() + static_cast<std::ptrdiff_t>(begin), array.begin() + static_cast<std::ptrdiff_t>(end),
                0U);
    });
    if constexpr (std::same_as<R, Integers>) {
      const IntegerVector& integers = short_.empty() ? a_.coefficients() : short_;
      parallel_for(ctx, places_.size(), residues_grain(integers), [&](std::size_t begin, std::size_t end) {
        ctx.poll();
        for (std::size_t i = begin; i < end; ++i) array[places_[i]] = integers[i].mod(m.value());
      });
    } else {
      parallel_for(ctx, places_.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) array[places_[i]] = a_.coefficients()[i];
      });
    }
    return array;
  }

 private:
  static constexpr std::size_t grain = std::size_t{1} << 13;  // terms that are moved by a task

  double monomials_up_to(std::uint64_t degree) const {
    double count = 1;
    for (std::size_t k = 1; k <= sequence_.size(); ++k)
      count *= static_cast<double>(degree + k) / static_cast<double>(k);
    return count;
  }

  const SparseMultiPoly<R>& a_;
  const ExecutionContext& ctx_;
  ExponentColumns columns_;
  std::span<const std::size_t> sequence_;
  std::vector<std::size_t> lengths_;
  std::vector<std::uint32_t> places_;  // of the terms
  MemoryReservation held_;
  IntegerVector short_;  // coefficients modulo the product of some primes, or none
};

/// A pair with its arrays. The pair must outlive it.
template <GcdDomain R>
class LanePair {
 public:
  LanePair(const MultiGcdPair<R>& pair, const ExecutionContext& ctx)
      : a_(pair.a, pair.sequence, ctx),
        b_(pair.b, pair.sequence, ctx),
        lead_(pair.lead, pair.sequence, ctx),
        shape_(a_.lengths(), b_.lengths(), lead_.lengths(), pair.degrees) {}

  /// Whether images in arrays serve, modulo p.
  bool possible(std::uint64_t p) const { return shape_.possible(p) && a_.fills_array() && b_.fills_array(); }
  const LaneGcdShape& shape() const noexcept { return shape_; }
  /// The same for sparse images, without what would have to be sorted.
  SparseGcdShape sparse_shape(std::span<const std::size_t> bounds) const {
    const auto degrees = [](const std::vector<std::size_t>& lengths) {
      std::vector<std::size_t> list;
      list.reserve(lengths.size());
      for (const std::size_t n : lengths) list.push_back(n - 1);
      return list;
    };
    SparseGcdShape s;
    s.a = degrees(a_.lengths());
    s.b = degrees(b_.lengths());
    s.lead = degrees(lead_.lengths());
    s.h.assign(bounds.begin(), bounds.end());
    s.terms_a = a_.terms();
    s.terms_b = b_.terms();
    s.total_a = static_cast<std::size_t>(a_.total_degree());
    s.total_b = static_cast<std::size_t>(b_.total_degree());
    return s;
  }
  /// Once, before images are computed. Precondition: possible(p) for some p.
  void find_places(const ExecutionContext& ctx) {
    for (LaneOperand<R>* const operand : {&a_, &b_, &lead_}) operand->find_places(ctx);
  }
  /// Over Z, not beside modulo(): images modulo these primes are made of remainders from now on; of the integers
  /// themselves where there are none.
  void reduce(std::span<const std::uint64_t> primes, const ExecutionContext& ctx) {
    std::optional<PrimeBlock> block;
    if (!primes.empty()) block.emplace(primes);
    for (LaneOperand<R>* const operand : {&a_, &b_, &lead_}) operand->reduce(block, ctx);
  }
  /// Several primes may be taken at the same time. Precondition: possible(p).
  LaneGcdResult modulo(const WordModulus& m, const ExecutionContext& ctx) const {
    const std::size_t places = lane_places(a_.lengths()) + lane_places(b_.lengths()) + lane_places(lead_.lengths());
    const MemoryReservation reservation(ctx.memory(), places * sizeof(std::uint64_t));
    Workspace::Frame frame;
    return lane_gcd(shape_, a_.modulo(m, frame, ctx), b_.modulo(m, frame, ctx), lead_.modulo(m, frame, ctx), m, ctx);
  }

 private:
  LaneOperand<R> a_;
  LaneOperand<R> b_;
  LaneOperand<R> lead_;
  LaneGcdShape shape_;
};

/// The terms of an array that are not zero, with exponents in the sequence, descending in the variables as they are
/// numbered there. In parallel over the exponents of the first of these.
inline WordTerms lane_terms(std::span<const std::uint64_t> words, const std::vector<std::size_t>& lengths,
                            std::span<const std::size_t> sequence, const ExecutionContext& ctx) {
  const std::size_t n = lengths.size();
  const std::vector<std::size_t> strides = lane_strides(lengths);
  std::vector<std::size_t> order(n);  // of places in the sequence
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return sequence[i] < sequence[j]; });
  const std::size_t first = order.front();
  const std::size_t last = order.back();
  // The part with exponent e of the first variable.
  const auto part_at = [&](std::uint32_t exponent, WordTerms& terms) {
    std::vector<std::uint32_t> e(n);
    for (std::size_t k = 0; k < n; ++k) e[k] = static_cast<std::uint32_t>(lengths[k] - 1);
    e[first] = exponent;
    for (bool more = true; more;) {
      std::size_t place = 0;
      for (std::size_t k = 0; k < n; ++k) place += k == last ? 0 : e[k] * strides[k];
      for (std::size_t x = lengths[last]; x-- > 0;) {
        const std::uint64_t word = words[place + x * strides[last]];
        if (word == 0) continue;
        e[last] = static_cast<std::uint32_t>(x);
        terms.exponents.insert(terms.exponents.end(), e.begin(), e.end());
        terms.coefficients.push_back(word);
      }
      more = false;
      for (std::size_t i = n - 1; i-- > 1;) {
        std::uint32_t& x = e[order[i]];
        if (x != 0) {
          --x;
          more = true;
          break;
        }
        x = static_cast<std::uint32_t>(lengths[order[i]] - 1);
      }
    }
  };
  constexpr std::size_t grain_places = std::size_t{1} << 13;
  const std::size_t count = lengths[first];
  std::vector<WordTerms> parts(count);
  parallel_for(ctx, count, 1 + grain_places / (1 + words.size() / count), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) part_at(static_cast<std::uint32_t>(count - 1 - i), parts[i]);
  });
  WordTerms terms{n, {}, {}};
  std::size_t found = 0;
  for (const WordTerms& part : parts) found += part.coefficients.size();
  terms.exponents.reserve(found * n);
  terms.coefficients.reserve(found);
  for (const WordTerms& part : parts) {
    terms.exponents.insert(terms.exponents.end(), part.exponents.begin(), part.exponents.end());
    terms.coefficients.insert(terms.coefficients.end(), part.coefficients.begin(), part.coefficients.end());
  }
  return terms;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
