/* Arguments by name, for kernels that no generated header knows (coop/argument.h).
 * Ownership, threads and errors: coop.hpp. */
#ifndef COOP_CPP_ARGUMENT_HPP
#define COOP_CPP_ARGUMENT_HPP

#include "coop/argument.h"

#include "coop/cpp/buffer.hpp"
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace coop
{
namespace detail
{

/* The type of the library's that T is; COOP_TYPE_BYTES of a struct. */
template <class T> constexpr coop_type type_of() noexcept
{
    if constexpr (std::is_same_v<T, float>) {
        return COOP_TYPE_FLOAT;
    } else if constexpr (std::is_same_v<T, double>) {
        return COOP_TYPE_DOUBLE;
    } else if constexpr (std::is_enum_v<T>) {
        return type_of<std::underlying_type_t<T>>();
    } else if constexpr (std::is_integral_v<T>) {
        constexpr bool is_signed = std::is_signed_v<T>;
        return sizeof(T) == 1   ? (is_signed ? COOP_TYPE_INT8 : COOP_TYPE_UINT8)
               : sizeof(T) == 2 ? (is_signed ? COOP_TYPE_INT16 : COOP_TYPE_UINT16)
               : sizeof(T) == 4 ? (is_signed ? COOP_TYPE_INT32 : COOP_TYPE_UINT32)
                                : (is_signed ? COOP_TYPE_INT64 : COOP_TYPE_UINT64);
    } else {
        static_assert(std::is_class_v<T> || std::is_union_v<T>, "kernels have no parameters of this type");
        return COOP_TYPE_BYTES;
    }
}

} // namespace detail

/* A number; or a struct, laid out as on the device, which the argument borrows until the launch is posted. A
 * parameter of an integer type takes every integer that it can hold, one of float or double its own type. */
template <class T> coop_argument argument(const char *name, const T &value) noexcept
{
    constexpr coop_type type = detail::type_of<T>();

    if constexpr (type == COOP_TYPE_BYTES) {
        static_assert(std::is_trivially_copyable_v<T>, "a struct of kernels is trivially copyable");
        return coop_argument_struct(name, &value, sizeof value);
    } else {
        coop_argument argument = coop_argument_of(name, COOP_ARGUMENT_NUMBER, type);

        if constexpr (std::is_floating_point_v<T>) {
            argument.value.real = value;
        } else if constexpr (type == COOP_TYPE_INT8 || type == COOP_TYPE_INT16 || type == COOP_TYPE_INT32 ||
                             type == COOP_TYPE_INT64) {
            argument.value.integer = static_cast<std::int64_t>(value);
        } else {
            argument.value.natural = static_cast<std::uint64_t>(value);
        }
        return argument;
    }
}

/* A vector, of as many lanes; borrowed likewise. */
template <class T, std::size_t Lanes>
coop_argument argument(const char *name, const std::array<T, Lanes> &lanes) noexcept
{
    return coop_argument_vector(name, detail::type_of<T>(), static_cast<std::uint32_t>(Lanes), lanes.data());
}

/* What a pointer leads to: the elements from that index on. Those that are structs are not checked. */
template <class T>
coop_argument argument(const char *name, const buffer<T> &elements, std::uint64_t index = 0) noexcept
{
    constexpr coop_type type = detail::type_of<T>();

    return coop_argument_elements(name, elements.get(), type == COOP_TYPE_BYTES ? COOP_TYPE_NONE : type,
                                  index > UINT64_MAX / sizeof(T) ? UINT64_MAX : index * sizeof(T));
}

/* Bytes of a parameter in local memory. */
inline coop_argument local(const char *name, std::uint64_t bytes) noexcept
{
    return coop_argument_local(name, bytes);
}

} // namespace coop

#endif
