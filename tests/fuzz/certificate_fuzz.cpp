// Reading and checking certificates never crashes, and what was read is written and read back equal.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <polyfork/rootiso/certificate.hpp>

using namespace polyfork;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ExecutionContext ctx = ExecutionContext().with_threads(1).with_memory_limit(std::size_t{8} << 20);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const IsolationCertificate c = parse_certificate(text, ctx);
    if (!(parse_certificate(to_text(c, ctx), ctx) == c)) std::abort();
    const VerificationResult result = verify_certificate(c, ctx);
    if (result.ok != result.reason.empty()) std::abort();
  } catch (const Error&) {
    // Any refusal is fine; only crashes and wrong answers are not.
  }
  return 0;
}
