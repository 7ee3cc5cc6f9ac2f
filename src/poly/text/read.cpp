// Reading texts from files and from streams.
#include <polyfork/poly/text/read.hpp>

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <istream>
#include <system_error>

#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

[[noreturn]] void refuse_file(const std::string& path, int error) {
  const std::string reason = error == 0 ? "" : ": " + std::generic_category().message(error);
  throw DomainError("the file '" + path + "' cannot be read" + reason);
}

std::string read_text(std::istream& file, const std::string& path, const ExecutionContext& ctx) {
  std::string text;
  // Piece by piece: pipes and devices have no size that could be asked for.
  constexpr std::size_t piece = std::size_t{1} << 16;
  MemoryReservation reservation;
  while (file) {
    ctx.poll();
    const std::size_t size = text.size();
    if (text.capacity() < size + piece) {
      const std::size_t more = 2 * size + piece;
      reservation = MemoryReservation();
      reservation = MemoryReservation(ctx.memory(), more);
      text.reserve(more);
    }
    text.resize(size + piece);
    file.read(text.data() + size, piece);
    text.resize(size + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad() || (text.empty() && !file.eof())) refuse_file(path, errno);
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path, const ExecutionContext& ctx) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_file(path, errno);
  return detail::within_memory(ctx, [&] { return read_text(file, path, ctx); });
}

PolyQ read_poly(const std::string& path, PolyFormat format, const ExecutionContext& ctx) {
  return detail::read_with_name(path, ctx, [&](const std::string& text) { return parse_poly(text, format, ctx); });
}

PolyZ read_poly_z(const std::string& path, PolyFormat format, const ExecutionContext& ctx) {
  return detail::read_with_name(path, ctx, [&](const std::string& text) { return parse_poly_z(text, format, ctx); });
}

namespace detail {

bool next_polynomial_line(std::istream& in, std::string& line) {
  while (std::getline(in, line)) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string::npos && line[begin] != '#') return true;
  }
  return false;
}

void set_fail(std::istream& in) { in.setstate(std::ios::failbit); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
