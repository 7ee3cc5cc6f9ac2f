// Memory for the pieces of a sparse product: chunks in huge pages that are freed all at once.
#include "poly/rows/piece_arena.hpp"

#include <algorithm>
#include <utility>

#include "core/chunk_store.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t first_chunk = std::size_t{64} << 10;
constexpr std::size_t growth = 8;
constexpr std::size_t longest_chunk = std::size_t{8} << 20;

}  // namespace

PieceArena::~PieceArena() {
  for (Chunk& chunk : chunks_) ChunkStore::leave(std::move(chunk));
}

void* PieceArena::allocate(std::size_t bytes) {
  constexpr std::size_t unit = sizeof(std::uint64_t);
  if (bytes > std::numeric_limits<std::size_t>::max() - unit) throw std::bad_array_new_length();
  bytes = (bytes + unit - 1) / unit * unit;
  if (bytes > left_) {
    // Soon as long as those that are kept for the next product; small products take little.
    const std::size_t length = std::max(bytes, std::clamp(growth * total_, first_chunk, longest_chunk));
    charge_.add(length);
    chunks_.push_back(length >= ChunkStore::smallest ? ChunkStore::take(length) : Chunk(length));
    next_ = chunks_.back().data();
    left_ = length;
    total_ += length;
  }
  void* const result = next_;
  next_ += bytes;
  left_ -= bytes;
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
