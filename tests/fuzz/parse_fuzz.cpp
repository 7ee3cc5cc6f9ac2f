// Reading never crashes, and what was read is written and read back equal, in every format and type.
// The first byte selects the format; beyond the formats, a type of polynomials.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

using namespace polyfork;

namespace {

constexpr PolyFormat formats[] = {PolyFormat::automatic, PolyFormat::infix,  PolyFormat::coeffs, PolyFormat::flint,
                                  PolyFormat::ntl,       PolyFormat::msolve, PolyFormat::mpsolve};

void check_round_trip(const PolyQ& f, PolyFormat format, const ExecutionContext& ctx) {
  if (format == PolyFormat::ntl && !f.coefficients().denominator().is_one()) return;
  const PolyQ g = parse_poly(format_poly(f, format, ctx), format, ctx);
  if (!(g.coefficients() == f.coefficients())) std::abort();
}

template <class P>
void check_type(std::string_view text, const typename P::ring_type& ring, const ExecutionContext& ctx) {
  const P f = parse_poly<P>(text, ring, ctx);
  if (!(parse_poly<P>(to_string(f), f.variables(), ring, ctx) == f)) std::abort();
}

void check_types(unsigned type, std::string_view text, const ExecutionContext& ctx) {
  if (type == 0) check_type<MultiPolyZ>(text, {}, ctx);
  if (type == 1) check_type<MultiPolyQ>(text, {}, ctx);
  if (type == 2) check_type<MultiPolyZp>(text, PrimeField(7), ctx);
  if (type == 3) check_type<SparseMultiPoly<GaussianRationals>>(text, {}, ctx);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const ExecutionContext ctx = ExecutionContext().with_threads(1).with_memory_limit(std::size_t{8} << 20);
  const std::size_t choice = data[0] % (std::size(formats) + 4);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (choice >= std::size(formats)) {
      check_types(static_cast<unsigned>(choice - std::size(formats)), text, ctx);
      return 0;
    }
    const PolyFormat format = formats[choice];
    const PolyQ f = parse_poly(text, format, ctx);
    for (const PolyFormat other : formats) check_round_trip(f, other, ctx);
  } catch (const Error&) {
    // Any refusal is fine; only crashes and wrong answers are not.
  }
  return 0;
}
