// Variables: the named variables of multivariate polynomials and the order of their monomials, as one cheap handle.
//
// Every order is a linear map with nonnegative integer entries from the exponents (e_1, ..., e_n) to a tuple of fields,
// compared lexicographically:
//
//   lex                     e_1, ..., e_n
//   graded_lex              e_1 + ... + e_n, e_1, ..., e_n
//   graded_reverse_lex      e_1 + ... + e_n, e_1 + ... + e_(n-1), ..., e_1
//   weighted                w_1 e_1 + ... + w_n e_n, e_1, ..., e_n
//
// so that packed fields are compared as numbers and multiplied by adding words
// (poly/multi_products/detail/packed_monomials.hpp). That the fields of graded_reverse_lex decide as it is defined:
// with equal total degrees, fewer of the last variable means a greater partial sum of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

enum class MonomialOrder {
  lex,                 ///< the first variable in which two monomials differ decides
  graded_lex,          ///< the total degree, then lex
  graded_reverse_lex,  ///< the total degree, then the smaller exponent of the last variable in which they differ
  weighted             ///< the sum of exponents times weights, then lex
};

/// "lex", "graded_lex", "graded_reverse_lex", "weighted".
POLYFORK_EXPORT std::string_view monomial_order_name(MonomialOrder order) noexcept;

/// An ordered list of distinct names with a monomial order; shared and immutable, copied in O(1).
class POLYFORK_EXPORT Variables {
 public:
  /// No variable: the polynomials are constants.
  Variables();
  Variables(const Variables&) = default;
  Variables& operator=(const Variables&) = default;
  // Moving copies the handle: variables that were moved from are variables, too.
  Variables(Variables&& other) noexcept : Variables(static_cast<const Variables&>(other)) {}
  Variables& operator=(Variables&& other) noexcept { return *this = static_cast<const Variables&>(other); }
  ~Variables() = default;
  /// Names are a letter or underscore, then letters, digits and underscores. Throws DomainError for a name that is not,
  /// for one that occurs twice, and for the order `weighted`, which needs weights.
  explicit Variables(std::vector<std::string> names, MonomialOrder order = MonomialOrder::lex);
  /// weights: one for each name, positive and below 2^63; else DomainError.
  static Variables weighted(std::vector<std::string> names, std::vector<std::uint64_t> weights);

  std::size_t size() const noexcept { return data_->names.size(); }
  bool empty() const noexcept { return data_->names.empty(); }
  const std::vector<std::string>& names() const noexcept { return data_->names; }
  /// Throws DomainError for i >= size().
  const std::string& name(std::size_t i) const {
    detail::require_index(i, size(), "variable");
    return data_->names[i];
  }
  MonomialOrder order() const noexcept { return data_->order; }
  /// Empty unless the order is `weighted`.
  const std::vector<std::uint64_t>& weights() const noexcept { return data_->weights; }

  std::optional<std::size_t> find(std::string_view name) const noexcept;
  /// Position of a name. Throws DomainError, which says the name, when it is none of the variables.
  std::size_t index(std::string_view name) const;
  bool contains(std::string_view name) const noexcept { return find(name).has_value(); }
  /// The others in the same order (and with their weights). Throws DomainError for an unknown name.
  Variables without(std::string_view name) const;
  /// Other names in the same places, with this order and these weights. Throws DomainError unless they are as many.
  Variables renamed(std::vector<std::string> names) const;
  /// These names and behind them those of the other that are not among them, in this order of monomials, lex where it
  /// is `weighted`: what both polynomials can be taken to by with_variables.
  Variables united(const Variables& other) const;
  /// These names in another order of monomials, not `weighted`.
  Variables with_order(MonomialOrder order) const { return Variables(names(), order); }

  /// Equal names in the same sequence, order and weights.
  friend bool operator==(const Variables& a, const Variables& b) noexcept {
    return a.data_ == b.data_ || *a.data_ == *b.data_;
  }

  /// "x, y, z (graded_lex)".
  std::string to_string() const;

  // --- the linear map, for packed monomials ------------------------------------------------------------------------
  /// Number of fields of a monomial.
  std::size_t fields() const noexcept;
  /// Throws DomainError "exponent overflow" when an exponent or a field is 2^63 or more.
  void to_fields(std::span<const std::uint64_t> exponents, std::span<std::uint64_t> fields) const;
  /// The inverse of to_fields.
  void from_fields(std::span<const std::uint64_t> fields, std::span<std::uint64_t> exponents) const noexcept;
  /// Whether fields are sums of several exponents that are themselves no fields, so that a difference of fields without
  /// negative entries need not be one of exponents.
  bool fields_are_partial_sums() const noexcept { return order() == MonomialOrder::graded_reverse_lex; }

 private:
  struct Data {
    std::vector<std::string> names;
    MonomialOrder order = MonomialOrder::lex;
    std::vector<std::uint64_t> weights;
    friend bool operator==(const Data&, const Data&) = default;
  };
  explicit Variables(Data data);
  std::shared_ptr<const Data> data_;
};

/// The text of to_string.
POLYFORK_EXPORT std::ostream& operator<<(std::ostream& out, const Variables& variables);

namespace detail {

/// Throws DomainError, which names the ways out.
[[noreturn]] POLYFORK_EXPORT void refuse_variables(const Variables& a, const Variables& b);

}  // namespace detail

}  // namespace v1
}  // namespace polyfork
