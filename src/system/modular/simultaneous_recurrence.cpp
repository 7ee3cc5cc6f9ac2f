// The algorithm of Berlekamp and Massey with a stored recurrence for each sequence.
#include "system/modular/simultaneous_recurrence.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/cpu.hpp>

#include "groebner/dot_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

SimultaneousRecurrence simultaneous_recurrence(std::span<const std::vector<std::uint32_t>> sequences,
                                               const SmallPrime& p, const ExecutionContext& ctx) {
  const MultipleKernel subtract = multiple_table().select(active_isa());
  /// A recurrence that term number `at` of the sequence has contradicted.
  struct Stored {
    std::vector<std::uint32_t> recurrence{};
    std::size_t length = 0;
    std::size_t at = 0;
    std::uint32_t inverse = 1;  // of the discrepancy
  };
  std::vector<Stored> stored(sequences.size());
  const std::size_t terms = sequences[0].size();
  // Backwards, so that a discrepancy is an inner product of two ascending arrays.
  std::vector<std::vector<std::uint32_t>> reversed;
  for (const auto& s : sequences) reversed.emplace_back(s.rbegin(), s.rend());
  std::vector<std::uint32_t> current{1};  // current[i] belongs to the term i places before
  std::size_t length = 0;
  SimultaneousRecurrence result;
  for (std::size_t n = 1; n <= terms; ++n) {
    ctx.poll();
    for (std::size_t k = 0; k < sequences.size(); ++k) {
      const std::uint32_t discrepancy =
          dot(current.data(), reversed[k].data() + (terms - n), std::min(current.size(), n), p);
      if (discrepancy == 0) continue;
      result.settled = n;
      Stored& old = stored[k];
      const std::size_t shift = n - old.at;
      const bool longer = n + old.length > old.at + length;
      std::vector<std::uint32_t> before;
      if (longer) before = current;
      if (!old.recurrence.empty()) {
        if (current.size() < shift + old.recurrence.size()) current.resize(shift + old.recurrence.size(), 0);
        subtract(current.data() + shift, old.recurrence.data(), old.recurrence.size(),
                 WordMultiple(p.mul(discrepancy, old.inverse), p));
      }
      if (!longer) continue;
      const std::size_t length_before = std::exchange(length, old.length + shift);
      old = {std::move(before), length_before, n, p.inverse(discrepancy)};
    }
  }
  // Theorem 2 there: multiples of the stored recurrences cannot be added.
  result.is_unique =
      std::all_of(stored.begin(), stored.end(), [&](const Stored& s) { return length + s.at <= terms + s.length; });
  current.resize(length + 1, 0);
  result.coefficients.assign(current.rbegin(), current.rend());
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
