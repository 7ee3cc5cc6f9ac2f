// Reading chains, the bound for normal forms, and products of residue classes by the schoolbook.
//
// The bound. With A_k = Q[x_1, ..., x_k] modulo the levels T_1, ..., T_k and |a| the sum of the sizes of an element's
// coefficients: if a and b have integer coefficients, so has G_k a b, and |G_k a b| <= N_k |a| |b|, where
//
//     G_k = G_(k-1) (D_k G_(k-1))^(d_k - 1),  N_k = N_(k-1) max(D_k G_(k-1), S_k N_(k-1))^(d_k - 1),
//
// G_0 = N_0 = 1, for T_k of degree d_k in x_k with the denominator D_k and numerators whose sizes add up to S_k: the
// product of polynomials in x_k over A_(k-1), and d_k - 1 times the replacement of the highest power. N_k >= G_k.
#include "system/proofs/integer_chain.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_degree = std::size_t{1} << 24;

std::size_t bits_of_sum(const std::vector<Integer>& numbers) {
  std::size_t bits = 0;
  for (const Integer& a : numbers) bits = std::max(bits, a.bit_length());
  return bits + static_cast<std::size_t>(std::bit_width(numbers.size()));
}

/// The level's equation, whose monomials are in variables with these degrees, the least first; empty if it is none.
std::optional<ChainLevel> chain_level(const MultiPolyQ& f, const std::vector<std::size_t>& degrees,
                                      const ExecutionContext& ctx) {
  const std::size_t n = f.variables().size();
  const std::size_t level = degrees.size();
  ChainLevel result;
  result.degree = 0;
  for (std::size_t t = 0; t < f.term_count(); ++t)
    result.degree = std::max(result.degree, static_cast<std::size_t>(f.exponent(t, n - 1 - level)));
  if (result.degree == 0) return std::nullopt;
  Integer denominator(1);
  for (std::size_t t = 0; t < f.term_count(); ++t) denominator = lcm(denominator, f.coefficient(t).denominator());
  bool has_lead = false;
  for (std::size_t t = 0; t < f.term_count(); ++t) {
    ctx.poll();
    std::size_t index = 0;
    std::size_t size = 1;
    bool others = false;
    for (std::size_t k = 0; k < n; ++k) {
      const auto e = static_cast<std::size_t>(f.exponent(t, n - 1 - k));
      if (e == 0) {
        if (k < level) size *= degrees[k];
        continue;
      }
      if (k > level) return std::nullopt;
      if (k == level) {
        index += e * size;
        continue;
      }
      others = true;
      if (e >= degrees[k]) return std::nullopt;
      index += e * size;
      size *= degrees[k];
    }
    const Rational c = f.coefficient(t);
    if (f.exponent(t, n - 1 - level) == result.degree) {
      if (others || has_lead || !c.numerator().is_one() || !c.denominator().is_one()) return std::nullopt;
      has_lead = true;
      continue;
    }
    result.indices.push_back(index);
    result.numerators.push_back(-mul(c.numerator(), exact_div(denominator, c.denominator())));
  }
  if (!has_lead) return std::nullopt;
  result.denominator = std::move(denominator);
  return result;
}

}  // namespace

std::optional<IntegerChain> integer_chain(const std::vector<MultiPolyQ>& polynomials, const Variables& variables,
                                          const ExecutionContext& ctx) {
  if (polynomials.size() != variables.size()) return std::nullopt;
  IntegerChain chain;
  std::vector<std::size_t> degrees;
  for (const MultiPolyQ& f : polynomials) {
    auto level = chain_level(f.with_variables(variables, ctx), degrees, ctx);
    if (!level) return std::nullopt;
    degrees.push_back(level->degree);
    chain.degree = saturating_mul(chain.degree, level->degree);
    if (chain.degree > most_degree) return std::nullopt;
    chain.levels.push_back(std::move(*level));
  }
  return chain;
}

std::size_t IntegerChain::normal_form_bits(const IntegerEquation& equation) const {
  const std::size_t n = levels.size();
  std::size_t g = 0;     // bits of G_k
  std::size_t norm = 0;  // of N_k
  // A variable of degree 1 is its value, with a denominator; others are monomials.
  std::vector<std::size_t> value_bits(n, 1);
  std::vector<std::size_t> denominator_bits(n, 0);
  for (std::size_t k = 0; k < n; ++k) {
    const ChainLevel& level = levels[k];
    const std::size_t sum = bits_of_sum(level.numerators);
    const std::size_t denominator = level.denominator.bit_length();
    if (level.degree == 1) {
      value_bits[k] = sum;
      denominator_bits[k] = denominator;
      continue;
    }
    const std::size_t step = std::max(saturating_add(denominator, g), saturating_add(sum, norm));
    const std::size_t g_step = saturating_add(denominator, g);
    g = saturating_add(g, saturating_mul(level.degree - 1, g_step));
    norm = saturating_add(norm, saturating_mul(level.degree - 1, step));
  }
  std::vector<std::uint64_t> most(n, 0);
  for (const auto& e : equation.exponents)
    for (std::size_t v = 0; v < n; ++v) most[v] = std::max(most[v], e[v]);
  std::size_t bits = 0;
  for (std::size_t t = 0; t < equation.exponents.size(); ++t) {
    std::size_t term = equation.coefficients[t].bit_length();
    for (std::size_t v = 0; v < n; ++v) {
      const std::size_t k = n - 1 - v;
      const std::uint64_t e = equation.exponents[t][v];
      term = saturating_add(term, saturating_mul(e, value_bits[k]));
      term = saturating_add(term, saturating_mul(most[v] - e, denominator_bits[k]));
    }
    bits = std::max(bits, term);
  }
  bits = saturating_add(bits, static_cast<std::size_t>(std::bit_width(equation.exponents.size())));
  return saturating_add(bits, saturating_mul(norm, equation.degree));
}

// Let T(y) = F(y) / c of degree d be the only polynomial of a higher degree, with roots y_1, ..., y_d and leading
// coefficient c of F over Z, and W(y) over Z what the equation becomes when the other variables, polynomials in y, are
// put in and their denominators are cleared. V = sum of W(y_i) F(y) / (y - y_i) is F' W modulo T: its coefficients are
// zero if and only if all W(y_i) are, the roots being simple, and modulo a prime if W is zero modulo T there. Those of
// F / (y - y_i) are algebraic integers, and at most the sum of the coefficients of F in size: they are sums of f_l y^k
// with k >= 0, and by F(y_i) = 0 also of such terms with k < 0. c y_i is an algebraic integer. So c^w V, for W of
// degree w, has integers as coefficients, that are at most c^w d |F| max |W(y_i)|, where |y_i| <= R with c R^(d - k) >=
// m |f_k| for the m lower terms of F.
std::size_t IntegerChain::bits_at_points(const IntegerEquation& equation) const {
  constexpr std::size_t unit = 1024;  // of log2 R
  const std::size_t n = levels.size();
  const auto is_long = [](const ChainLevel& level) { return level.degree > 1; };
  if (std::count_if(levels.begin(), levels.end(), is_long) != 1) return normal_form_bits(equation);
  const auto main = std::find_if(levels.begin(), levels.end(), is_long);
  const std::size_t d = main->degree;
  const auto c_bits = static_cast<std::size_t>(main->denominator.bit_length());
  const auto term_bits = static_cast<std::size_t>(std::bit_width(main->numerators.size()));
  std::size_t root_bits = 0;  // of R, in units
  for (std::size_t i = 0; i < main->numerators.size(); ++i) {
    const std::size_t needed = main->numerators[i].bit_length() + term_bits + 1;
    const std::size_t distance = d - main->indices[i];
    if (needed > c_bits) root_bits = std::max(root_bits, ((needed - c_bits) * unit + distance - 1) / distance);
  }
  // By level: the degree in y, the bits of the sum of coefficients, those of the denominator.
  std::vector<std::size_t> degrees(n, 0);
  std::vector<std::size_t> sums(n, 0);
  std::vector<std::size_t> denominators(n, 0);
  for (std::size_t k = 0; k < n; ++k) {
    const ChainLevel& level = levels[k];
    if (is_long(level)) {
      degrees[k] = 1;
      continue;
    }
    for (const std::size_t i : level.indices) degrees[k] = std::max(degrees[k], i);
    sums[k] = bits_of_sum(level.numerators);
    denominators[k] = level.denominator.bit_length();
  }
  std::vector<std::uint64_t> most(n, 0);
  for (const auto& e : equation.exponents)
    for (std::size_t v = 0; v < n; ++v) most[v] = std::max(most[v], e[v]);
  std::size_t bits = 0;
  std::size_t greatest = 0;  // degree of W
  for (std::size_t t = 0; t < equation.exponents.size(); ++t) {
    std::size_t term = equation.coefficients[t].bit_length();
    std::size_t degree = 0;
    for (std::size_t v = 0; v < n; ++v) {
      const std::size_t k = n - 1 - v;
      const std::uint64_t e = equation.exponents[t][v];
      term = saturating_add(term, saturating_mul(e, sums[k]));
      term = saturating_add(term, saturating_mul(most[v] - e, denominators[k]));
      degree = saturating_add(degree, saturating_mul(e, degrees[k]));
    }
    term = saturating_add(term, saturating_add(saturating_mul(degree, root_bits) / unit, 1));
    bits = std::max(bits, term);
    greatest = std::max(greatest, degree);
  }
  bits = saturating_add(bits, static_cast<std::size_t>(std::bit_width(equation.exponents.size())));
  bits = saturating_add(bits, static_cast<std::size_t>(std::bit_width(d)));
  bits = saturating_add(bits, std::max(bits_of_sum(main->numerators), c_bits) + 1);
  return saturating_add(bits, saturating_mul(greatest, main->denominator.is_one() ? 0 : c_bits));
}

ChainResidues::ChainResidues(const IntegerChain& chain, std::uint64_t prime, const ExecutionContext& ctx)
    : m_(prime), ctx_(ctx), sizes_{1} {
  for (const ChainLevel& level : chain.levels) {
    degrees_.push_back(level.degree);
    sizes_.push_back(sizes_.back() * level.degree);
    Element tail(sizes_.back(), 0);
    const std::uint64_t inverse = m_.inverse(level.denominator.view().mod(prime));
    for (std::size_t i = 0; i < level.indices.size(); ++i)
      tail[level.indices[i]] = m_.mul(level.numerators[i].view().mod(prime), inverse);
    tails_.push_back(std::move(tail));
  }
}

ChainResidues::Element ChainResidues::one() const {
  Element a(sizes_.back(), 0);
  a[0] = 1;
  return a;
}

ChainResidues::Element ChainResidues::generator(std::size_t level) const {
  Element a(sizes_.back(), 0);
  if (degrees_[level] > 1)
    a[sizes_[level]] = 1;
  else
    std::copy(tails_[level].begin(), tails_[level].end(), a.begin());
  return a;
}

void ChainResidues::add_product(std::size_t levels, const std::uint64_t* a, const std::uint64_t* b,
                                std::uint64_t* out) const {
  while (levels > 0 && degrees_[levels - 1] == 1) --levels;
  if (levels == 0) {
    *out = m_.add(*out, m_.mul(*a, *b));
    return;
  }
  const std::size_t d = degrees_[levels - 1];
  const std::size_t size = sizes_[levels - 1];
  const auto is_zero = [&](const std::uint64_t* x) { return std::all_of(x, x + size, [](auto w) { return w == 0; }); };
  Element whole((2 * d - 1) * size, 0);
  for (std::size_t i = 0; i < d; ++i) {
    if (is_zero(a + i * size)) continue;
    ctx_.poll();
    for (std::size_t j = 0; j < d; ++j)
      if (!is_zero(b + j * size)) add_product(levels - 1, a + i * size, b + j * size, whole.data() + (i + j) * size);
  }
  const std::uint64_t* const tail = tails_[levels - 1].data();
  for (std::size_t i = 2 * d - 2; i >= d; --i) {
    const std::uint64_t* const lead = whole.data() + i * size;
    if (is_zero(lead)) continue;
    ctx_.poll();
    for (std::size_t j = 0; j < d; ++j)
      if (!is_zero(tail + j * size)) add_product(levels - 1, lead, tail + j * size, whole.data() + (i - d + j) * size);
  }
  for (std::size_t i = 0; i < d * size; ++i) out[i] = m_.add(out[i], whole[i]);
}

ChainResidues::Element ChainResidues::product(const Element& a, const Element& b) const {
  Element result(sizes_.back(), 0);
  add_product(degrees_.size(), a.data(), b.data(), result.data());
  return result;
}

void ChainResidues::add_multiple(Element& a, std::uint64_t c, const Element& b) const {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = m_.add(a[i], m_.mul(c, b[i]));
}

ChainResidues::Element ChainResidues::value(const IntegerEquation& equation) const {
  const std::size_t n = degrees_.size();
  std::vector<std::vector<Element>> squares(n);  // x_v^(2^i)
  Element sum(sizes_.back(), 0);
  std::vector<std::uint64_t> before(n, 0);
  // Products of the first variables' powers are kept for the next term: part v is of the variables up to x_v.
  std::vector<Element> parts(n + 1, one());
  std::size_t known = 0;
  for (std::size_t t = 0; t < equation.exponents.size(); ++t) {
    const auto& e = equation.exponents[t];
    std::size_t same = 0;
    while (same < known && e[same] == before[same]) ++same;
    for (std::size_t v = same; v < n; ++v) {
      parts[v + 1] = parts[v];
      for (std::size_t i = 0; e[v] >> i != 0; ++i) {
        std::vector<Element>& list = squares[v];
        if (list.empty()) list.push_back(generator(n - 1 - v));
        while (list.size() <= i) list.push_back(product(list.back(), list.back()));
        if ((e[v] >> i & 1) != 0) parts[v + 1] = product(parts[v + 1], list[i]);
      }
    }
    before = e;
    known = n;
    add_multiple(sum, equation.coefficients[t].view().mod(m_.value()), parts[n]);
  }
  return sum;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
