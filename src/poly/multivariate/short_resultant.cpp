// The box of keys holds the degrees of the result without the monomials that divide the operands. Integers are computed
// modulo 2^(64 L): with one-norms |.|, a resultant has no coefficient above |a|^deg(b) |b|^deg(a), since the one-norm
// of a determinant is at most the product of those of its rows.
#include "poly/multivariate/short_resultant.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/poly/multivariate/detail/main_resultant.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/multi_parts.hpp"
#include "poly/multivariate/short_coefficients.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_terms = 256;  // of an operand
constexpr std::size_t most_bits = 512;   // of the result, with a sign
constexpr std::uint64_t most_places = std::uint64_t{1} << 40;

/// The exponents of an operand, and bits of its one-norm.
template <Ring R>
struct ShortOperand {
  ShortOperand(const SparseMultiPoly<R>& poly, std::size_t main)
      : a(poly), n(poly.variables().size()), table(exponent_table(poly)), low(n), high(n) {
    for (std::size_t k = 0; k < n; ++k) low[k] = high[k] = table[k];
    for (std::size_t i = n; i < table.size(); i += n)
      for (std::size_t k = 0; k < n; ++k) {
        low[k] = std::min(low[k], table[i + k]);
        high[k] = std::max(high[k], table[i + k]);
      }
    degree = high[main];
    if constexpr (std::same_as<R, Integers>) {
      std::size_t bits = 0;
      __extension__ unsigned __int128 sum = 0;
      for (std::size_t i = 0; i < poly.term_count(); ++i) {
        const IntegerView c = poly.coefficients()[i];
        bits = std::max(bits, c.bit_length());
        sum += c.limbs()[0];
      }
      norm_bits = bits > 64 ? bits + static_cast<std::size_t>(std::bit_width(poly.term_count()))
                            : static_cast<std::size_t>(sum >> 64 != 0 ? 64 + std::bit_width(std::uint64_t(sum >> 64))
                                                                      : std::bit_width(std::uint64_t(sum)));
    }
  }

  const SparseMultiPoly<R>& a;
  std::size_t n;
  MultiExponents table;
  MultiExponents low, high;
  std::uint64_t degree;
  std::size_t norm_bits = 0;
};

/// Where exponents stand in keys, and what monomial the result has besides.
struct ShortBox {
  MultiExponents lengths, strides, offset;
  std::uint64_t places = 1;

  explicit ShortBox(std::size_t n) : lengths(n, 1), strides(n, 0), offset(n, 0) {}
  /// To be called before close() for each operand, of which `power` rows are in the determinant.
  template <Ring R>
  void hold(const ShortOperand<R>& a, std::uint64_t power, std::size_t main) {
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      if (k == main) continue;
      lengths[k] = saturating_add(lengths[k], saturating_mul(power, a.high[k] - a.low[k]));
      offset[k] = saturating_add(offset[k], saturating_mul(power, a.low[k]));
    }
  }
  /// False where there are too many places. The first variable's exponents have the largest stride.
  bool close() {
    for (std::size_t k = lengths.size(); k-- > 0;) {
      strides[k] = places;
      places = saturating_mul(places, lengths[k]);
    }
    return places <= most_places &&
           std::all_of(offset.begin(), offset.end(), [](std::uint64_t e) { return e < most_places; });
  }
};

template <Ring R, class Arithmetic>
MainList<ShortTerms> short_list(const ShortOperand<R>& a, std::size_t main, const ShortBox& box,
                                const ShortCoefficients<Arithmetic>& domain) {
  struct Place {
    std::uint64_t degree, key;
    std::size_t term;
  };
  std::vector<Place> places(a.a.term_count());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint64_t* const e = a.table.data() + i * a.n;
    places[i] = {e[main], 0, i};
    for (std::size_t k = 0; k < a.n; ++k)
      if (k != main) places[i].key += (e[k] - a.low[k]) * box.strides[k];
  }
  std::sort(places.begin(), places.end(),
            [](const Place& x, const Place& y) { return x.degree != y.degree ? x.degree > y.degree : x.key < y.key; });
  constexpr std::size_t row = ShortCoefficients<Arithmetic>::row;
  std::uint64_t* to = domain.arena().allocate(places.size() * row);
  MainList<ShortTerms> list;
  for (const Place& place : places) {
    to[0] = place.key;
    if constexpr (std::same_as<R, Integers>) {
      const IntegerView c = a.a.coefficients()[place.term];
      std::fill(std::copy(c.limbs().begin(), c.limbs().end(), to + 1), to + row, 0);
      if (c.sign() < 0) domain.arithmetic().negate(to + 1);
    } else {
      to[1] = a.a.coefficients()[place.term];
    }
    if (list.empty() || list.back().exponent != place.degree) list.push_back({place.degree, {to, 0}});
    ++list.back().coefficient.count;
    to += row;
  }
  return list;
}

template <Ring R, class Arithmetic>
SparseMultiPoly<R> from_short(const ShortTerms& terms, const ShortBox& box, const SparseMultiPoly<R>& like,
                              const ShortCoefficients<Arithmetic>&, const ExecutionContext& ctx) {
  constexpr std::size_t row = ShortCoefficients<Arithmetic>::row;
  constexpr std::size_t words = Arithmetic::words;
  const Variables& variables = like.variables();
  const std::size_t n = variables.size();
  const std::size_t width = variables.fields();
  MultiExponents e(n), fields(terms.count * width);
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < terms.count; ++i) {  // the last term first
    std::uint64_t key = terms.rows[(terms.count - 1 - i) * row];
    for (std::size_t k = 0; k < n; ++k) {
      e[k] = box.offset[k] + (box.lengths[k] == 1 ? 0 : key / box.strides[k]);
      if (box.lengths[k] != 1) key %= box.strides[k];
    }
    variables.to_fields(e, std::span(fields).subspan(i * width, width));
    for (std::size_t f = 0; f < width; ++f) largest = std::max(largest, fields[i * width + f]);
  }
  const MonomialLayout layout = MonomialLayout::for_value(width, largest);
  const auto coefficient = [&](std::size_t i, std::uint64_t* buffer) {
    const std::uint64_t* const value = terms.rows + (terms.count - 1 - i) * row + 1;
    if constexpr (std::same_as<R, Integers>) {
      std::copy_n(value, words, buffer);
      const bool negative = buffer[words - 1] >> 63 != 0;
      if (negative) Arithmetic::negate(buffer);
      int size = static_cast<int>(words);
      while (size > 0 && buffer[size - 1] == 0) --size;
      return IntegerView(reinterpret_cast<const mp_limb_t*>(buffer), negative ? -size : size);
    } else {
      return *value;
    }
  };
  std::uint64_t buffer[words];
  if (variables.order() == MonomialOrder::lex) {
    PackedMonomials monomials(layout);
    monomials.reserve(terms.count);
    CoefficientBuilder<R> coefficients;
    coefficients.reserve(terms.count);
    for (std::size_t i = 0; i < terms.count; ++i) {
      monomials.push_fields(std::span<const std::uint64_t>(fields).subspan(i * width, width));
      coefficients.push_back(coefficient(i, buffer));
    }
    return SparseMultiPoly<R>::make(like.ring(), variables, {std::move(monomials), coefficients.finish(ctx)});
  }
  typename SparseMultiPoly<R>::Collector collector(like.ring(), variables);
  for (std::size_t i = 0; i < terms.count; ++i) {
    variables.from_fields(std::span<const std::uint64_t>(fields).subspan(i * width, width), e);
    collector.push_back(e, typename R::element(coefficient(i, buffer)));
  }
  return std::move(collector).finish(ctx);
}

template <class Arithmetic>
ShortTerms resultant_of_short_lists(const ShortCoefficients<Arithmetic>& domain, MainList<ShortTerms> a,
                                    MainList<ShortTerms> b, const ExecutionContext& ctx) {
  using Determinant = BezoutResultant<ShortCoefficients<Arithmetic>>;
  const auto core = [&](const MainList<ShortTerms>& f, const MainList<ShortTerms>& g) {
    if (main_degree(f) > ShortCoefficients<Arithmetic>::most_determinant_degree) throw WorkSpent{};
    return Determinant(domain, ctx).run(f, g);
  };
  return MainResultant(domain, core, ctx).run(std::move(a), std::move(b));
}

/// f(arithmetic) with integers that hold so many bits, or the residues of the ring.
template <Ring R, class F>
auto with_arithmetic(const R& ring, std::size_t bits, const F& f) {
  if constexpr (std::same_as<R, Integers>) {
    if (bits <= 64) return f(WrappedIntegers<1>{});
    if (bits <= 128) return f(WrappedIntegers<2>{});
    return bits <= 256 ? f(WrappedIntegers<4>{}) : f(WrappedIntegers<8>{});
  } else {
    return f(ShortResidues{ring.word_modulus()});
  }
}

}  // namespace

template <Ring R>
std::optional<SparseMultiPoly<R>> short_resultant(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                  std::size_t main, double budget, const ExecutionContext& ctx) {
  if (a.term_count() > most_terms || b.term_count() > most_terms) return std::nullopt;
  const ShortOperand<R> f(a, main);
  const ShortOperand<R> g(b, main);
  const std::size_t bits =
      saturating_add(1, saturating_add(saturating_mul(f.norm_bits, g.degree), saturating_mul(g.norm_bits, f.degree)));
  ShortBox box(f.n);
  box.hold(f, g.degree, main);
  box.hold(g, f.degree, main);
  if (bits > most_bits || !box.close()) return std::nullopt;
  return with_arithmetic(a.ring(), bits, [&](const auto& arithmetic) -> std::optional<SparseMultiPoly<R>> {
    const ShortCoefficients domain(arithmetic, box.places, budget, ctx);
    try {
      return from_short(
          resultant_of_short_lists(domain, short_list(f, main, box, domain), short_list(g, main, box, domain), ctx),
          box, a, domain, ctx);
    } catch (const WorkSpent&) {
      return std::nullopt;
    }
  });
}

template <Ring R>
std::optional<UndividedDiscriminant<SparseMultiPoly<R>>> short_discriminant(const SparseMultiPoly<R>& a,
                                                                            std::size_t main, double budget,
                                                                            const ExecutionContext& ctx) {
  using Result = std::optional<UndividedDiscriminant<SparseMultiPoly<R>>>;
  if (a.term_count() > most_terms) return std::nullopt;
  const ShortOperand<R> f(a, main);
  const std::uint64_t rows = saturating_mul(2, f.degree - 1);
  const std::size_t bits =
      saturating_add(1, saturating_mul(f.norm_bits + static_cast<std::size_t>(std::bit_width(f.degree)), rows));
  ShortBox box(f.n);
  box.hold(f, rows, main);
  if ((std::same_as<R, Integers> && bits > most_bits) || !box.close()) return std::nullopt;
  return with_arithmetic(a.ring(), bits, [&](const auto& arithmetic) -> Result {
    const ShortCoefficients domain(arithmetic, box.places, budget, ctx);
    const auto resultant = [&](MainList<ShortTerms> u, MainList<ShortTerms> v) {
      return resultant_of_short_lists(domain, std::move(u), std::move(v), ctx);
    };
    try {
      const UndividedDiscriminant<ShortTerms> d =
          undivided_discriminant(domain, a.ring(), short_list(f, main, box, domain), resultant);
      return {{from_short(d.value, box, a, domain, ctx), d.n, d.k}};
    } catch (const WorkSpent&) {
      return std::nullopt;
    }
  });
}

template std::optional<MultiPolyZ> short_resultant(const MultiPolyZ&, const MultiPolyZ&, std::size_t, double,
                                                   const ExecutionContext&);
template std::optional<MultiPolyZp> short_resultant(const MultiPolyZp&, const MultiPolyZp&, std::size_t, double,
                                                    const ExecutionContext&);
template std::optional<UndividedDiscriminant<MultiPolyZ>> short_discriminant(const MultiPolyZ&, std::size_t, double,
                                                                             const ExecutionContext&);
template std::optional<UndividedDiscriminant<MultiPolyZp>> short_discriminant(const MultiPolyZp&, std::size_t, double,
                                                                              const ExecutionContext&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
