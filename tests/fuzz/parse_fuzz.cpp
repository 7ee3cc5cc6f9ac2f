// Reading never crashes, and what was read is written and read back equal, in every format.
// The first byte selects the format.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <polyfork/poly/io.hpp>

using namespace polyfork;

namespace {

constexpr PolyFormat formats[] = {PolyFormat::automatic, PolyFormat::infix,  PolyFormat::coeffs, PolyFormat::flint,
                                  PolyFormat::ntl,       PolyFormat::msolve, PolyFormat::mpsolve};

void check_round_trip(const PolyQ& f, PolyFormat format, const ExecutionContext& ctx) {
  if (format == PolyFormat::ntl && !f.coefficients().denominator().is_one()) return;
  const PolyQ g = parse_poly(format_poly(f, format, ctx), format, ctx);
  if (!(g.coefficients() == f.coefficients())) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const ExecutionContext ctx = ExecutionContext().with_threads(1).with_memory_limit(std::size_t{8} << 20);
  const PolyFormat format = formats[data[0] % std::size(formats)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const PolyQ f = parse_poly(text, format, ctx);
    for (const PolyFormat other : formats) check_round_trip(f, other, ctx);
  } catch (const Error&) {
    // Any refusal is fine; only crashes and wrong answers are not.
  }
  return 0;
}
