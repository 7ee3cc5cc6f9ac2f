// Reading the polynomials of a command from files, standard input and -e.
#include "input/read_polynomial.hpp"

#include <string_view>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/io.hpp>

#include "run/input_error.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

InputText read_input_file(const std::string& path, const polyfork::ExecutionContext& ctx) {
  try {
    return read_input(path, ctx);
  } catch (const polyfork::MemoryLimit&) {
    throw;
  } catch (const polyfork::Cancelled&) {
    throw;
  } catch (const polyfork::Error& e) {
    throw InputError(e.what());
  }
}

namespace {

ReadPolynomial parse(const std::string& source, std::string_view text, const std::string& format,
                     const polyfork::ExecutionContext& ctx) {
  try {
    polyfork::PolyQ f = polyfork::parse_poly(text, polyfork::poly_format_from_name(format), ctx);
    polyfork::MemoryReservation reservation(ctx.memory(), f.coefficients().bytes());
    return {std::move(f), std::move(reservation)};
  } catch (const polyfork::ParseError& e) {
    throw InputError(source, e);
  }
}

}  // namespace

ReadPolynomial read_polynomial(const std::string& path, const std::string& format,
                               const polyfork::ExecutionContext& ctx) {
  const InputText input = read_input_file(path, ctx);
  return parse(path == "-" ? "stdin" : path, input.text, format, ctx);
}

ReadPolynomial parse_expression(const std::string& expression, const std::string& format,
                                const polyfork::ExecutionContext& ctx) {
  return parse("expression", expression, format == "auto" ? "infix" : format, ctx);
}

}  // namespace polyfork_app
