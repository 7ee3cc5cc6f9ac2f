// Arrays in chunks of the store; the chunk's length stands in front of the array.
#include <polyfork/core/recycled_memory.hpp>

#include <cstring>
#include <new>

#include "core/chunk_store.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t header = Chunk::alignment;

}  // namespace

void* take_recycled(std::size_t bytes) {
  if (bytes > PTRDIFF_MAX - header) throw std::bad_alloc();
  Chunk chunk = ChunkStore::take(bytes + header);
  const std::size_t length = chunk.bytes();
  std::byte* const data = chunk.release();
  std::memcpy(data, &length, sizeof length);
  return data + header;
}

void leave_recycled(void* memory) noexcept {
  std::byte* const data = static_cast<std::byte*>(memory) - header;
  std::size_t length = 0;
  std::memcpy(&length, data, sizeof length);
  ChunkStore::leave({data, length});
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
