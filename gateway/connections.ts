import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ClientAddresses } from "./client-address.ts";

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

export function trackConnections(addresses: ClientAddresses): Connections {
  const known = new WeakMap<Socket, Connection>();
  return {
    of(socket) {
      let connection = known.get(socket);
      if (connection === undefined) {
        connection = addresses.peer(socket.remoteAddress);
        known.set(socket, connection);
      }
      return connection;
    },
  };
}
