// Euclid's algorithm at eight points a vector, where all take the steps that are expected; other points are looked at
// one by one. One inversion serves the leading coefficients of all points.
#include "poly/multi_gcd/lane_columns.hpp"

#include <algorithm>
#include <span>

#include <polyfork/core/parallel.hpp>

#include "poly/residues/division_word.hpp"
#include "poly/residues/gcd_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The univariate gcd at one point, whatever the degrees of the remainders are.
GcdImageStatus column_gcd_at(const LaneField& field, const LaneLengths& n, const LaneColumns& c, std::size_t j,
                             const ExecutionContext& ctx) {
  if (c.lead[j] == 0) return GcdImageStatus::unlucky;
  const std::size_t stride = c.count();
  const auto column = [&](const std::uint64_t* from, std::size_t length) {
    std::vector<std::uint64_t> words(length);
    for (std::size_t i = 0; i < length; ++i) words[i] = from[i * stride + j];
    return words;
  };
  std::vector<std::uint64_t> a = column(c.a, n.a);
  std::vector<std::uint64_t> b = column(c.b, n.b);
  std::vector<std::uint64_t> u = a;
  std::vector<std::uint64_t> v = b;
  const std::span<std::uint64_t> g = word_gcd(u, v, field.m, ctx);
  if (g.empty() || g.size() > n.h) return GcdImageStatus::unlucky;  // empty: both operands vanish
  if (g.size() < n.h) return GcdImageStatus::lower_degree;
  word_set_leading(g, 1, field.m);
  const auto divide = [&](std::vector<std::uint64_t>& operand, std::size_t length, std::uint64_t* out) {
    std::vector<std::uint64_t> quotient(length, 0);
    const std::size_t size = word_length(operand);
    if (size >= g.size())
      word_div_rem(std::span(operand).first(size), g, std::span(quotient).first(size - g.size() + 1), field.m, ctx);
    for (std::size_t i = 0; i < length; ++i) out[i * stride + j] = quotient[i];
  };
  divide(a, n.cofactor_a, c.cofactor_a);
  divide(b, n.cofactor_b, c.cofactor_b);
  word_set_leading(g, c.lead[j], field.m);
  for (std::size_t i = 0; i < g.size(); ++i) c.h[i * stride + j] = g[i];
  return GcdImageStatus::found;
}

}  // namespace

LaneColumns lane_columns(const LaneLengths& lengths, std::size_t begin, std::size_t end, Workspace::Frame& frame) {
  const auto words = [&](std::size_t rows) { return frame.allocate<std::uint64_t>(rows * (end - begin)).data(); };
  LaneColumns c;
  c.begin = begin;
  c.end = end;
  c.a = words(lengths.a);
  c.b = words(lengths.b);
  c.lead = words(1);
  c.h = words(lengths.h);
  c.cofactor_a = words(lengths.cofactor_a);
  c.cofactor_b = words(lengths.cofactor_b);
  return c;
}

void lane_column_gcds(const LaneField& field, const LaneLengths& lengths, LaneColumns& c, bool parallel,
                      const ExecutionContext& ctx) {
  constexpr std::size_t lanes = LaneKernels::lanes;
  const std::size_t count = c.count();
  Workspace::Frame frame;
  const auto inverses = frame.allocate<std::uint64_t>(count);
  const auto scratch = frame.allocate<std::uint64_t>(count);
  c.status.assign(count, GcdImageStatus::found);
  std::vector<unsigned> right(count / lanes);
  const auto over_vectors = [&](const auto& visit) {
    if (parallel)
      parallel_for(ctx, count / lanes, 1, visit);
    else
      visit(std::size_t{0}, count / lanes);
  };
  over_vectors([&](std::size_t begin, std::size_t end) {
    Workspace::Frame inner;
    const auto rows = inner.allocate<std::uint64_t>(lanes * (lengths.a + lengths.b));
    for (std::size_t i = begin; i < end; ++i)
      right[i] = field.kernels.euclid(field.lane, c.operands(lengths, i * lanes), c.cofactors(lengths, i * lanes),
                                      rows.data());
  });
  std::copy_n(c.h + (lengths.h - 1) * count, count, inverses.begin());
  field.kernels.invert(field.lane, inverses.data(), count, scratch.data());
  over_vectors([&](std::size_t begin, std::size_t end) {
    Workspace::Frame inner;
    const auto rows = inner.allocate<std::uint64_t>(lanes * lengths.h);
    for (std::size_t i = begin; i < end; ++i) {
      if (right[i] != 0)
        field.kernels.finish(field.lane, c.operands(lengths, i * lanes), inverses.data() + i * lanes,
                             c.cofactors(lengths, i * lanes), rows.data());
      for (std::size_t j = 0; j < lanes; ++j)
        if ((right[i] >> j & 1) == 0) c.status[i * lanes + j] = column_gcd_at(field, lengths, c, i * lanes + j, ctx);
    }
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
