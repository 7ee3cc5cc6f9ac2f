// Variables and monomial orders: names, and the linear maps from exponents to the fields that are compared.
#include <polyfork/poly/multi_products/variables.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/names.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

void check_names(const std::vector<std::string>& names) {
  std::unordered_set<std::string_view> known;
  for (const std::string& name : names) {
    detail::require_name(name);
    if (!known.insert(name).second) throw DomainError("the variable " + name + " is given twice");
  }
}

constexpr std::uint64_t field_limit = std::uint64_t{1} << 63;

[[noreturn]] void throw_overflow() { throw DomainError("exponent overflow: a degree of 2^63 or more"); }

std::uint64_t checked_add(std::uint64_t a, std::uint64_t b) {
  if (b >= field_limit || a + b >= field_limit) throw_overflow();  // a is below the limit
  return a + b;
}

std::uint64_t checked_mul(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || product >= field_limit) throw_overflow();
  return product;
}

}  // namespace

std::string_view monomial_order_name(MonomialOrder order) noexcept {
  switch (order) {
    case MonomialOrder::lex:
      return "lex";
    case MonomialOrder::graded_lex:
      return "graded_lex";
    case MonomialOrder::graded_reverse_lex:
      return "graded_reverse_lex";
    case MonomialOrder::weighted:
      break;
  }
  return "weighted";
}

Variables::Variables(Data data) : data_(std::make_shared<const Data>(std::move(data))) {}

Variables::Variables() {
  static const std::shared_ptr<const Data> none = std::make_shared<const Data>();
  data_ = none;
}

Variables::Variables(std::vector<std::string> names, MonomialOrder order) {
  check_names(names);
  if (order == MonomialOrder::weighted) throw DomainError("the order weighted needs weights: Variables::weighted");
  data_ = std::make_shared<const Data>(Data{std::move(names), order, {}});
}

Variables Variables::weighted(std::vector<std::string> names, std::vector<std::uint64_t> weights) {
  check_names(names);
  if (weights.size() != names.size()) throw DomainError("as many weights as variables are needed");
  for (const std::uint64_t weight : weights)
    if (weight == 0 || weight >= field_limit) throw DomainError("weights are positive and below 2^63");
  return Variables(Data{std::move(names), MonomialOrder::weighted, std::move(weights)});
}

std::optional<std::size_t> Variables::find(std::string_view name) const noexcept {
  for (std::size_t i = 0; i < size(); ++i) {
    // Names differ in their length or their last letter, as a rule; no name is empty.
    const std::string& candidate = data_->names[i];
    if (candidate.size() == name.size() && candidate.back() == name.back() && candidate == name) return i;
  }
  return std::nullopt;
}

std::size_t Variables::index(std::string_view name) const {
  if (const auto i = find(name)) return *i;
  throw DomainError("unknown variable: " + std::string(name));
}

Variables Variables::without(std::string_view name) const {
  const auto i = static_cast<std::ptrdiff_t>(index(name));
  Data rest = *data_;
  rest.names.erase(rest.names.begin() + i);
  if (!rest.weights.empty()) rest.weights.erase(rest.weights.begin() + i);
  return Variables(std::move(rest));
}

std::ostream& operator<<(std::ostream& out, const Variables& variables) { return out << variables.to_string(); }

std::string Variables::to_string() const {
  std::string text;
  for (const std::string& name : names()) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  text += text.empty() ? "(" : " (";
  text += monomial_order_name(order());
  for (const std::uint64_t weight : weights()) text += ' ' + std::to_string(weight);
  return text + ")";
}

std::size_t Variables::fields() const noexcept {
  const bool graded = order() == MonomialOrder::graded_lex || order() == MonomialOrder::weighted;
  return size() + (graded && !empty() ? 1 : 0);
}

void Variables::to_fields(std::span<const std::uint64_t> exponents, std::span<std::uint64_t> fields) const {
  const std::size_t n = size();
  const std::size_t first = fields.size() - n;  // 1 when a degree stands before the exponents
  if (order() == MonomialOrder::graded_reverse_lex) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) fields[n - 1 - i] = sum = checked_add(sum, exponents[i]);
    return;
  }
  std::uint64_t degree = 0;
  for (std::size_t i = 0; i < n; ++i) {
    fields[first + i] = checked_add(0, exponents[i]);
    if (first != 0)
      degree = checked_add(degree, weights().empty() ? exponents[i] : checked_mul(weights()[i], exponents[i]));
  }
  if (first != 0) fields[0] = degree;
}

void Variables::from_fields(std::span<const std::uint64_t> fields, std::span<std::uint64_t> exponents) const noexcept {
  const std::size_t n = size();
  if (order() == MonomialOrder::graded_reverse_lex) {
    for (std::size_t i = 0; i < n; ++i) exponents[i] = fields[n - 1 - i] - (i == 0 ? 0 : fields[n - i]);
    return;
  }
  const std::size_t first = fields.size() - n;
  for (std::size_t i = 0; i < n; ++i) exponents[i] = fields[first + i];
}

Variables Variables::renamed(std::vector<std::string> new_names) const {
  if (new_names.size() != size())
    throw DomainError(std::to_string(new_names.size()) + " names for " + std::to_string(size()) + " variables");
  return order() == MonomialOrder::weighted ? weighted(std::move(new_names), weights())
                                            : Variables(std::move(new_names), order());
}

Variables Variables::united(const Variables& other) const {
  std::vector<std::string> all = names();
  for (const std::string& name : other.names())
    if (!contains(name)) all.push_back(name);
  return Variables(std::move(all), order() == MonomialOrder::weighted ? MonomialOrder::lex : order());
}

void detail::refuse_variables(const Variables& a, const Variables& b) {
  throw DomainError("polynomials in different variables or orders: " + a.to_string() + " and " + b.to_string() +
                    "; bring them together by with_variables, unite, or \"...\"_poly.in(Variables({...}))");
}

}  // namespace v1
}  // namespace polyfork
