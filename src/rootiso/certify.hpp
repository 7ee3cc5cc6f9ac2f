// Making certificates from what an isolation found.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "rootiso/dyadic_cell.hpp"
#include "rootiso/local_tree.hpp"
#include "rootiso/preprocess.hpp"

namespace polyfork::inline v1 {
namespace detail {

/// What the engine found of the core (the product of the factors, or `deflated`): its cells, and the partition they come
/// from.
struct CoreProof {
  std::vector<DyadicCell> cells;
  std::vector<ProvedCell> proved;
};

/// The certificate of f, but for the list of roots.
IsolationCertificate make_certificate(const PolyZ& f, const Preprocessed& pre, const CoreProof& proof,
                                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
