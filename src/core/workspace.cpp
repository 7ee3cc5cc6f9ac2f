// A stack of chunks per thread. A frame remembers the top; closing it moves the top back and keeps the chunks. Chunks
// at least double, so a thread that needs s bytes keeps O(s) of them in O(log s) chunks.
#include <polyfork/core/workspace.hpp>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace polyfork::inline v1 {

namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t first_chunk = std::size_t{64} << 10;

constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Large chunks ask for huge pages: transforms touch many rows at once, more than a core keeps small pages' addresses
/// of. A hint only.
std::size_t chunk_alignment(std::size_t bytes) noexcept { return bytes >= 2 * huge_page ? huge_page : alignment; }

class Chunk {
 public:
  explicit Chunk(std::size_t bytes)
      : data_(static_cast<std::byte*>(::operator new (bytes, std::align_val_t{chunk_alignment(bytes)}))),
        bytes_(bytes) {
#if defined(__linux__)
    if (chunk_alignment(bytes) == huge_page) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
  }
  Chunk(Chunk&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Chunk& operator=(Chunk&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Chunk() {
    if (data_ != nullptr) ::operator delete (data_, std::align_val_t{chunk_alignment(bytes_)});
  }

  std::byte* data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::byte* data_;
  std::size_t bytes_;
};

struct Stack {
  std::vector<Chunk> chunks;
  std::size_t chunk = 0;   // the one being filled; chunks.size() when there is none yet
  std::size_t offset = 0;  // bytes in use in it, a multiple of the alignment
};

thread_local Stack stack;

}  // namespace

Workspace::Frame::Frame() noexcept : chunk_(stack.chunk), offset_(stack.offset) {}

Workspace::Frame::~Frame() {
  stack.chunk = chunk_;
  stack.offset = offset_;
}

void* Workspace::Frame::allocate_bytes(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() - (alignment - 1)) throw_overflow();
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  Stack& s = stack;
  if (s.chunk < s.chunks.size() && s.chunks[s.chunk].bytes() - s.offset >= rounded) {
    void* result = s.chunks[s.chunk].data() + s.offset;
    s.offset += rounded;
    return result;
  }
  const std::size_t next = s.chunk < s.chunks.size() && s.offset > 0 ? s.chunk + 1 : s.chunk;
  if (next == s.chunks.size() || s.chunks[next].bytes() < rounded) {
    // Everything from next on is unused; what is too small now would stay too small.
    s.chunks.erase(s.chunks.begin() + static_cast<std::ptrdiff_t>(next), s.chunks.end());
    const std::size_t last = s.chunks.empty() ? first_chunk / 2 : s.chunks.back().bytes();
    const bool can_double = last <= std::numeric_limits<std::size_t>::max() / 2;
    s.chunks.emplace_back(std::max(rounded, can_double ? 2 * last : last));
  }
  s.chunk = next;
  s.offset = rounded;
  return s.chunks[next].data();
}

void Workspace::Frame::throw_overflow() { throw std::bad_array_new_length(); }

std::size_t Workspace::thread_bytes() noexcept {
  std::size_t bytes = 0;
  for (const Chunk& chunk : stack.chunks) bytes += chunk.bytes();
  return bytes;
}

void Workspace::trim() noexcept {
  Stack& s = stack;
  const std::size_t used = s.offset > 0 ? s.chunk + 1 : s.chunk;
  if (used < s.chunks.size()) s.chunks.erase(s.chunks.begin() + static_cast<std::ptrdiff_t>(used), s.chunks.end());
}

}  // namespace polyfork::inline v1
