// Exit codes of the command: 0 done, also without roots; 130 and 143 on SIGINT and SIGTERM.
#pragma once

namespace polyfork_app {

enum ExitCode : int {
  exit_ok = 0,
  exit_failure = 1,  // also a certificate that is not verified
  exit_usage = 2,    // usage or parse error
  exit_limit = 3     // time or memory
};

}  // namespace polyfork_app
