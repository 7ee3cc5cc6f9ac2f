// The hash table of monomials.
#include "groebner/monomial_table.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int first_log2_slots = 10;

/// SplitMix64: odd factors without a pattern.
std::uint64_t next_factor(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return (z ^ (z >> 31)) | 1;
}

[[noreturn]] void throw_degree() {
  throw DomainError("a monomial of degree " + std::to_string(MonomialTable::max_degree + 1) + " or more");
}

}  // namespace

MonomialTable::MonomialTable(std::size_t variables, MonomialOrder order)
    : variables_(variables),
      lexicographic_(order == MonomialOrder::lex),
      stride_((variables + 1 + 3) / 4),
      mask_variables_(std::min<std::size_t>(variables, 32)),
      mask_bits_(mask_variables_ == 0 ? 0 : 32 / mask_variables_),
      slots_(std::size_t{1} << first_log2_slots, 0),
      shift_(64 - first_log2_slots) {
  std::uint64_t state = variables;
  for (std::size_t i = 0; i < stride_; ++i) factors_.push_back(next_factor(state));
  words_.resize(stride_, 0);
  intern_pending();
}

MonomialTable::MonomialTable(std::size_t variables, std::vector<std::uint32_t> weights) : MonomialTable(variables) {
  weights_ = std::move(weights);
}

std::uint64_t MonomialTable::weighted_degree(const std::uint64_t* words) const noexcept {
  std::uint64_t degree = 0;
  for (std::size_t v = 0; v < variables_; ++v) {
    const std::size_t field = field_of(v);
    degree += weights_[v] * ((words[field / 4] >> (48 - 16 * (field % 4))) & 0xFFFF);
  }
  return degree;
}

std::uint64_t MonomialTable::hash_of(const std::uint64_t* words) const noexcept {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < stride_; ++i) hash += words[i] * factors_[i];
  return hash;
}

std::uint32_t MonomialTable::mask_of(const std::uint64_t* words) const noexcept {
  std::uint32_t mask = 0;
  for (std::size_t v = 0; v < mask_variables_; ++v) {
    const std::size_t field = field_of(v);
    const std::uint64_t e = (words[field / 4] >> (48 - 16 * (field % 4))) & 0xFFFF;
    const std::size_t bits = std::min<std::size_t>(e, mask_bits_);
    mask |= static_cast<std::uint32_t>(((std::uint64_t{1} << bits) - 1) << (v * mask_bits_));
  }
  return mask;
}

void MonomialTable::grow() {
  slots_.assign(2 * slots_.size(), 0);
  --shift_;
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    std::size_t slot = hashes_[i] >> shift_;
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<Index>(i + 1);
  }
}

MonomialTable::Index MonomialTable::intern(std::uint64_t hash) {
  const std::uint64_t* pending = words_.data() + words_.size() - stride_;
  std::size_t slot = hash >> shift_;
  while (slots_[slot] != 0) {
    const Index found = slots_[slot] - 1;
    if (hashes_[found] == hash && std::equal(pending, pending + stride_, words(found))) {
      words_.resize(words_.size() - stride_);
      return found;
    }
    slot = (slot + 1) & (slots_.size() - 1);
  }
  if ((pending[0] >> 63) != 0) {
    words_.resize(words_.size() - stride_);
    throw_degree();
  }
  const auto index = static_cast<Index>(hashes_.size());
  masks_.push_back(mask_of(pending));
  hashes_.push_back(hash);
  slots_[slot] = index + 1;
  if (2 * hashes_.size() > slots_.size()) grow();
  return index;
}

MonomialTable::Index MonomialTable::intern_pending() {
  return intern(hash_of(words_.data() + words_.size() - stride_));
}

MonomialTable::Index MonomialTable::insert(std::span<const std::uint64_t> exponents) {
  std::uint64_t degree = 0;
  for (std::size_t v = 0; v < exponents.size(); ++v) {
    const std::uint64_t e = exponents[v];
    if (e > max_degree || (degree += weights_.empty() ? e : e * weights_[v]) > max_degree) throw_degree();
  }
  words_.resize(words_.size() + stride_, 0);
  std::uint64_t* w = words_.data() + words_.size() - stride_;
  w[0] = degree << 48;
  for (std::size_t v = 0; v < variables_; ++v) {
    const std::size_t field = field_of(v);
    w[field / 4] |= exponents[v] << (48 - 16 * (field % 4));
  }
  return intern_pending();
}

MonomialTable::Index MonomialTable::variable(std::size_t v) {
  std::vector<std::uint64_t> exponents(variables_, 0);
  exponents[v] = 1;
  return insert(exponents);
}

MonomialTable::Index MonomialTable::product(Index a, Index b) {
  words_.resize(words_.size() + stride_);
  std::uint64_t* w = words_.data() + words_.size() - stride_;
  const std::uint64_t* x = words(a);
  const std::uint64_t* y = words(b);
  for (std::size_t i = 0; i < stride_; ++i) w[i] = x[i] + y[i];
  return intern(hashes_[a] + hashes_[b]);
}

MonomialTable::Index MonomialTable::known_product(Index a, Index b) const noexcept {
  const std::uint64_t hash = hashes_[a] + hashes_[b];
  const std::uint64_t* const x = words(a);
  const std::uint64_t* const y = words(b);
  for (std::size_t slot = hash >> shift_; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    const Index found = slots_[slot] - 1;
    if (hashes_[found] != hash) continue;
    const std::uint64_t* const w = words(found);
    std::size_t i = 0;
    while (i < stride_ && w[i] == x[i] + y[i]) ++i;
    if (i == stride_) return found;
  }
  return unknown;
}

MonomialTable::Index MonomialTable::quotient(Index b, Index a) {
  words_.resize(words_.size() + stride_);
  std::uint64_t* w = words_.data() + words_.size() - stride_;
  const std::uint64_t* x = words(a);
  const std::uint64_t* y = words(b);
  for (std::size_t i = 0; i < stride_; ++i) w[i] = y[i] - x[i];
  return intern(hashes_[b] - hashes_[a]);
}

void MonomialTable::set_lcm(Loose& to, Index a, Index b) const {
  to.words.resize(stride_);
  to.mask = masks_[a] | masks_[b];
  std::uint64_t pairs = 0;  // of exponents, summed in halves
  for (std::size_t i = 0; i < stride_; ++i) {
    const std::uint64_t w = to.words[i] = greater_exponents(words(a)[i], words(b)[i], i);
    pairs += (w & even_fields) + ((w >> 16) & even_fields);
  }
  const std::uint64_t degree =
      weights_.empty() ? (pairs & 0xFFFFFFFFU) + (pairs >> 32) : weighted_degree(to.words.data());
  if (degree > max_degree) throw_degree();
  to.words[0] |= degree << 48;
}

bool MonomialTable::is_lcm(Index c, Index a, Index b) const noexcept {
  for (std::size_t i = 0; i < stride_; ++i)
    if (greater_exponents(words(a)[i], words(b)[i], i) != (i == 0 ? words(c)[i] & without_degree : words(c)[i]))
      return false;
  return true;
}

MonomialTable::Index MonomialTable::insert(const Loose& monomial) {
  words_.insert(words_.end(), monomial.words.begin(), monomial.words.end());
  return intern_pending();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
