// What the vectors of a step are given: sums of products of coefficients and monomials' values, in the sequence in
// which lifting reads them, and the matrices that move the variable y_k to the place where the factors are known and
// back.
#include "poly/multi_factor/lane_images.hpp"

#include <algorithm>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t largest_degree = 64;  // in x, and of the matrix of changes
constexpr std::size_t most_cells = std::size_t{1} << 15;
constexpr std::size_t most_products = std::size_t{1} << 22;  // of residues in a lifting: some milliseconds
constexpr std::size_t most_terms = std::size_t{1} << 20;
constexpr std::size_t most_keys = std::size_t{1} << 62;
constexpr std::size_t longest_table = std::size_t{1} << 13;

std::vector<std::size_t> degrees_of(const ImageStep& step) {
  std::vector<std::size_t> degrees(step.f.variables - 1, 0);
  const auto include = [&](const WordTerms& a) {
    const std::vector<std::size_t> d = word_degrees(a);
    for (std::size_t v = 0; v < degrees.size(); ++v) degrees[v] = std::max(degrees[v], d[v]);
  };
  include(step.f);
  for (const WordTerms& a : step.leads) include(a);
  for (const WordTerms& a : step.known) include(a);
  return degrees;
}

std::size_t degree_in(const WordTerms& a, std::size_t v) {
  std::size_t degree = 0;
  for (std::size_t i = 0; i < a.size(); ++i) degree = std::max<std::size_t>(degree, a.monomial(i)[v]);
  return degree;
}

}  // namespace

LaneMonomials::LaneMonomials(std::vector<std::size_t> degrees) : degrees_(std::move(degrees)), powers_(1, 0) {
  degrees_[0] = 0;
  std::size_t size = 1;
  for (std::size_t v = 1; v < degrees_.size(); ++v) {
    size = saturating_mul(size, degrees_[v] + 1);
    powers_.push_back(cells());
    for (std::size_t e = 2; e <= degrees_[v]; ++e) product(static_cast<std::uint32_t>(v), power(v, e - 1));
  }
  if (size <= longest_table) table_.assign(size, 0);
}

std::uint32_t LaneMonomials::cell(const std::uint32_t* exponents) {
  std::uint64_t key = 0;
  std::size_t variables = 0;
  std::size_t last = 0;
  for (std::size_t v = 1; v < degrees_.size(); ++v) {
    key = key * (degrees_[v] + 1) + exponents[v];
    if (exponents[v] == 0) continue;
    ++variables;
    last = v;
  }
  if (variables <= 1) return variables == 0 ? 0 : power(last, exponents[last]);
  std::uint32_t& known = table_.empty() ? map_[key] : table_[key];
  if (known != 0) return known;
  std::uint32_t value = 0;
  for (std::size_t v = 1; v <= last; ++v)
    if (exponents[v] != 0) value = value == 0 ? power(v, exponents[v]) : product(value, power(v, exponents[v]));
  return known = value;
}

bool LaneImages::serve(std::size_t degree) {
  return degree <= largest_degree && lane_lift_kernel(active_isa()) != nullptr;
}

std::optional<LaneImages> LaneImages::make(const ImageStep& step, const WordModulus& p) {
  const LaneLiftKernel* const kernel = lane_lift_kernel(active_isa());
  if (kernel == nullptr || p.value() == 2 || p.value() >> 31 != 0 || step.known.size() < 2) return std::nullopt;
  const std::size_t k = step.f.variables - 1;
  std::size_t n = 0;
  for (const WordTerms& g : step.known) n += g.monomial(0)[0];
  if (n > largest_degree || n != degree_in(step.f, 0) || step.f.size() > most_terms) return std::nullopt;
  const std::size_t rows = std::max(step.length, degree_in(step.f, k) + 1);
  if (saturating_mul(rows, (n + 1) * (step.known.size() + 3)) > most_cells) return std::nullopt;
  if (saturating_mul(rows * rows, n * n) > most_products) return std::nullopt;
  std::size_t keys = 1;
  for (const std::size_t d : degrees_of(step)) keys = saturating_mul(keys, d + 1);
  if (keys >= most_keys) return std::nullopt;
  LaneImages images(step, p, *kernel);
  if (images.workspace_cells_ > 2 * most_cells) return std::nullopt;
  return images;
}

template <class Place>
LaneImages::Sums LaneImages::sums_of(const WordTerms& a, std::size_t places, const Place& place) {
  Sums sums;
  sums.ends.assign(places + 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i) ++sums.ends[place(a.monomial(i)) + 1];
  for (std::size_t i = 1; i <= places; ++i) sums.ends[i] += sums.ends[i - 1];
  sums.coefficients.resize(a.size());
  sums.values.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t at = sums.ends[place(a.monomial(i))]++;
    sums.coefficients[at] = modulus_.with_r(a.coefficients[i]);
    sums.values[at] = monomials_.cell(a.monomial(i));
  }
  sums.ends.pop_back();  // each beginning has become an end
  return sums;
}

std::vector<std::uint64_t> LaneImages::shift_matrix(std::size_t length, std::uint64_t value,
                                                    std::uint64_t scale) const {
  const WordModulus& p = modulus_.modulus;
  std::vector<std::uint64_t> matrix(length * length, 0);
  // C(j, i) value^(j - i), by C(j, i) = C(j - 1, i - 1) + C(j - 1, i).
  for (std::size_t j = 0; j < length; ++j)
    for (std::size_t i = 0; i <= j; ++i) {
      const std::uint64_t above = j == 0 ? scale : p.mul(i == j ? 0 : matrix[i * length + j - 1], value);
      matrix[i * length + j] = i == 0 ? above : p.add(above, matrix[(i - 1) * length + j - 1]);
    }
  return matrix;
}

LaneImages::LaneImages(const ImageStep& step, const WordModulus& p, const LaneLiftKernel& kernel)
    : modulus_(p),
      kernel_(&kernel),
      monomials_(degrees_of(step)),
      length_(step.length),
      rows_(degree_in(step.f, step.f.variables - 1) + 1) {
  const std::size_t k = step.f.variables - 1;
  for (const WordTerms& g : step.known) {
    degrees_.push_back(g.monomial(0)[0]);
    width_ += degrees_.back();
    factor_cells_ += length_ * (degrees_.back() + 1);
    known_.push_back(sums_of(g, degrees_.back() + 1, [](const std::uint32_t* e) { return e[0]; }));
  }
  f_ = sums_of(step.f, rows_ * width_, [&](const std::uint32_t* e) { return e[k] * width_ + e[0]; });
  to_t_ = shift_matrix(rows_, step.value, modulus_.one);
  for (const WordTerms& lead : step.leads) {
    const std::size_t rows = degree_in(lead, k) + 1;
    leads_.push_back(sums_of(lead, rows, [&](const std::uint32_t* e) { return e[k]; }));
    leads_to_t_.push_back(shift_matrix(rows, step.value, modulus_.one));
    lead_rows_ = std::max(lead_rows_, rows);
  }
  from_t_ = shift_matrix(length_, p.neg(step.value), 1);
  const LaneLifting lifting{degrees_.data(), degrees_.size(), length_, nullptr, rows_, nullptr, nullptr};
  workspace_cells_ = monomials_.cells() + 2 * (rows_ * width_ + lead_rows_) + factor_cells_ + lifting.scratch_cells();
}

unsigned LaneImages::at(std::span<const std::uint64_t> coordinates, std::span<std::uint64_t> workspace,
                        std::span<std::uint64_t> out) const {
  std::uint64_t* next = workspace.data();
  const auto take = [&](std::size_t cells) { return std::exchange(next, next + points * cells); };
  std::uint64_t* const values = take(monomials_.cells());
  std::uint64_t* const rows_in_y = take(rows_ * width_);
  std::uint64_t* const rows_in_t = take(rows_ * width_);
  std::uint64_t* const lead_in_y = take(lead_rows_);
  std::uint64_t* const lead_in_t = take(lead_rows_);
  std::uint64_t* const factors = take(factor_cells_);
  std::uint64_t* const scratch = take(0);
  std::fill_n(values, points, modulus_.one);
  for (std::size_t i = 0; i < coordinates.size(); ++i) values[points + i] = modulus_.with_r(coordinates[i]);
  kernel_->products(modulus_, values, monomials_.first(), monomials_.factors().data(), monomials_.factors().size() / 2);
  kernel_->sums(modulus_, f_.terms(), values, rows_in_y);
  kernel_->combine(modulus_, to_t_.data(), rows_, width_, rows_in_y, rows_in_t);
  std::fill_n(factors, points * factor_cells_, 0);
  std::uint64_t* factor = factors;
  for (std::size_t s = 0; s < degrees_.size(); ++s) {
    const std::size_t width = degrees_[s] + 1;
    kernel_->sums(modulus_, known_[s].terms(), values, factor);
    kernel_->sums(modulus_, leads_[s].terms(), values, lead_in_y);
    const std::size_t lead_rows = leads_[s].ends.size();
    kernel_->combine(modulus_, leads_to_t_[s].data(), lead_rows, 1, lead_in_y, lead_in_t);
    for (std::size_t m = 1; m < std::min(length_, lead_rows); ++m)
      std::copy_n(lead_in_t + points * m, points, factor + points * (m * width + degrees_[s]));
    factor += points * length_ * width;
  }
  const unsigned lucky =
      kernel_->lift(modulus_, {degrees_.data(), degrees_.size(), length_, rows_in_t, rows_, factors, scratch});
  std::size_t begin = 0;
  for (const std::uint32_t degree : degrees_) {
    kernel_->combine(modulus_, from_t_.data(), length_, degree + 1, factors + begin, out.data() + begin);
    begin += points * length_ * (degree + 1);
  }
  return lucky;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
