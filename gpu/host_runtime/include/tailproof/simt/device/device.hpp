/// Device half of the dialect: thin wrappers over CUDA, compiled by nvcc only.
#pragma once
#include "tailproof/simt/device/async.hpp"
#include "tailproof/simt/device/cluster.hpp"
#include "tailproof/simt/device/launch.hpp"
#include "tailproof/simt/device/memory_api.hpp"
#include "tailproof/simt/device/primitives.hpp"
#include "tailproof/simt/device/stream_api.hpp"
