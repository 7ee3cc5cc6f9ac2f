// PARI: polrootsreal at its default precision of 128 bits, which is more than a width of 1/20 asks for.
#include <pari/pari.h>

#include <stdexcept>

#include "compare/problem.hpp"

#undef pari_err  // a macro in some versions

namespace polyfork_bench {
namespace {

constexpr std::size_t initial_stack = std::size_t{64} << 20;
constexpr std::size_t largest_stack = std::size_t{16} << 30;  // address space; used as needed

GEN to_integer(const std::uint64_t* limbs, std::int32_t signed_size) {
  if (signed_size == 0) return gen_0;
  const long size = signed_size < 0 ? -signed_size : signed_size;
  GEN x = cgetipos(size + 2);
  for (long i = 0; i < size; ++i) *int_W(x, i) = static_cast<long>(limbs[i]);
  setsigne(x, signed_size < 0 ? -1 : 1);
  return x;
}

class Isolation : public Workload {
 public:
  explicit Isolation(const Problem& problem) {
    pari_init_opts(initial_stack, 0, INIT_DFTm);
    paristack_setsize(initial_stack, largest_stack);
    DEBUGMEM = 0;  // no message when the stack grows
    f_ = cgetg(static_cast<long>(problem.a.size()) + 2, t_POL);
    f_[1] = evalsigne(1) | evalvarn(0);
    problem.a.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
      gel(f_, static_cast<long>(i) + 2) = to_integer(limbs, size);
    });
    bottom_ = avma;
  }
  void run() override {
    set_avma(bottom_);
    roots_ = realroots(f_, nullptr, nbits2prec(128));
  }
  std::uint64_t fingerprint() override { return static_cast<std::uint64_t>(lg(roots_) - 1); }

 private:
  GEN f_ = nullptr;
  GEN roots_ = nullptr;
  pari_sp bottom_ = 0;
};

std::unique_ptr<Workload> make(const Peer&, const Problem& problem, int) {
  const bool roots = problem.operation == Operation::roots || problem.operation == Operation::roots_width;
  return roots ? std::make_unique<Isolation>(problem) : nullptr;
}

std::string version() {
  return std::to_string(PARI_VERSION_CODE >> 16) + '.' + std::to_string(PARI_VERSION_CODE >> 8 & 255) + '.' +
         std::to_string(PARI_VERSION_CODE & 255);
}

}  // namespace

Peer pari_peer() { return {"pari", version(), make, ""}; }

}  // namespace polyfork_bench
