// Brown's algorithm: values of the last variable, gcds and cofactors in one variable less, interpolation.
//
// A univariate gcd comes monic; scaled to the value of `lead` it is h's image, and the quotients of the operands by the
// monic gcd are those of the cofactors. Nothing is divided in several variables: who calls multiplies h by the
// cofactors. Cost for degrees d in n variables: d^(n-1) univariate gcds, d times the arrays for values and
// interpolations. Source: Brown, JACM 1971.
#include "poly/multi_gcd/dense_gcd_image.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <type_traits>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/field_poly.hpp"
#include "poly/residues/gcd_word.hpp"
#include "ring/mod_vector.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Words = std::vector<std::uint64_t>;

std::vector<std::size_t> lengths_of(const WordTerms& a) {
  std::vector<std::size_t> lengths = word_degrees(a);
  for (std::size_t& n : lengths) ++n;
  return lengths;
}

/// The product of the first n lengths.
std::size_t size_of(const std::vector<std::size_t>& lengths, std::size_t n) {
  return std::accumulate(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(n), std::size_t{1},
                         [](std::size_t a, std::size_t b) { return saturating_mul(a, b); });
}

DenseWords dense_words(const WordTerms& a) {
  DenseWords result{lengths_of(a), {}};
  result.words.assign(size_of(result.lengths, a.variables), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t place = 0;
    for (std::size_t k = a.variables; k-- > 0;) place = place * result.lengths[k] + a.monomial(i)[k];
    result.words[place] = a.coefficients[i];
  }
  return result;
}

/// Results of a level: arrays in the variables up to it.
struct Triple {
  Words h;
  Words a;
  Words b;
};

template <class F>
class Brown {
 public:
  Brown(const GcdImageProblem& problem, const F& m, const ExecutionContext& ctx)
      : m_(m),
        ctx_(ctx),
        kernels_(mod_vector_kernels()),
        n_(problem.a.variables),
        a_(dense_words(problem.a)),
        b_(dense_words(problem.b)),
        lead_(dense_words(problem.lead)) {
    for (std::size_t k = 0; k < n_; ++k) {
      const std::size_t lead = lead_.lengths[k] - 1;
      const std::size_t h = problem.degrees[k];
      const std::size_t g = h - std::min(h, lead);  // the least degree that h may have
      h_.push_back(h + 1);
      possible_ = possible_ && a_.lengths[k] + lead > g && b_.lengths[k] + lead > g;
      ca_.push_back(possible_ ? a_.lengths[k] + lead - g : 1);
      cb_.push_back(possible_ ? b_.lengths[k] + lead - g : 1);
    }
  }

  DenseGcdImages run() {
    DenseGcdImages result;
    if (!possible_ || !make_points()) return result;
    const std::size_t words =
        a_.words.size() + b_.words.size() + 3 * (size_of(h_, n_) + size_of(ca_, n_) + size_of(cb_, n_));
    const MemoryReservation reservation(ctx_.memory(), words * sizeof(std::uint64_t));
    Triple triple;
    result.status = at_level(n_ - 1, a_.words, b_.words, lead_.words, triple);
    if (result.status != GcdImageStatus::found) return result;
    result.h = {h_, std::move(triple.h)};
    result.cofactor_a = {ca_, std::move(triple.a)};
    result.cofactor_b = {cb_, std::move(triple.b)};
    return result;
  }

 private:
  bool make_points() {
    WordRandom random(element_count(m_), m_);
    for (std::size_t k = 1; k < n_; ++k) {
      const std::size_t count = std::max({h_[k], ca_[k], cb_[k]});
      if (count >= element_count(m_) / 8) return false;
      Words points(count);
      points[0] = random.next();
      for (std::size_t i = 1; i < count; ++i) points[i] = element_after(m_, points[0], i);
      interpolations_.emplace_back(points, m_);
      points_.push_back(std::move(points));
    }
    return true;
  }

  /// The polynomial at a value of its last variable, Horner's rule on blocks.
  Words value_of(const Words& a, std::size_t length, std::uint64_t y) const {
    const std::size_t size = a.size() / length;
    const std::uint64_t shoup = m_.shoup(y);
    Words value(a.end() - static_cast<std::ptrdiff_t>(size), a.end());
    for (std::size_t j = length - 1; j-- > 0;) {
      if constexpr (std::is_same_v<F, WordModulus>) {
        kernels_.mul_scalar_mod_shoup(value.data(), value.data(), size, y, shoup, m_.value());
        kernels_.add_mod(value.data(), value.data(), a.data() + j * size, size, m_.value());
      } else {
        for (std::size_t i = 0; i < size; ++i) value[i] = m_.add(m_.mul_shoup(value[i], y, shoup), a[j * size + i]);
      }
    }
    return value;
  }

  GcdImageStatus univariate(const Words& a, const Words& b, std::uint64_t lead, Triple& out) const {
    if (lead == 0) return GcdImageStatus::unlucky;
    Words u = a;
    Words v = b;
    const std::span<std::uint64_t> g = word_gcd(u, v, m_, ctx_);
    if (g.size() != h_[0]) return g.size() > h_[0] ? GcdImageStatus::unlucky : GcdImageStatus::lower_degree;
    word_set_leading(g, 1, m_);
    out.h.assign(g.begin(), g.end());
    out.a = quotient(a, out.h, ca_[0]);
    out.b = quotient(b, out.h, cb_[0]);
    word_set_leading(out.h, lead, m_);
    return GcdImageStatus::found;
  }

  Words quotient(Words a, const Words& g, std::size_t length) const {
    Words q(length, 0);
    const std::size_t size = word_length(a);
    if (size < g.size()) return q;
    if constexpr (std::is_same_v<F, WordModulus>) {
      word_div_rem(std::span(a).first(size), g, std::span(q).first(size - g.size() + 1), m_, ctx_);
    } else {
      field_rem<F>(a, g, m_, &q);
      q.resize(length, 0);
    }
    return q;
  }

  GcdImageStatus at_level(std::size_t k, const Words& a, const Words& b, const Words& lead, Triple& out) const {
    ctx_.poll();
    if (k == 0) return univariate(a, b, lead[0], out);
    const Words& points = points_[k - 1];
    std::vector<Triple> values(points.size());
    std::vector<GcdImageStatus> status(points.size(), GcdImageStatus::found);
    const auto visit = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        status[i] = at_level(k - 1, value_of(a, a_.lengths[k], points[i]), value_of(b, b_.lengths[k], points[i]),
                             value_of(lead, lead_.lengths[k], points[i]), values[i]);
    };
    if (k == n_ - 1)
      parallel_for(ctx_, points.size(), 1, visit);
    else
      visit(0, points.size());
    for (const GcdImageStatus s : status)
      if (s != GcdImageStatus::found) return s;
    const bool low = interpolate(k, h_[k], values, &Triple::h, out.h) &&
                     interpolate(k, ca_[k], values, &Triple::a, out.a) &&
                     interpolate(k, cb_[k], values, &Triple::b, out.b);
    return low ? GcdImageStatus::found : GcdImageStatus::unlucky;
  }

  /// False when the degree is higher than the array is long.
  bool interpolate(std::size_t k, std::size_t length, const std::vector<Triple>& values, Words Triple::*part,
                   Words& out) const {
    const std::size_t count = values.size();
    const std::size_t size = (values[0].*part).size();
    out.resize(size * length);
    Words column(count);
    Words coefficients(count);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < count; ++j) column[j] = (values[j].*part)[i];
      interpolations_[k - 1].coefficients(column, coefficients);
      for (std::size_t e = 0; e < length; ++e) out[e * size + i] = coefficients[e];
      for (std::size_t e = length; e < count; ++e)
        if (coefficients[e] != 0) return false;
    }
    return true;
  }

  const F& m_;
  const ExecutionContext& ctx_;
  const ModVectorKernels& kernels_;
  std::size_t n_;
  DenseWords a_;
  DenseWords b_;
  DenseWords lead_;
  std::vector<std::size_t> h_;  // lengths
  std::vector<std::size_t> ca_;
  std::vector<std::size_t> cb_;
  bool possible_ = true;
  std::vector<Words> points_;
  std::vector<WordInterpolation<F>> interpolations_;
};

}  // namespace

template <class F>
DenseGcdImages dense_gcd_images(const GcdImageProblem& problem, const F& m, const ExecutionContext& ctx) {
  return Brown<F>(problem, m, ctx).run();
}
template DenseGcdImages dense_gcd_images(const GcdImageProblem&, const WordModulus&, const ExecutionContext&);
template DenseGcdImages dense_gcd_images(const GcdImageProblem&, const TableField&, const ExecutionContext&);

bool fills_array(std::span<const std::size_t> degrees, std::size_t terms) {
  constexpr std::size_t places_for_term = 8;
  std::vector<std::size_t> lengths(degrees.begin(), degrees.end());
  for (std::size_t& n : lengths) ++n;
  return size_of(lengths, lengths.size()) <= places_for_term * terms;
}

WordTerms terms_of(const DenseWords& a) {
  const std::size_t n = a.lengths.size();
  WordTerms terms{n, {}, {}};
  // Descending in x_0 first, the last variable last.
  std::vector<std::size_t> strides(n, 1);
  for (std::size_t k = 1; k < n; ++k) strides[k] = strides[k - 1] * a.lengths[k - 1];
  std::vector<std::size_t> e(n);
  for (std::size_t k = 0; k < n; ++k) e[k] = a.lengths[k] - 1;
  for (std::size_t left = a.words.size(); left != 0; --left) {
    std::size_t place = 0;
    for (std::size_t k = 0; k < n; ++k) place += e[k] * strides[k];
    if (a.words[place] != 0) {
      for (const std::size_t x : e) terms.exponents.push_back(static_cast<std::uint32_t>(x));
      terms.coefficients.push_back(a.words[place]);
    }
    for (std::size_t k = n; k-- > 0;) {
      if (e[k]-- != 0) break;
      e[k] = a.lengths[k] - 1;
    }
  }
  return terms;
}

std::vector<std::uint64_t> words_on(const WordTerms& support, const DenseWords& a) {
  std::vector<std::uint64_t> words(support.size());
  std::size_t found = 0;
  for (std::size_t i = 0; i < support.size(); ++i) {
    std::size_t place = 0;
    for (std::size_t k = support.variables; k-- > 0;) place = place * a.lengths[k] + support.monomial(i)[k];
    words[i] = a.words[place];
    found += words[i] != 0 ? 1 : 0;
  }
  const auto all = a.words.size() - static_cast<std::size_t>(std::count(a.words.begin(), a.words.end(), 0U));
  if (found != all) words.clear();
  return words;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
