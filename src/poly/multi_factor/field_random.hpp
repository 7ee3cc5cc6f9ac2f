// Random elements of fields of words, from fixed seeds: answers do not depend on them.
#pragma once

#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/factor/factor_zp_random.hpp"
#include "poly/multivariate/word_terms.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class F>
class FieldRandom;

template <>
class FieldRandom<WordModulus> {
 public:
  FieldRandom(std::uint64_t seed, const WordModulus& m) noexcept : words_(seed, m) {}
  std::uint64_t nonzero() noexcept { return words_.next(); }

 private:
  WordRandom words_;
};

template <>
class FieldRandom<TableField> {
 public:
  FieldRandom(std::uint64_t seed, const TableField& field) noexcept : words_(seed), nonzero_(field.size() - 1) {}
  std::uint64_t nonzero() noexcept { return words_.next() % nonzero_ + 1; }

 private:
  FixedRandom words_;
  std::uint64_t nonzero_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
