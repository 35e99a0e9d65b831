/// The one place that knows which Catch2 is installed: 2.13 (Debian 12) or 3.x (Ubuntu 24.04).
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
