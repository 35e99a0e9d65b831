# find_package(Tailproof): targets, version, and the packages that the targets link to.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Tailproof)
install(EXPORT TailproofTargets NAMESPACE Tailproof:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/TailproofConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/TailproofConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TailproofConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TailproofConfig.cmake
              ${PROJECT_BINARY_DIR}/TailproofConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/TailproofVariant.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/gpu/host_runtime/instrument.cmake
        DESTINATION ${package_dir} RENAME TailproofInstrument.cmake)
