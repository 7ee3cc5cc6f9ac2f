// Reading texts from files and from streams.
#include <polyfork/poly/text/read.hpp>

#include <cstddef>
#include <fstream>
#include <istream>

#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

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
  if (file.bad() || (text.empty() && !file.eof())) throw DomainError("the file '" + path + "' cannot be read");
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path, const ExecutionContext& ctx) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw DomainError("the file '" + path + "' cannot be read");
  return detail::within_memory(ctx, [&] { return read_text(file, path, ctx); });
}

PolyQ read_poly(const std::string& path, PolyFormat format, const ExecutionContext& ctx) {
  return parse_poly(read_text_file(path, ctx), format, ctx);
}

PolyZ read_poly_z(const std::string& path, PolyFormat format, const ExecutionContext& ctx) {
  return parse_poly_z(read_text_file(path, ctx), format, ctx);
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
