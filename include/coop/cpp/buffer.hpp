/* Buffers: elements of one type in a context's device memory.
 * Ownership, threads and errors: coop.hpp. */
#ifndef COOP_CPP_BUFFER_HPP
#define COOP_CPP_BUFFER_HPP

#include "coop/cpp/context.hpp"
#include "coop/interop.h"
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif

namespace coop
{
namespace detail
{

template <class Range> using data_of = decltype(std::data(std::declval<Range &>()));

/* Whether std::data and std::size of a Range are those of elements that convert to T without a copy: of
 * std::vector, std::array, std::span, arrays. */
template <class Range, class T, class = void> struct lies_in_one_piece : std::false_type {
};
template <class Range, class T>
struct lies_in_one_piece<Range, T, std::void_t<data_of<Range>, decltype(std::size(std::declval<Range &>()))>>
    : std::bool_constant<std::is_same_v<data_of<Range>, T *> ||
                         std::is_same_v<data_of<Range>, std::remove_const_t<T> *>> {
};

template <class Range, class T> using if_in_one_piece = std::enable_if_t<lies_in_one_piece<Range, T>::value>;

/* Saturated, so that what is too much is refused as such. */
template <class T> constexpr std::uint64_t bytes_of(std::size_t count)
{
    return count > UINT64_MAX / sizeof(T) ? UINT64_MAX : static_cast<std::uint64_t>(count) * sizeof(T);
}

} // namespace detail

/* A piece of a buffer, which the host reaches through a pointer until the mapping's end. The destructor ends
 * the mapping, and so may copy; a copy that fails is known to unmap() alone. When the buffer is destroyed
 * first, the pointer leads nowhere. */
template <class T> class mapping
{
  public:
    mapping(mapping &&other) noexcept
        : buffer_(std::exchange(other.buffer_, nullptr)), data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0))
    {
    }

    mapping &operator=(mapping &&other) noexcept
    {
        mapping moved(std::move(other));

        std::swap(buffer_, moved.buffer_);
        std::swap(data_, moved.data_);
        std::swap(size_, moved.size_);
        return *this;
    }

    ~mapping()
    {
        if (data_ != nullptr) {
            coop_buffer_unmap(buffer_, data_);
        }
    }

    /* coop_buffer_unmap: launches that are posted afterwards see what was written. When it throws, the piece
     * is still mapped.
     * Blocks  for the copy, where there is one. */
    void unmap()
    {
        check(coop_buffer_unmap(buffer_, data_));
        buffer_ = nullptr;
        data_ = nullptr;
        size_ = 0;
    }

    /* NULL and 0 of an empty mapping. */
    T *data() const noexcept
    {
        return data_;
    }
    std::size_t size() const noexcept
    {
        return size_;
    }
    T *begin() const noexcept
    {
        return data_;
    }
    T *end() const noexcept
    {
        return data_ + size_;
    }
    T &operator[](std::size_t index) const noexcept
    {
        return data_[index];
    }
#if defined(__cpp_lib_span)
    std::span<T> span() const noexcept
    {
        return {data_, size_};
    }
#endif

  private:
    template <class Element> friend class buffer;

    mapping(coop_buffer *buffer, T *data, std::size_t size) noexcept
        : buffer_(buffer), data_(data), size_(size)
    {
    }

    coop_buffer *buffer_;
    T *data_;
    std::size_t size_;
};

/* Elements of a type that is copied to the device as bytes. Indices and counts are of elements.
 * The destructor gives the memory back; no launch that uses it may be running. */
template <class T> class buffer : public detail::owner<coop_buffer, coop_buffer_destroy>
{
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>,
                  "a buffer's elements are copied to the device as bytes");

  public:
    /* Owns `handle`. */
    explicit buffer(coop_buffer *handle) noexcept : owner(handle)
    {
    }

    /* coop_buffer_create: takes memory for `count` elements, at least 1; the contents are undefined. */
    buffer(const context &context, std::size_t count) : owner(nullptr)
    {
        coop_buffer *made = nullptr;
        coop_status status = coop_buffer_create(context.get(), detail::bytes_of<T>(count), &made);

        own(status, made);
    }

    /* The same, and writes a copy of the elements of a std::vector, std::array, std::span or array.
     * Blocks  for the copy. */
    template <class Range, class = detail::if_in_one_piece<const Range, const T>>
    buffer(const context &context, const Range &from) : buffer(context, std::size(from))
    {
        write(from);
    }

    /* coop_buffer_import: elements in a cl_mem, without a copy. Bytes behind the last whole one are left
     * alone.
     * Blocks  as coop_buffer_import. */
    static buffer import(const context &context, struct _cl_mem *memory)
    {
        coop_buffer *made = nullptr;

        check(coop_buffer_import(context.get(), memory, &made));
        return buffer(made);
    }

    /* coop_buffer_import_svm: `count` elements in shared virtual memory.
     * flags  those that clSVMAlloc was given. */
    static buffer import_svm(const context &context, T *pointer, std::size_t count, std::uint64_t flags)
    {
        coop_buffer *made = nullptr;

        check(coop_buffer_import_svm(context.get(), pointer, detail::bytes_of<T>(count), flags, &made));
        return buffer(made);
    }

    /* How many elements; 0 of an empty buffer, and of one whose context was destroyed. */
    std::size_t size() const noexcept
    {
        return static_cast<std::size_t>(coop_buffer_bytes(get()) / sizeof(T));
    }

    /* The device address of an element, for arguments. A launch checks it. */
    coop_address address(std::size_t index = 0) const
    {
        coop_address first = coop_buffer_address(get());

        if (first == 0) {
            throw error(coop_last_error()->status);
        }
        return first + detail::bytes_of<T>(index);
    }

    /* coop_buffer_write: copies elements from the host, to those from index `first` on. An error with
     * COOP_INVALID_ARGUMENT when they pass the end.
     * Blocks  for the copy. */
    void write(std::size_t first, const T *from, std::size_t count)
    {
        check(coop_buffer_write(get(), detail::bytes_of<T>(first), from, detail::bytes_of<T>(count)));
    }
    template <class Range, class = detail::if_in_one_piece<const Range, const T>>
    void write(std::size_t first, const Range &from)
    {
        write(first, std::data(from), std::size(from));
    }
    template <class Range, class = detail::if_in_one_piece<const Range, const T>>
    void write(const Range &from)
    {
        write(0, std::data(from), std::size(from));
    }

    /* coop_buffer_read: copies elements to the host, as many as `to` has; as write. */
    void read(std::size_t first, T *to, std::size_t count) const
    {
        check(coop_buffer_read(get(), detail::bytes_of<T>(first), to, detail::bytes_of<T>(count)));
    }
    template <class Range, class = detail::if_in_one_piece<Range, T>>
    void read(std::size_t first, Range &&to) const
    {
        read(first, std::data(to), std::size(to));
    }
    template <class Range, class = detail::if_in_one_piece<Range, T>> void read(Range &&to) const
    {
        read(0, std::data(to), std::size(to));
    }

    /* Copies all elements to the host.
     * Blocks  for the copy. */
    std::vector<T> to_vector() const
    {
        std::vector<T> elements(size());

        read(0, elements.data(), elements.size());
        return elements;
    }

    /* coop_buffer_fill: every byte of the elements, or of `count` of them from index `first` on. */
    void fill_bytes(unsigned char value)
    {
        check(coop_buffer_fill(get(), 0, value, coop_buffer_bytes(get())));
    }
    void fill_bytes(std::size_t first, std::size_t count, unsigned char value)
    {
        check(coop_buffer_fill(get(), detail::bytes_of<T>(first), value, detail::bytes_of<T>(count)));
    }

    /* One element of four or eight bytes, whole, even while a running kernel uses it with atomic operations:
     * a flag, or a counter of progress. load is an acquire, store a release. Not of imported memory.
     * Blocks  for the copy. */
    T load(std::size_t index) const
    {
        T value{};

        static_assert(sizeof(T) == 4 || sizeof(T) == 8, "words of four or eight bytes are read whole");
        read(index, &value, 1);
        return value;
    }
    void store(std::size_t index, const T &value)
    {
        static_assert(sizeof(T) == 4 || sizeof(T) == 8, "words of four or eight bytes are written whole");
        write(index, &value, 1);
    }

    /* coop_buffer_map: all elements, or `count` of them from index `first` on.
     * access  COOP_MAP_READ, COOP_MAP_WRITE or their sum.
     * Blocks  for the copy, where there is one. */
    mapping<T> map(unsigned access)
    {
        return map(access, 0, size());
    }
    mapping<T> map(unsigned access, std::size_t first, std::size_t count)
    {
        void *pointer = nullptr;

        check(
            coop_buffer_map(get(), detail::bytes_of<T>(first), detail::bytes_of<T>(count), access, &pointer));
        return mapping<T>(get(), static_cast<T *>(pointer), count);
    }

    /* coop_buffer_as_cl_mem: the memory for ordinary kernels; the caller's to release with
     * clReleaseMemObject before the buffer is destroyed. */
    struct _cl_mem *as_cl_mem() const
    {
        struct _cl_mem *memory = nullptr;

        check(coop_buffer_as_cl_mem(get(), &memory));
        return memory;
    }
};

} // namespace coop

#endif
