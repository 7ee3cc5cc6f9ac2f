// Groups of terms by hashing.
#include "system/modular/term_groups.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Bytes for each term while groups are made: its hash, its group, what is known of a group, and at most four slots.
constexpr std::size_t bytes_to_group = 8 + 4 + 16 + 4 * 4;

/// What the exponent of a variable is multiplied by in the hash of a monomial (splitmix64).
std::uint64_t hash_factor(std::size_t variable) {
  std::uint64_t z = (variable + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return (z ^ (z >> 31)) | 1;
}

class Grouping {
 public:
  Grouping(const WordPolynomial& f, const MonomialTable& monomials, const ExecutionContext& ctx)
      : monomials_(f.monomials), table_(monomials), ctx_(ctx), hashes_(size(), 0), group_of_(size()) {
    for_terms([&](std::size_t i) {
      for (std::size_t v = 0; v < table_.variables(); ++v)
        hashes_[i] += hash_factor(v) * table_.exponent(monomials_[i], v);
      return true;
    });
    groups_.reserve(size());
    const int bits = std::bit_width(2 * size() + 1);
    slots_.resize(std::size_t{1} << bits);
    shift_ = 64 - bits;
  }

  /// Groups the terms; false, with some of them grouped, where there are `most` groups or more. exact: exponents are
  /// compared, not only their hashes.
  bool group(std::size_t variable, std::size_t most, bool exact) {
    std::fill(slots_.begin(), slots_.end(), 0);
    groups_.clear();
    const std::uint64_t factor = hash_factor(variable);
    return for_terms([&](std::size_t i) {
      const std::uint64_t rest = hashes_[i] - factor * table_.exponent(monomials_[i], variable);
      std::size_t at = static_cast<std::size_t>((rest * 0x9E3779B97F4A7C15U) >> shift_);
      for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
        const Group& known = groups_[slots_[at] - 1];
        if (known.rest != rest || (exact && !differ_at_most_in(variable, known.first, i))) continue;
        group_of_[i] = slots_[at] - 1;
        return true;
      }
      if (groups_.size() + 1 >= most) return false;
      group_of_[i] = static_cast<std::uint32_t>(groups_.size());
      groups_.push_back({rest, static_cast<std::uint32_t>(i)});
      slots_[at] = static_cast<std::uint32_t>(groups_.size());
      return true;
    });
  }

  std::size_t size() const noexcept { return monomials_.size(); }
  std::size_t groups() const noexcept { return groups_.size(); }
  std::uint32_t group_of(std::size_t term) const noexcept { return group_of_[term]; }

 private:
  struct Group {
    std::uint64_t rest;   // the hash of the other exponents
    std::uint32_t first;  // term
  };

  /// Until one says false.
  template <class Visit>
  bool for_terms(const Visit& visit) const {
    for (std::size_t i = 0; i < size(); ++i) {
      if (i % terms_between_polls == 0) ctx_.poll();
      if (!visit(i)) return false;
    }
    return true;
  }

  bool differ_at_most_in(std::size_t variable, std::size_t i, std::size_t j) const {
    for (std::size_t v = 0; v < table_.variables(); ++v)
      if (v != variable && table_.exponent(monomials_[i], v) != table_.exponent(monomials_[j], v)) return false;
    return true;
  }

  std::span<const MonomialTable::Index> monomials_;
  const MonomialTable& table_;
  const ExecutionContext& ctx_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> group_of_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> slots_;  // group + 1, 0 where free
  int shift_ = 0;
};

}  // namespace

TermGroups::TermGroups(const WordPolynomial& f, const MonomialTable& monomials, const ExecutionContext& ctx) {
  const std::size_t terms = f.monomials.size();
  const MemoryReservation working(ctx.memory(), terms * bytes_to_group);
  Grouping grouping(f, monomials, ctx);
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  std::size_t fewest = any;
  for (std::size_t v = 0; v < monomials.variables(); ++v) {
    if (!grouping.group(v, fewest, false)) continue;
    fewest = grouping.groups();
    variable_ = v;
  }
  grouping.group(variable_, any, true);
  held_ = MemoryReservation(ctx.memory(), (terms + grouping.groups()) * sizeof(std::uint32_t));
  // Places are sorted by counting.
  ends_.assign(grouping.groups(), 0);
  for (std::size_t i = 0; i < terms; ++i) ++ends_[grouping.group_of(i)];
  std::uint32_t end = 0;
  for (std::uint32_t& count : ends_) {
    const std::uint32_t begin = end;
    end += std::exchange(count, begin);
  }
  terms_.resize(terms);
  for (std::size_t i = 0; i < terms; ++i) terms_[ends_[grouping.group_of(i)]++] = static_cast<std::uint32_t>(i);
}

std::vector<TermGroups> term_groups(std::span<const WordPolynomial> polynomials, const MonomialTable& monomials,
                                    const ExecutionContext& ctx) {
  std::vector<TermGroups> groups;
  groups.reserve(polynomials.size());
  for (const WordPolynomial& f : polynomials) groups.emplace_back(f, monomials, ctx);
  return groups;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
