/* Where memory that is not the arena's lies: a program of its own, not a part of the megakernel.
 *
 * The difference of two addresses is the address of an imported buffer (host/context/import.h), as those of
 * the arena's buffers are differences to the arena's base. */
kernel void coop_place(global uchar *arena, global uchar *memory, ulong at)
{
    *(global ulong *)(arena + at) = (ulong)memory - (ulong)arena;
}
