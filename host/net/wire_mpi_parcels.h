/* Parcels of the wire over MPI: sends and receives that are under way. Called as the methods of wire.h are;
 * every failure leaves its sentence in `failure`, of COOP_NET_FAILURE_BYTES. */
#ifndef COOP_HOST_NET_WIRE_MPI_PARCELS_H
#define COOP_HOST_NET_WIRE_MPI_PARCELS_H

#include "host/net/wire.h"
#include <mpi.h>

struct coop_mpi_parcels;

/* COOP_OK, COOP_OUT_OF_MEMORY, COOP_NETWORK_FAILED; *parcels may be there also on failure, for the end. */
coop_status coop_mpi_parcels_listen(MPI_Comm communicator, uint32_t bytes, uint32_t places,
                                    struct coop_mpi_parcels **parcels, char *failure);

coop_status coop_mpi_parcels_send(struct coop_mpi_parcels *parcels, uint32_t to, const void *from,
                                  uint32_t bytes, uint32_t number, char *failure);
coop_status coop_mpi_parcels_sent(struct coop_mpi_parcels *parcels, uint32_t *number, char *failure);
coop_status coop_mpi_parcels_receive(struct coop_mpi_parcels *parcels, struct coop_wire_parcel *parcel,
                                     char *failure);
coop_status coop_mpi_parcels_give(struct coop_mpi_parcels *parcels, uint32_t place, char *failure);

/* Takes the receives back, and frees all. What MPI may still read or write then stays as long as the process
 * lives: *may_be_written says so of sends. NULL is accepted. */
coop_status coop_mpi_parcels_end(struct coop_mpi_parcels *parcels, int *may_be_written, char *failure);

#endif
