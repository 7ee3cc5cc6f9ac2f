// The exponents of a polynomial are sorted once; modulo a prime only the coefficients are looked at again.
#include "poly/multivariate/multi_modular.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/images/gcd_primes.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t grain = std::size_t{1} << 11;         // terms of a task
constexpr std::size_t most_buckets = std::size_t{1} << 10;  // of terms that are sorted by themselves

struct KeyedTerm {
  std::uint64_t key;
  std::size_t term;
};

}  // namespace

template <Ring R>
ModularTerms<R>::ModularTerms(const SparseMultiPoly<R>& a, std::span<const std::size_t> sequence,
                              const ExecutionContext& ctx)
    : a_(a), variables_(sequence.size()), degrees_(sequence.size(), 0), sorted_(a.term_count()) {
  const ExponentColumns columns = exponent_columns(a);
  const std::vector<std::uint64_t> largest = columns.largest(ctx);
  std::size_t bits = 0;
  for (std::size_t k = 0; k < variables_; ++k) {
    if (largest[sequence[k]] >= std::uint64_t{1} << 31) throw DomainError("modular algorithms need degrees below 2^31");
    degrees_[k] = static_cast<std::size_t>(largest[sequence[k]]);
    bits += static_cast<std::size_t>(std::bit_width(degrees_[k]));
  }
  if (bits <= 64)
    sort_words(columns, sequence, ctx);
  else
    sort_columns(columns, sequence);
  exponents_.resize(sorted_.size() * variables_);
  parallel_for(ctx, sorted_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t k = 0; k < variables_; ++k)
        exponents_[i * variables_ + k] = static_cast<std::uint32_t>(columns(sorted_[i], sequence[k]));
  });
}

// Terms differ in their keys. Buckets are ranges of them, as long as there is an exponent of the first variables that
// tells terms apart.
template <Ring R>
void ModularTerms<R>::sort_words(const ExponentColumns& columns, std::span<const std::size_t> sequence,
                                 const ExecutionContext& ctx) {
  const std::size_t n = sorted_.size();
  const MemoryReservation held(ctx.memory(), 2 * n * sizeof(KeyedTerm));
  std::vector<KeyedTerm, UnsetAllocator<KeyedTerm>> terms(n);
  parallel_for(ctx, n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t key = 0;
      for (std::size_t k = 0; k < variables_; ++k) key = key << std::bit_width(degrees_[k]) | columns(i, sequence[k]);
      terms[i] = {key, i};
    }
  });
  const auto greater = [](const KeyedTerm& x, const KeyedTerm& y) { return x.key > y.key; };
  if (n <= grain) {
    if (!std::is_sorted(terms.begin(), terms.end(), greater)) std::sort(terms.begin(), terms.end(), greater);
    for (std::size_t i = 0; i < n; ++i) sorted_[i] = terms[i].term;
    return;
  }
  const std::uint64_t top = parallel_reduce<std::uint64_t>(
      ctx, n, 4 * grain, 0,
      [&](std::size_t begin, std::size_t end) {
        std::uint64_t most = 0;
        for (std::size_t i = begin; i < end; ++i) most = std::max(most, terms[i].key);
        return most;
      },
      [](std::uint64_t left, std::uint64_t right) { return std::max(left, right); });
  const std::size_t top_bits = std::bit_width(top);
  const std::size_t shift = top_bits - std::min(top_bits, static_cast<std::size_t>(std::countr_zero(most_buckets)));
  // Every task counts what it has of each bucket, which says where its terms go.
  const std::size_t tasks = (n + 4 * grain - 1) / (4 * grain);
  const MemoryReservation counted(ctx.memory(), tasks * most_buckets * sizeof(std::size_t));
  std::vector<std::size_t> places(tasks * most_buckets, 0);
  const auto over_tasks = [&](const auto& visit) {
    parallel_for(ctx, tasks, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t t = first; t < last; ++t)
        for (std::size_t i = t * 4 * grain; i < std::min(n, (t + 1) * 4 * grain); ++i)
          visit(places[t * most_buckets + static_cast<std::size_t>((top >> shift) - (terms[i].key >> shift))],
                terms[i]);
    });
  };
  over_tasks([](std::size_t& count, const KeyedTerm&) { ++count; });
  std::vector<std::size_t> begins(most_buckets + 1, 0);  // of the buckets, the greatest keys first
  for (std::size_t i = 0; i < most_buckets; ++i) {
    begins[i + 1] = begins[i];
    for (std::size_t t = 0; t < tasks; ++t) begins[i + 1] += std::exchange(places[t * most_buckets + i], begins[i + 1]);
  }
  std::vector<KeyedTerm, UnsetAllocator<KeyedTerm>> parted(n);
  over_tasks([&](std::size_t& place, const KeyedTerm& term) { parted[place++] = term; });
  parallel_for(ctx, most_buckets, std::max<std::size_t>(1, most_buckets * grain / n),
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin; i < end; ++i)
                   std::sort(parted.begin() + static_cast<std::ptrdiff_t>(begins[i]),
                             parted.begin() + static_cast<std::ptrdiff_t>(begins[i + 1]), greater);
                 for (std::size_t i = begins[begin]; i < begins[end]; ++i) sorted_[i] = parted[i].term;
               });
}

template <Ring R>
void ModularTerms<R>::sort_columns(const ExponentColumns& columns, std::span<const std::size_t> sequence) {
  std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
  for (std::size_t k = variables_; k-- > 0;)  // the least significant first
    stable_sort_descending(sorted_, degrees_[k], [&](std::size_t i) { return columns(i, sequence[k]); });
}

std::vector<std::uint64_t> coefficient_residues(const IntegerVector& a, std::uint64_t p, const ExecutionContext& ctx) {
  std::vector<std::uint64_t> words(a.size());
  residues(a, p, words, ctx);
  return words;
}
std::vector<std::uint64_t> coefficient_residues(const ResidueVector& a, std::uint64_t, const ExecutionContext&) {
  return {a.begin(), a.end()};
}

template <Ring R>
WordTerms ModularTerms<R>::modulo(std::uint64_t p, const ExecutionContext& ctx) const {
  return modulo(p, a_.coefficients(), ctx);
}

template <Ring R>
WordTerms ModularTerms<R>::modulo(std::uint64_t p, const typename R::vector_type& coefficients,
                                  const ExecutionContext& ctx) const {
  const std::vector<std::uint64_t> words = coefficient_residues(coefficients, p, ctx);
  WordTerms terms;
  terms.variables = variables_;
  terms.exponents.resize(exponents_.size());
  terms.coefficients.resize(sorted_.size());
  std::atomic<bool> zeros = false;
  parallel_for(ctx, sorted_.size(), grain, [&](std::size_t begin, std::size_t end) {
    bool zero = false;
    for (std::size_t i = begin; i < end; ++i) {
      terms.coefficients[i] = words[sorted_[i]];
      zero = zero || terms.coefficients[i] == 0;
    }
    if (zero) zeros.store(true, std::memory_order_relaxed);
    std::copy_n(exponents_.data() + begin * variables_, (end - begin) * variables_,
                terms.exponents.data() + begin * variables_);
  });
  if (zeros.load()) terms.drop_zeros();
  return terms;
}

template class ModularTerms<Integers>;
template class ModularTerms<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
