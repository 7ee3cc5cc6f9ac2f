// CPUID says what the processor can do, XGETBV whether the operating system saves the wider registers: a level needs
// both, since a system without AVX-512 support lets the processor advertise what then faults.
#include <polyfork/core/cpu.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <polyfork/core/error.hpp>

#include "core/environment.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace polyfork {
inline namespace v1 {

namespace {

constexpr std::array<std::string_view, 4> isa_names = {"scalar", "avx2", "avx512", "ifma"};

#if defined(__x86_64__)

std::uint64_t xgetbv0() noexcept {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  // Not the intrinsic: that one needs a function compiled for XSAVE.
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

constexpr bool has_all(std::uint64_t word, std::uint64_t bits) noexcept { return (word & bits) == bits; }
constexpr std::uint64_t bit(int i) noexcept { return std::uint64_t{1} << i; }

Isa detect() noexcept {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return Isa::scalar;
  const std::uint64_t fma_osxsave_avx = bit(12) | bit(27) | bit(28);
  if (!has_all(ecx, fma_osxsave_avx)) return Isa::scalar;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) return Isa::scalar;
  const std::uint64_t saved = xgetbv0();
  const std::uint64_t xmm_ymm = bit(1) | bit(2);
  const std::uint64_t opmask_zmm = bit(5) | bit(6) | bit(7);
  const std::uint64_t avx2_bmi2 = bit(5) | bit(8);
  const std::uint64_t f_dq_bw_vl = bit(16) | bit(17) | bit(30) | bit(31);
  const std::uint64_t ifma52 = bit(21);
  if (!has_all(saved, xmm_ymm) || !has_all(ebx, avx2_bmi2)) return Isa::scalar;
  if (!has_all(saved, opmask_zmm) || !has_all(ebx, f_dq_bw_vl)) return Isa::avx2;
  return has_all(ebx, ifma52) ? Isa::ifma : Isa::avx512;
}

#else

Isa detect() noexcept { return Isa::scalar; }

#endif

constexpr int unknown = -1;
constinit std::atomic<int> active{unknown};  // every call of a kernel asks for it

/// The environment's, unless a level was forced meanwhile.
Isa isa_to_begin_with() {
  const Isa isa =
      detail::isa_from_environment([](const char* name) -> const char* { return std::getenv(name); }, detected_isa());
  int level = unknown;
  return active.compare_exchange_strong(level, static_cast<int>(isa)) ? isa : static_cast<Isa>(level);
}

}  // namespace

std::string_view isa_name(Isa isa) noexcept { return isa_names[static_cast<std::size_t>(isa)]; }

Isa isa_from_name(std::string_view name) {
  for (std::size_t i = 0; i < isa_names.size(); ++i)
    if (isa_names[i] == name) return static_cast<Isa>(i);
  throw DomainError("'" + std::string(name) + "' is not an instruction set (scalar, avx2, avx512, ifma)");
}

Isa detected_isa() noexcept {
  static const Isa isa = detect();
  return isa;
}

Isa active_isa() {
  const int level = active.load(std::memory_order_relaxed);
  return level != unknown ? static_cast<Isa>(level) : isa_to_begin_with();
}

void force_isa_for_testing(Isa isa) {
  if (isa > detected_isa())
    throw DomainError("this machine offers only '" + std::string(isa_name(detected_isa())) + "', not '" +
                      std::string(isa_name(isa)) + "'");
  active.store(static_cast<int>(isa), std::memory_order_relaxed);
}

}  // namespace v1
}  // namespace polyfork
