// Making certificates from what an isolation found.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/local/local.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The memory of the core's cells and partitions. Cells of partitions count twice, since the certificate is made of a
/// copy.
inline std::size_t proof_bytes(const LocalRoots& core) {
  std::size_t bytes = bytes_of(core.cells);
  for (const auto* cells : {&core.proved.of_x, &core.proved.of_inverse})
    for (const ProvedCell& p : *cells) bytes += 2 * (bytes_of(p.cell.c) + sizeof(ProvedCell));
  return bytes;
}

/// The certificate of f, but for the list of roots. `found` is what a recorded search found of pre.core().
IsolationCertificate make_certificate(const PolyZ& f, const Preprocessed& pre, const LocalRoots& found,
                                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
