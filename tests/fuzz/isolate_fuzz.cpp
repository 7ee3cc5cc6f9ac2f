// The approximate engine gives the same roots as the exact one. The audit is part of every isolation; what it throws is
// not caught here.
//
// The first byte selects how the rest becomes a polynomial: as text, as small coefficients, or as factors whose
// repetition and disturbance by a small number make clusters.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

using namespace polyfork;

namespace {

constexpr std::size_t most_length = 31;
constexpr std::size_t most_bits = 200;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}
  bool empty() const { return next_ == end_; }
  std::uint8_t take() { return empty() ? 0 : *next_++; }
  std::int8_t take_signed() { return static_cast<std::int8_t>(take()); }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(next_), static_cast<std::size_t>(end_ - next_)};
  }

 private:
  const std::uint8_t* next_;
  const std::uint8_t* end_;
};

PolyZ from(const std::vector<Integer>& c) { return PolyZ(IntegerVector{std::span<const Integer>(c)}); }

/// One byte each; every `stride`-th is a shift of those after it, so that sizes differ.
PolyZ coefficients(Bytes& bytes, std::size_t stride) {
  std::vector<Integer> c;
  std::size_t shift = 0;
  while (!bytes.empty() && c.size() < most_length) {
    if (stride != 0 && c.size() % stride == 0) shift = bytes.take() % 128;
    c.push_back(Integer(bytes.take_signed()) << shift);
  }
  return from(c);
}

PolyZ factors(Bytes& bytes, const ExecutionContext& ctx) {
  PolyZ f = PolyZ::constant(Integer(1));
  while (!bytes.empty() && f.length() < most_length) {
    const std::uint8_t kind = bytes.take();
    if (kind % 4 == 3) {  // 2^shift f + e x^i
      std::vector<Integer> c;
      for (std::size_t i = 0; i < f.length(); ++i) c.push_back(Integer(f.coefficients()[i]) << (kind / 4 % 64));
      c[bytes.take() % c.size()] += bytes.take_signed();
      f = from(c);
      if (f.is_zero()) return f;
      continue;
    }
    std::vector<Integer> c{Integer(bytes.take_signed())};
    for (int i = 0; i <= kind % 4; ++i) c.emplace_back(bytes.take_signed());
    const PolyZ factor = from(c);
    if (factor.is_zero()) continue;
    for (int repeat = 0; repeat <= kind / 4 % 3; ++repeat) f = mul(f, factor, ctx);
  }
  return f;
}

PolyZ polynomial(Bytes bytes, const ExecutionContext& ctx) {
  // What is expanded while it is read, such as high powers, is refused before it takes long.
  static const ExecutionContext narrow = ctx.with_memory_limit(std::size_t{1} << 18);
  const std::uint8_t mode = bytes.take();
  switch (mode % 3) {
    case 0:
      try {
        return numerator_polynomial(parse_poly(bytes.text(), PolyFormat::automatic, narrow));
      } catch (const Error&) {
        return {};
      }
    case 1:
      return coefficients(bytes, mode / 3 % 8);
    default:
      return factors(bytes, ctx);
  }
}

std::vector<RootInterval> roots_by(IsolationMethod method, const PolyZ& f, const ExecutionContext& ctx) {
  IsolationOptions options;
  options.method = method;
  return isolate_real_roots(f, options, ctx).roots;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ExecutionContext ctx = ExecutionContext().with_threads(1).with_memory_limit(std::size_t{64} << 20);
  const PolyZ f = polynomial(Bytes(data, size), ctx);
  if (f.is_zero() || f.length() > most_length || f.coefficients().max_bits(ctx) > most_bits) return 0;
  if (roots_by(IsolationMethod::local, f, ctx) != roots_by(IsolationMethod::vca, f, ctx)) std::abort();
  return 0;
}
