// Which instruction sets this CPU and operating system offer, and which one the kernels use.
#pragma once

#include <string_view>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// Instruction-set levels of the kernels, in ascending order; a level implies the ones before it on x86-64.
/// avx2 means AVX2+FMA+BMI2; avx512 means F+DQ+BW+VL; ifma adds AVX512-IFMA.
enum class Isa { scalar, avx2, avx512, ifma };

POLYFORK_EXPORT std::string_view isa_name(Isa isa) noexcept;
/// Throws DomainError for an unknown name.
POLYFORK_EXPORT Isa isa_from_name(std::string_view name);

/// The best level that CPUID and XGETBV (the operating system saves the registers) allow. Never trusts a CPU name.
POLYFORK_EXPORT Isa detected_isa() noexcept;
/// The level in use: detected_isa(), lowered by POLYFORK_FORCE_ISA, read once. A name that is unknown or above what
/// was detected is reported by throwing DomainError at the first call.
POLYFORK_EXPORT Isa active_isa();
/// For tests: kernels chosen from now on use this level. Throws DomainError above detected_isa().
POLYFORK_EXPORT void force_isa_for_testing(Isa isa);

}  // namespace v1
}  // namespace polyfork
