// Public reading functions: names of formats and dispatch to their readers.

#include <array>
#include <string>
#include <utility>

#include <polyfork/poly/text/io.hpp>

#include "poly/text/io_plain.hpp"
#include "poly/text/io_readers.hpp"

namespace polyfork {
inline namespace v1 {
namespace {

constexpr std::array<std::pair<PolyFormat, std::string_view>, 7> names = {{
    {PolyFormat::automatic, "auto"},
    {PolyFormat::infix, "infix"},
    {PolyFormat::coeffs, "coeffs"},
    {PolyFormat::flint, "flint"},
    {PolyFormat::ntl, "ntl"},
    {PolyFormat::msolve, "ms"},
    {PolyFormat::mpsolve, "mpsolve"},
}};

detail::ParsedPoly read(std::string_view text, PolyFormat format, const ExecutionContext& ctx) {
  if (format == PolyFormat::automatic) format = detail::detect_plain_format(text);
  switch (format) {
    case PolyFormat::coeffs:
      return detail::read_coeffs(text, ctx);
    case PolyFormat::flint:
      return detail::read_flint(text, ctx);
    case PolyFormat::ntl:
      return detail::read_ntl(text, ctx);
    case PolyFormat::msolve:
      return detail::read_msolve(text, ctx);
    case PolyFormat::mpsolve:
      return detail::read_mpsolve(text, ctx);
    default:
      return detail::read_infix(text, ctx);
  }
}

}  // namespace

std::string_view poly_format_name(PolyFormat format) noexcept {
  for (const auto& [value, name] : names)
    if (value == format) return name;
  return "auto";
}

PolyFormat poly_format_from_name(std::string_view name) {
  for (const auto& [value, known] : names)
    if (known == name) return value;
  throw DomainError("unknown polynomial format '" + std::string(name) +
                    "'; known are auto, infix, coeffs, flint, ntl, ms, mpsolve");
}

PolyQ parse_poly(std::string_view text, PolyFormat format, const ExecutionContext& ctx) {
  return detail::within_memory(ctx, [&] {
    const detail::PlainText plain(text, ctx);
    return detail::to_poly_q(read(plain.view(), format, ctx), ctx);
  });
}

PolyZ parse_poly_z(std::string_view text, PolyFormat format, const ExecutionContext& ctx) {
  return detail::within_memory(ctx, [&] {
    const detail::PlainText plain(text, ctx);
    return detail::to_poly_z(plain.view(), read(plain.view(), format, ctx), ctx);
  });
}

}  // namespace v1
}  // namespace polyfork
