// Values of sparse polynomials modulo a word, and the linear systems that lead back from values.
//
// Along a geometric progression of points every monomial has a geometric progression of values, so that a further point
// costs one product with a fixed factor for each term, and the coefficients of known monomials are the solution of a
// transposed Vandermonde system: with M(z) = prod (z - z_i), coefficient i is the sum of the coefficients of M / (z -
// z_i) times the values, over its value at z_i. Literature: docs/reference/bibliography.md, [zippel79], [zippel90].
#include "poly/multivariate/word_terms.hpp"

#include <algorithm>
#include <type_traits>

#include <polyfork/core/parallel.hpp>

#include "poly/residues/division_word.hpp"
#include "poly/residues/field_sum.hpp"
#include "poly/residues/quadratic_field.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t longest_table = std::size_t{1} << 16;
constexpr std::size_t poll_terms = std::size_t{1} << 14;
constexpr std::size_t block_terms = 2048;  // of a task

/// prod (z - nodes[i]), ascending, monic.
template <class F>
std::vector<std::uint64_t> master_polynomial(std::span<const std::uint64_t> nodes, const F& m) {
  std::vector<std::uint64_t> f(nodes.size() + 1, 0);
  f[0] = m.reduce(1);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const std::uint64_t minus = m.neg(nodes[n]);
    const std::uint64_t shoup = m.shoup(minus);
    f[n + 1] = f[n];
    for (std::size_t j = n; j > 0; --j) f[j] = m.add(f[j - 1], m.mul_shoup(f[j], minus, shoup));
    f[0] = m.mul_shoup(f[0], minus, shoup);
  }
  return f;
}

/// out = f / (z - node), ascending; returns its value at the node.
template <class F>
std::uint64_t divide_out(std::span<const std::uint64_t> f, std::uint64_t node, const F& m,
                         std::span<std::uint64_t> out) {
  const std::uint64_t shoup = m.shoup(node);
  std::uint64_t carry = 0;
  std::uint64_t value = 0;
  for (std::size_t j = out.size(); j-- > 0;) {
    carry = m.add(m.mul_shoup(carry, node, shoup), f[j + 1]);
    out[j] = carry;
    value = m.add(m.mul_shoup(value, node, shoup), carry);
  }
  return value;
}

/// A sum of fewer than 2^60 words below 2p.
std::uint64_t reduced(Wide sum, const WordModulus& m) noexcept {
  return m.reduce(static_cast<std::uint64_t>(sum >> 64) % m.value(), static_cast<std::uint64_t>(sum));
}

std::uint64_t sum_of(std::span<const std::uint64_t> words, const WordModulus& m) noexcept {
  Wide sum = 0;
  for (const std::uint64_t word : words) sum += word;
  return reduced(sum, m);
}

/// values[i] = values[i] ratios[i] by Shoup's quotients, in [0, 2p) for any words; their sum.
std::uint64_t next_sum(std::uint64_t* values, const std::uint64_t* ratios, const std::uint64_t* quotients,
                       std::size_t n, const WordModulus& m) noexcept {
  const std::uint64_t p = m.value();
  Wide sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto q = static_cast<std::uint64_t>((Wide{values[i]} * quotients[i]) >> 64);
    values[i] = values[i] * ratios[i] - q * p;
    sum += values[i];
  }
  return reduced(sum, m);
}

/// A sum in a field whose additions are look-ups: many four at a time, since each waits for the one before.
template <class F>
std::uint64_t sum_of_elements(const std::uint64_t* values, std::size_t n, const F& m) noexcept {
  constexpr std::size_t many = 16;
  std::uint64_t sum = 0;
  std::size_t i = 0;
  if (n >= many) {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint64_t c = 0;
    for (; i + 4 <= n; i += 4) {
      sum = m.add(sum, values[i]);
      a = m.add(a, values[i + 1]);
      b = m.add(b, values[i + 2]);
      c = m.add(c, values[i + 3]);
    }
    sum = m.add(m.add(sum, a), m.add(b, c));
  }
  for (; i < n; ++i) sum = m.add(sum, values[i]);
  return sum;
}

/// The end of the equal words from i on.
std::size_t end_of_run(std::span<const std::uint32_t> places, std::size_t i) noexcept {
  std::size_t end = i + 1;
  while (end < places.size() && places[end] == places[i]) ++end;
  return end;
}

}  // namespace

void WordTerms::drop_zeros() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (coefficients[i] == 0) continue;
    coefficients[kept] = coefficients[i];
    std::copy_n(monomial(i), variables, exponents.begin() + static_cast<std::ptrdiff_t>(kept * variables));
    ++kept;
  }
  coefficients.resize(kept);
  exponents.resize(kept * variables);
}

std::vector<std::size_t> word_degrees(const WordTerms& a, const ExecutionContext* ctx) {
  using Degrees = std::vector<std::size_t>;
  const auto of_range = [&](std::size_t begin, std::size_t end) {
    Degrees degrees(a.variables, 0);
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t k = 0; k < a.variables; ++k) degrees[k] = std::max<std::size_t>(degrees[k], a.monomial(i)[k]);
    return degrees;
  };
  if (ctx == nullptr || a.size() <= block_terms) return of_range(0, a.size());
  return parallel_reduce<Degrees>(*ctx, a.size(), block_terms, {}, of_range, [](Degrees&& left, const Degrees& right) {
    for (std::size_t k = 0; k < left.size(); ++k) left[k] = std::max(left[k], right[k]);
    return std::move(left);
  });
}

template <class F>
WordPowers<F>::WordPowers(const F& m, std::uint64_t value, std::size_t degree) : m_(m), value_(value) {
  table_.resize(std::min(degree, longest_table) + 1);
  table_[0] = m.reduce(1);
  const std::uint64_t shoup = m.shoup(value);
  for (std::size_t e = 1; e < table_.size(); ++e) table_[e] = m.mul_shoup(table_[e - 1], value, shoup);
}

WordLastVariable::WordLastVariable(const WordTerms& a) : kept_(a.variables - 1), coefficients_(a.coefficients) {
  exponents_.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t* const row = a.monomial(i);
    if (i == 0 || !std::equal(row, row + kept_, a.monomial(i - 1))) {
      begin_.push_back(i);
      prefixes_.insert(prefixes_.end(), row, row + kept_);
    }
    exponents_.push_back(row[kept_]);
    degree_ = std::max<std::size_t>(degree_, row[kept_]);
  }
  begin_.push_back(a.size());
}

std::size_t WordLastVariable::bytes() const noexcept {
  return (exponents_.size() + prefixes_.size()) * sizeof(std::uint32_t) +
         (coefficients_.size() + begin_.size()) * sizeof(std::uint64_t);
}

template <class F>
std::vector<std::uint64_t> WordLastVariable::values(std::uint64_t value, const F& m,
                                                    const ExecutionContext& ctx) const {
  const WordPowers<F> powers(m, value, degree_);
  const std::size_t groups = begin_.size() - 1;
  std::vector<std::uint64_t> values(groups);
  ctx.charge(size());
  for (std::size_t g = 0; g < groups; ++g) {
    if (g % poll_terms == 0) ctx.poll();
    FieldSum<F> sum(m);
    for (std::size_t i = begin_[g]; i < begin_[g + 1]; ++i) sum.add(coefficients_[i], powers(exponents_[i]));
    values[g] = sum.value();
  }
  return values;
}

template <class F>
WordTerms WordLastVariable::evaluate(std::uint64_t value, const F& m, const ExecutionContext& ctx) const {
  WordTerms result{kept_, prefixes_, values(value, m, ctx)};
  if (std::find(result.coefficients.begin(), result.coefficients.end(), 0) != result.coefficients.end())
    result.drop_zeros();
  return result;
}

namespace {

/// f(begin, end) for ranges of terms, in parallel where there is a context.
template <class Function>
void for_blocks(const ExecutionContext* ctx, std::size_t terms, const Function& f) {
  if (ctx != nullptr)
    parallel_for(*ctx, terms, block_terms, f);
  else
    f(std::size_t{0}, terms);
}

}  // namespace

template <class F>
std::vector<std::uint64_t> word_monomial_values(const WordTerms& a, std::span<const std::uint64_t> point, const F& m,
                                                const ExecutionContext* ctx) {
  std::vector<std::uint64_t> values(a.size(), m.reduce(1));
  if (a.empty() || a.variables == 1) return values;
  const std::vector<std::size_t> degrees = word_degrees(a, ctx);
  std::vector<WordPowers<F>> powers;
  for (std::size_t k = 1; k < a.variables; ++k) powers.emplace_back(m, point[k - 1], degrees[k]);
  for_blocks(ctx, a.size(), [&](std::size_t begin, std::size_t end) {
    // Neighbours in lexicographic order share the values of their first variables.
    std::vector<std::uint64_t> prefixes(a.variables, m.reduce(1));
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t* const row = a.monomial(i);
      std::size_t k = 1;
      if (i != begin) {
        const std::uint32_t* const before = a.monomial(i - 1);
        while (k < a.variables && row[k] == before[k]) ++k;
      }
      for (; k < a.variables; ++k)
        prefixes[k] = row[k] == 0 ? prefixes[k - 1] : m.mul(prefixes[k - 1], powers[k - 1](row[k]));
      values[i] = prefixes.back();
    }
  });
  return values;
}

template <class F>
WordRatios::WordRatios(const WordTerms& a, std::span<const std::uint64_t> point, const F& m, bool with_quotients,
                       const ExecutionContext* ctx) {
  places.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) places.push_back(a.monomial(i)[0]);
  if (point.empty()) return;
  ratios = word_monomial_values(a, point, m, ctx);
  if (!std::is_same_v<F, WordModulus> || !with_quotients) return;
  quotients.resize(a.size());
  for_blocks(ctx, a.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) quotients[i] = m.shoup(ratios[i]);
  });
}

template <class F>
WordProgression<F>::WordProgression(const WordTerms& a, std::span<const std::uint64_t> point, std::size_t steps,
                                    const F& m, std::size_t first, std::span<const std::uint64_t> start,
                                    const ExecutionContext* ctx)
    : m_(m), values_(a.coefficients) {
  constexpr std::size_t many_steps = 8;  // a quotient costs as much as some products
  ratios_ = std::make_shared<const WordRatios>(a, point, m, steps >= many_steps, ctx);
  if (point.empty()) return;
  if (!start.empty()) {
    const std::vector<std::uint64_t> factors = word_monomial_values(a, start, m, ctx);
    for_blocks(ctx, values_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) values_[i] = m.mul(values_[i], factors[i]);
    });
  }
  if (first > 1)
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = m.mul(values_[i], m.pow(ratios_->ratios[i], first - 1));
}

template <class F>
void WordProgression<F>::next(std::span<std::uint64_t> out) noexcept {
  const std::vector<std::uint32_t>& places = ratios_->places;
  const std::vector<std::uint64_t>& ratios = ratios_->ratios;
  const std::vector<std::uint64_t>& quotients = ratios_->quotients;
  std::fill(out.begin(), out.end(), 0);
  if (quotients.empty() && !ratios.empty())
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = m_.mul(values_[i], ratios[i]);
  if constexpr (std::is_same_v<F, WordModulus>) {
    for (std::size_t i = 0; i < values_.size();) {
      const std::size_t end = end_of_run(places, i);
      out[places[i]] = quotients.empty()
                           ? sum_of({values_.data() + i, end - i}, m_)
                           : next_sum(values_.data() + i, ratios.data() + i, quotients.data() + i, end - i, m_);
      i = end;
    }
  } else {
    for (std::size_t i = 0; i < values_.size();) {
      const std::size_t end = end_of_run(places, i);
      out[places[i]] = sum_of_elements(values_.data() + i, end - i, m_);
      i = end;
    }
  }
}

template <class F>
void WordProgression<F>::next_rows(std::span<std::uint64_t> out, std::size_t count, const ExecutionContext& ctx) {
  const std::size_t width = out.size() / count;
  ctx.charge(values_.size() * count);
  if constexpr (std::is_same_v<F, WordModulus>) {
    const std::vector<std::uint32_t>& places = ratios_->places;
    const std::vector<std::uint64_t>& ratios = ratios_->ratios;
    const std::vector<std::uint64_t>& quotients = ratios_->quotients;
    if (!quotients.empty()) {
      std::fill(out.begin(), out.end(), 0);
      struct Block {
        std::size_t begin, end;
      };
      std::vector<Block> blocks;  // of equal places
      for (std::size_t i = 0; i < places.size();) {
        const std::size_t end = end_of_run(places, i);
        for (; i < end; i += block_terms) blocks.push_back({i, std::min(end, i + block_terms)});
        i = end;
      }
      std::vector<std::uint64_t> sums(blocks.size() * count, 0);
      parallel_for(ctx, blocks.size(), 1, [&](std::size_t first, std::size_t last) {
        constexpr std::size_t near_terms = 1024;  // what these need stays in the innermost cache for all steps
        for (std::size_t k = first; k < last; ++k) {
          for (std::size_t i = blocks[k].begin; i < blocks[k].end; i += near_terms) {
            ctx.poll();
            const std::size_t n = std::min(near_terms, blocks[k].end - i);
            for (std::size_t j = 0; j < count; ++j) {
              std::uint64_t& sum = sums[k * count + j];
              sum = m_.add(sum, next_sum(values_.data() + i, ratios.data() + i, quotients.data() + i, n, m_));
            }
          }
        }
      });
      for (std::size_t k = 0; k < blocks.size(); ++k)
        for (std::size_t j = 0; j < count; ++j) {
          std::uint64_t& sum = out[j * width + places[blocks[k].begin]];
          sum = m_.add(sum, sums[k * count + j]);
        }
      return;
    }
  }
  for (std::size_t j = 0; j < count; ++j) {
    ctx.poll();
    next(out.subspan(j * width, width));
  }
}

template <class F>
std::vector<std::uint64_t> solve_power_sums(std::span<const std::uint64_t> nodes, std::span<const std::uint64_t> values,
                                            const F& m) {
  const std::size_t n = nodes.size();
  const std::size_t count = n == 0 ? 0 : values.size() / n;
  std::vector<std::uint64_t> reversed(values.begin(), values.end());
  for (std::size_t k = 0; k < count; ++k)
    std::reverse(reversed.begin() + static_cast<std::ptrdiff_t>(k * n),
                 reversed.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
  const std::vector<std::uint64_t> master = master_polynomial(nodes, m);
  std::vector<std::uint64_t> quotient(n);
  std::vector<std::uint64_t> solution(n * count);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t at_node = divide_out(master, nodes[i], m, std::span(quotient));
    const std::uint64_t inverse = m.inverse(m.mul(at_node, nodes[i]));
    for (std::size_t k = 0; k < count; ++k) {
      FieldSum<F> sum(m);
      sum.add_reversed(quotient.data(), reversed.data() + (k + 1) * n - 1, n);
      solution[k * n + i] = m.mul(sum.value(), inverse);
    }
  }
  return solution;
}

template class WordPowers<WordModulus>;
template class WordProgression<WordModulus>;
template WordTerms WordLastVariable::evaluate(std::uint64_t, const WordModulus&, const ExecutionContext&) const;
template std::vector<std::uint64_t> WordLastVariable::values(std::uint64_t, const WordModulus&,
                                                             const ExecutionContext&) const;
template WordRatios::WordRatios(const WordTerms&, std::span<const std::uint64_t>, const WordModulus&, bool,
                                const ExecutionContext*);
template std::vector<std::uint64_t> word_monomial_values(const WordTerms&, std::span<const std::uint64_t>,
                                                         const WordModulus&, const ExecutionContext*);
template std::vector<std::uint64_t> solve_power_sums(std::span<const std::uint64_t>, std::span<const std::uint64_t>,
                                                     const WordModulus&);
template class WordPowers<TableField>;
template class WordProgression<TableField>;
template WordTerms WordLastVariable::evaluate(std::uint64_t, const TableField&, const ExecutionContext&) const;
template std::vector<std::uint64_t> WordLastVariable::values(std::uint64_t, const TableField&,
                                                             const ExecutionContext&) const;
template WordRatios::WordRatios(const WordTerms&, std::span<const std::uint64_t>, const TableField&, bool,
                                const ExecutionContext*);
template std::vector<std::uint64_t> word_monomial_values(const WordTerms&, std::span<const std::uint64_t>,
                                                         const TableField&, const ExecutionContext*);
template std::vector<std::uint64_t> solve_power_sums(std::span<const std::uint64_t>, std::span<const std::uint64_t>,
                                                     const TableField&);
template class WordPowers<QuadraticField>;
template class WordProgression<QuadraticField>;
template WordTerms WordLastVariable::evaluate(std::uint64_t, const QuadraticField&, const ExecutionContext&) const;
template std::vector<std::uint64_t> WordLastVariable::values(std::uint64_t, const QuadraticField&,
                                                             const ExecutionContext&) const;
template WordRatios::WordRatios(const WordTerms&, std::span<const std::uint64_t>, const QuadraticField&, bool,
                                const ExecutionContext*);
template std::vector<std::uint64_t> word_monomial_values(const WordTerms&, std::span<const std::uint64_t>,
                                                         const QuadraticField&, const ExecutionContext*);
template std::vector<std::uint64_t> solve_power_sums(std::span<const std::uint64_t>, std::span<const std::uint64_t>,
                                                     const QuadraticField&);

template <class F>
WordInterpolation<F>::WordInterpolation(std::span<const std::uint64_t> points, const F& m)
    : m_(m), n_(points.size()), rows_(points.size() * points.size()) {
  const std::vector<std::uint64_t> master = master_polynomial(points, m);
  std::vector<std::uint64_t> quotient(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    const std::uint64_t inverse = m.inverse(divide_out(master, points[i], m, std::span(quotient)));
    for (std::size_t j = 0; j < n_; ++j) rows_[j * n_ + n_ - 1 - i] = m.mul(quotient[j], inverse);
  }
}

template <class F>
void WordInterpolation<F>::coefficients(std::span<const std::uint64_t> values,
                                        std::span<std::uint64_t> out) const noexcept {
  for (std::size_t j = 0; j < n_; ++j) {
    FieldSum<F> sum(m_);
    sum.add_reversed(values.data(), rows_.data() + j * n_ + n_ - 1, n_);
    out[j] = sum.value();
  }
}

template class WordInterpolation<WordModulus>;
template class WordInterpolation<TableField>;
template class WordInterpolation<QuadraticField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
