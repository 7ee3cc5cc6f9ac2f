// Reading polynomials from files and from streams.
//
//   const PolyZ f = read_poly_z("f.txt");                       any format that parse_poly_z reads
//   const MultiPolyQ g = read_poly<MultiPolyQ>("g.txt");        infix, any type
//   for (PolyQ f; std::cin >> f;) ...                           one a line, infix
#pragma once

#include <concepts>
#include <iosfwd>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>

namespace polyfork {
inline namespace v1 {

/// The bytes of a file, charged to the context while they are read. Throws DomainError, which names the file and the
/// system's reason, when it cannot be read; MemoryLimit; Cancelled.
POLYFORK_EXPORT std::string read_text_file(const std::string& path,
                                           const ExecutionContext& ctx = ExecutionContext::default_context());

namespace detail {

/// parse(text of the file). A ParseError says the file's name.
template <class Parse>
auto read_with_name(const std::string& path, const ExecutionContext& ctx, const Parse& parse) {
  const std::string text = read_text_file(path, ctx);
  try {
    return parse(text);
  } catch (const ParseError& e) {
    throw ParseError(path, e);
  }
}

}  // namespace detail

/// The polynomial that a file holds, as parse_poly and parse_poly_z. Throws what they throw, a ParseError with the
/// file's name, and what read_text_file does.
POLYFORK_EXPORT PolyQ read_poly(const std::string& path, PolyFormat format = PolyFormat::automatic,
                                const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyZ read_poly_z(const std::string& path, PolyFormat format = PolyFormat::automatic,
                                  const ExecutionContext& ctx = ExecutionContext::default_context());
/// The polynomial of type P that a file holds in infix notation. Throws what parse_poly and read_text_file do.
template <ParsablePolynomial P>
P read_poly(const std::string& path, const typename P::ring_type& ring,
            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::read_with_name(path, ctx, [&](const std::string& text) { return parse_poly<P>(text, ring, ctx); });
}
template <ParsablePolynomial P>
P read_poly(const std::string& path, const ExecutionContext& ctx = ExecutionContext::default_context()) requires
    std::default_initializable<typename P::ring_type> {
  return detail::read_with_name(path, ctx, [&](const std::string& text) { return parse_poly<P>(text, ctx); });
}

namespace detail {

/// The next line that is neither blank nor a comment; sets failbit and returns false when there is none.
POLYFORK_EXPORT bool next_polynomial_line(std::istream& in, std::string& line);
POLYFORK_EXPORT void set_fail(std::istream& in);

template <class P>
concept StreamedPolynomial = ParsablePolynomial<P> && std::default_initializable<typename P::ring_type>;

template <StreamedPolynomial P>
std::istream& read_line(std::istream& in, P& f) {
  std::string line;
  if (!next_polynomial_line(in, line)) return in;
  try {
    f = parse_poly<P>(line);
  } catch (const ParseError&) {
    set_fail(in);
  }
  return in;
}

}  // namespace detail

/// Reads the next line that is not blank, in infix notation. A line that is no polynomial, and the end of the stream,
/// set failbit and leave f as it was; parse_poly says what is wrong with a line.
template <Ring R>
requires detail::StreamedPolynomial<DensePoly<R>> std::istream& operator>>(std::istream& in, DensePoly<R>& f) {
  return detail::read_line(in, f);
}
template <Ring R>
requires detail::StreamedPolynomial<SparsePoly<R>> std::istream& operator>>(std::istream& in, SparsePoly<R>& f) {
  return detail::read_line(in, f);
}
template <Ring R>
requires detail::StreamedPolynomial<SparseMultiPoly<R>> std::istream& operator>>(std::istream& in,
                                                                                 SparseMultiPoly<R>& f) {
  return detail::read_line(in, f);
}

}  // namespace v1
}  // namespace polyfork
