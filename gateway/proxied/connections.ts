import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ClientAddresses } from "./client-address.ts";
import type { ProxiedAddresses } from "./take-proxied.ts";

interface Connection {
  address: string;
  trusted: boolean;
  /** The latest answer on the connection. */
  response?: ServerResponse;
}

/** Facts about each client connection, computed once for all its requests. */
export interface Connections {
  of: (socket: Socket) => Connection;
}

/** `proxied`: proxies send the caller's address by the PROXY protocol, so their headers are ignored. */
export function trackConnections(addresses: ClientAddresses, proxied: ProxiedAddresses | undefined): Connections {
  const known = new WeakMap<Socket, Connection>();
  return {
    of(socket) {
      let connection = known.get(socket);
      if (connection === undefined) {
        const { address, trusted } = addresses.peer(socket.remoteAddress);
        connection =
          proxied === undefined
            ? { address, trusted }
            : { address: addresses.peer(proxied.of(socket) ?? address).address, trusted: false };
        known.set(socket, connection);
      }
      return connection;
    },
  };
}
