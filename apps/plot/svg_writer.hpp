// Elements of a picture in SVG, for the plots of this command.
//
// The writer is our own because no maintained C++ plotting library is packaged for the systems that we build on.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace polyfork_app {

/// Text for an element or an attribute: what XML reserves is replaced, and so are control characters, which it forbids.
std::string escaped(std::string_view text);

/// The number of characters of a text in UTF-8, which is about its width.
std::size_t character_count(std::string_view text);

class SvgWriter {
 public:
  void line(double x1, double y1, double x2, double y2, const char* stroke, double width, const char* dash = "none");
  /// The content is escaped, the attributes are not.
  void text(double x, double y, std::string_view content, const char* anchor = "middle", int size = 12,
            const char* attributes = "");
  /// Their colours are those of the group that they stand in.
  void circle(double x, double y, double radius);
  void polyline(const std::vector<std::pair<double, double>>& points, double width);
  /// Anything else, as it is.
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
  }
  /// The document: everything so far on the background, which may be "none".
  std::string finish(double width, double height, const char* background = "white") const;

 private:
  std::string body_;
};

}  // namespace polyfork_app
