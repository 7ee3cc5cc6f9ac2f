// The rows of the multiplication by a form, and those of the variables, with entries for eight primes.
//
// All primes follow one trace, so that entries have the same places; those that vanish modulo a prime remain. A row
// takes the places of one prime and the vectors of eight, without a reduction before its end (lane_products.hpp).
#include "system/modular/lane_sequences.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/lane_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t least_primes = 3;
constexpr std::size_t most_degree = 256;

class LaneRows {
 public:
  LaneRows(const QuotientPlan& plan, std::span<const TracedCoefficients* const> coefficients,
           std::span<const SmallPrime> primes)
      : plan_(plan),
        coefficients_(coefficients),
        primes_(primes),
        lanes_(primes),
        dot_(lane_dot_table().select(active_isa())),
        sums_(plan.degree() * prime_lanes, 0),
        is_touched_(plan.degree(), 0) {}

  /// Adds c times the class at the place to the row that is being made.
  void add(const QuotientPlan::Place& place, std::int64_t c) {
    if (place.inside) {
      std::uint64_t* const at = touch(place.index);
      for (std::size_t k = 0; k < prime_lanes; ++k) at[k] = primes_[k].modulus().add(at[k], residue(c, primes_[k]));
      return;
    }
    const QuotientPlan::Border& border = plan_.border(place.index);
    for (std::size_t k = 0; k < prime_lanes; ++k) {
      const SmallPrime& p = primes_[k];
      const std::uint32_t factor = residue(-c, p);
      const std::uint32_t* const values = (*coefficients_[k])[border.polynomial].data() + 1;
      for (std::size_t i = 0; i < border.places.size(); ++i) {
        std::uint64_t& entry = touch(border.places[i])[k];
        entry = p.modulus().add(entry, p.mul(factor, values[i]));
      }
    }
  }

  void end_row() {
    std::sort(touched_.begin(), touched_.end());
    for (const std::uint32_t place : touched_) {
      std::uint64_t* const at = sums_.data() + place * prime_lanes;
      places_.push_back(place);
      for (std::size_t k = 0; k < prime_lanes; ++k)
        entries_.push_back(static_cast<std::uint32_t>(std::exchange(at[k], 0)));
      is_touched_[place] = 0;
    }
    touched_.clear();
    ends_.push_back(places_.size());
  }

  /// out = the products of the rows from first to end with the vector.
  void apply(std::size_t first, std::size_t end, const std::uint64_t* in, std::uint64_t* out) const {
    for (std::size_t row = first; row < end; ++row, out += prime_lanes) {
      const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
      dot_(entries_.data() + begin * prime_lanes, places_.data() + begin, ends_[row] - begin, in, out, lanes_);
    }
  }

 private:
  static std::uint32_t residue(std::int64_t c, const SmallPrime& p) {
    return c >= 0 ? p.reduce(static_cast<std::uint64_t>(c)) : p.neg(p.reduce(static_cast<std::uint64_t>(-c)));
  }
  std::uint64_t* touch(std::uint32_t place) {
    if (is_touched_[place] == 0) {
      is_touched_[place] = 1;
      touched_.push_back(place);
    }
    return sums_.data() + place * prime_lanes;
  }

  const QuotientPlan& plan_;
  std::span<const TracedCoefficients* const> coefficients_;
  std::span<const SmallPrime> primes_;
  LanePrimes lanes_;
  LaneDot dot_;
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint8_t> is_touched_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::size_t> ends_;  // of rows, in places_
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> entries_;
};

}  // namespace

std::vector<std::uint32_t> random_functional(std::size_t n, const SmallPrime& p) {
  std::uint64_t state = p.value();
  std::vector<std::uint32_t> result(n);
  for (std::uint32_t& entry : result) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    entry = p.reduce(z ^ (z >> 31));
  }
  return result;
}

bool sequences_are_for_lanes(std::size_t degree, std::size_t primes) noexcept {
  return primes >= least_primes && degree <= most_degree;
}

std::size_t lane_sequence_bytes(const QuotientPlan& plan, const LinearForm& form, std::size_t terms) {
  const std::size_t n = plan.degree();
  const auto terms_at = [&](const QuotientPlan::Place& place) {
    return place.inside ? 1 : plan.border(place.index).places.size();
  };
  std::size_t entries = 0;
  for (std::size_t b = 0; b < n; ++b) {
    std::size_t of_row = 0;
    for (std::size_t v = 0; v < form.size(); ++v)
      if (form[v] != 0) of_row += terms_at(plan.products(v)[b]);
    entries += std::min(of_row, n);
  }
  for (std::size_t v = 0; v < form.size(); ++v) entries += terms_at(plan.variable(v));
  // Lists may be twice as long as what they hold.
  return 2 * entries * (prime_lanes + 1) * sizeof(std::uint32_t) + 4 * n * prime_lanes * sizeof(std::uint64_t) +
         prime_lanes * (form.size() + 1) * terms * sizeof(std::uint32_t);
}

std::vector<FormSequences> lane_sequences(const QuotientPlan& plan, const LinearForm& form,
                                          std::span<const TracedCoefficients* const> coefficients,
                                          std::span<const SmallPrime> primes, std::size_t terms,
                                          const ExecutionContext& ctx) {
  const MemoryReservation held(ctx.memory(), lane_sequence_bytes(plan, form, terms));
  const std::size_t n = plan.degree();
  const std::size_t variables = form.size();
  // Lanes that are left over repeat the last prime.
  std::vector<const TracedCoefficients*> all(coefficients.begin(), coefficients.end());
  std::vector<SmallPrime> all_primes(primes.begin(), primes.end());
  all.resize(prime_lanes, all.back());
  while (all_primes.size() < prime_lanes) all_primes.push_back(all_primes.back());
  LaneRows rows(plan, all, all_primes);
  for (std::size_t b = 0; b < n; ++b) {
    for (std::size_t v = 0; v < variables; ++v)
      if (form[v] != 0) rows.add(plan.products(v)[b], form[v]);
    rows.end_row();
  }
  for (std::size_t v = 0; v < variables; ++v) {
    rows.add(plan.variable(v), 1);
    rows.end_row();
  }
  std::vector<std::uint64_t> functional(n * prime_lanes);
  for (std::size_t k = 0; k < prime_lanes; ++k) {
    const std::vector<std::uint32_t> own = random_functional(n, all_primes[k]);
    for (std::size_t i = 0; i < n; ++i) functional[i * prime_lanes + k] = own[i];
  }
  std::vector<std::uint64_t> next(n * prime_lanes);
  std::vector<std::uint64_t> at_variables(variables * prime_lanes);
  std::vector<FormSequences> sequences(primes.size(), FormSequences(variables + 1));
  for (FormSequences& of_prime : sequences)
    for (auto& sequence : of_prime) sequence.reserve(terms);
  for (std::size_t i = 0; i < terms; ++i) {
    if (i % 4 == 0) ctx.poll();
    rows.apply(n, n + variables, functional.data(), at_variables.data());
    for (std::size_t k = 0; k < primes.size(); ++k) {
      for (std::size_t v = 0; v < variables; ++v)
        sequences[k][v].push_back(static_cast<std::uint32_t>(at_variables[v * prime_lanes + k]));
      sequences[k][variables].push_back(static_cast<std::uint32_t>(functional[k]));  // the place of 1
    }
    if (i + 1 == terms) break;
    rows.apply(0, n, functional.data(), next.data());
    functional.swap(next);
  }
  return sequences;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
