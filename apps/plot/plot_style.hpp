// The colours of pictures that follow the reader's light or dark scheme.
#pragma once

#include <string_view>

#include "plot/svg_writer.hpp"

namespace polyfork_app {

// Every group of elements has one of these classes and draws in its `color`. In both schemes the six colours of our
// lines have a contrast of 4.8 or more to the background, so that they do for text, and differ by at least as much as
// the palette of Okabe and Ito with full colour vision and without red, green or blue cones; the first three differ
// by twice as much.
inline constexpr std::string_view plot_style = R"(<style>
.ink{color:#1f2328} .dim{color:#59636e} .grid{color:#dfe3e8} .peer{color:#6e7781} .ideal{color:#59636e}
.own0{color:#0f6fd1} .own1{color:#bf4a00} .own2{color:#1b2260}
.own3{color:#b03a9b} .own4{color:#15774f} .own5{color:#6b1420}
@media (prefers-color-scheme: dark){
.ink{color:#e6edf3} .dim{color:#9198a1} .grid{color:#30363d} .peer{color:#8b949e} .ideal{color:#9198a1}
.own0{color:#8ec2ff} .own1{color:#c8683c} .own2{color:#ffe873}
.own3{color:#cc4de6} .own4{color:#2fb87a} .own5{color:#ffc2b8}
}
</style>
)";

inline void begin_group(SvgWriter& svg, std::string_view kind) {
  svg.put("<g class=\"{}\" fill=\"currentColor\" stroke=\"none\">\n", kind);
}

inline void end_group(SvgWriter& svg) { svg.put("</g>\n"); }

}  // namespace polyfork_app
