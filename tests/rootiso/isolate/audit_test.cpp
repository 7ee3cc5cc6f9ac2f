// The audit passes right answers and sees wrong ones.
#include "rootiso/isolate/audit.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/io.hpp>

namespace polyfork {
namespace {

using detail::DyadicCell;
using Cells = std::vector<DyadicCell>;

void audit(const char* text, const Cells& cells) {
  IsolationStats stats;
  const ExecutionContext ctx;
  detail::audit_cells(detail::preprocess(parse_poly_z(text), stats, ctx), cells, true, {}, ctx);
}

TEST(Audit, PassesWhatIsRight) {
  EXPECT_NO_THROW(audit("x^2 - 2", {{-2, 0}, {1, 0}}));
  EXPECT_NO_THROW(audit("(x^2 - 2)*(x - 5)", {{-2, 0}, {1, 0}}));
  EXPECT_NO_THROW(audit("(x^2 - 2)*(x^2 - 3)", {{-4, 1}, {-3, 1}, {2, 1}, {3, 1}}));
  EXPECT_NO_THROW(audit("x^2 + 1", {}));
  EXPECT_NO_THROW(audit("5", {}));
}

TEST(Audit, SeesWhatIsWrong) {
  EXPECT_THROW(audit("x^2 - 2", {{1, 0}}), Error);                   // a root lost: parity of a half-line
  EXPECT_THROW(audit("x^2 - 2", {}), Error);                         // both: one on each half-line
  EXPECT_THROW(audit("x^2 - 2", {{-2, 0}, {2, 0}}), Error);          // no change of sign
  EXPECT_THROW(audit("x^2 - 2", {{1, 0}, {-2, 0}}), Error);          // order
  EXPECT_THROW(audit("x^2 - 2", {{-2, 0}, {1, 0}, {1, 0}}), Error);  // twice
  EXPECT_THROW(audit("x^2 + 1", {{1, 0}}), Error);                   // more than Descartes' rule allows
  EXPECT_THROW(audit("5", {{1, 0}}), Error);
  EXPECT_THROW(audit("(x^2 - 2)*(2*x - 3)", {{-2, 0}, {1, 0}}), Error);  // the rational root 3/2 inside
  EXPECT_THROW(audit("x^2 - x - 1", {{-1, 0}, {1, 0}}), Error);          // touches zero
  EXPECT_THROW(audit("(x - 3)*(x^2 - 2)", {{-3, 1}, {5, 2}, {11, 3}}), Error);
}

}  // namespace
}  // namespace polyfork
