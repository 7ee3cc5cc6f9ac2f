// Making certificates from what an isolation found.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/local/local_tree.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What the engine found of the core (the product of the factors, or `deflated`): its cells, and the partitions they
/// come from.
struct CoreProof {
  std::vector<DyadicCell> cells;
  ProvedPartitions proved;
};

/// Twice, since the certificate is made of a copy.
inline std::size_t bytes_of(const CoreProof& proof) {
  std::size_t bytes = bytes_of(proof.cells);
  for (const auto* cells : {&proof.proved.of_x, &proof.proved.of_inverse})
    for (const ProvedCell& p : *cells) bytes += 2 * (bytes_of(p.cell.c) + sizeof(ProvedCell));
  return bytes;
}

/// The certificate of f, but for the list of roots.
IsolationCertificate make_certificate(const PolyZ& f, const Preprocessed& pre, const CoreProof& proof,
                                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
