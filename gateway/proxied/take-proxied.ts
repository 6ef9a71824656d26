import type { Server, Socket } from "node:net";
import { parseProxyHeader } from "./parse-header.ts";

/** The client for whom a proxy speaks, by the connection from the proxy. */
export interface ProxiedAddresses {
  /** Undefined when the connection came without a header, or its header names nobody. */
  of: (socket: Socket) => string | undefined;
}

/** With TLS the server has another object for the same connection, but its peer is the same. */
const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** Calls back with the address once the header has been read. A header that is broken or late ends the connection. */
function readHeader(socket: Socket, withinMs: number, done: (address: string | null) => void): void {
  let given = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), withinMs);
  const fail = () => socket.destroy();
  const read = () => {
    const piece = socket.read() as Buffer | null;
    if (piece === null) return;
    given = Buffer.concat([given, piece]);
    const header = parseProxyHeader(given);
    if (header === "broken") fail();
    if (typeof header === "string") return;
    clearTimeout(timer);
    socket.off("readable", read).off("error", fail).off("end", fail);
    if (header.bytes < given.length) socket.unshift(given.subarray(header.bytes));
    done(header.address);
  };
  socket.on("readable", read).on("error", fail).on("end", fail);
  socket.once("close", () => clearTimeout(timer));
}

/**
 * Reads the PROXY protocol's header, with which a proxy names a connection's client, before the server sees the
 * connection. Peers that are not trusted proxies go to the server directly: a header of theirs is just broken HTTP or
 * TLS.
 */
export function takeProxied(
  server: Server,
  isTrusted: (address: string | undefined) => boolean,
  withinMs: number,
): ProxiedAddresses {
  const known = new Map<string, string>();
  const listeners = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const serve = () => {
      for (const listener of listeners) listener.call(server, socket);
    };
    if (!isTrusted(socket.remoteAddress)) return serve();
    readHeader(socket, withinMs, (address) => {
      const key = keyOf(socket);
      if (address !== null) {
        known.set(key, address);
        socket.once("close", () => known.delete(key));
      }
      serve();
    });
  });
  return { of: (socket) => known.get(keyOf(socket)) };
}
