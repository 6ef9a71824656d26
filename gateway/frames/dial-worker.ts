import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { callsPath, callsProtocol } from "@ferrule/contract/internal/call-frames.ts";

export interface Dialled {
  origin: string;
  /** The name to ask for in TLS, in place of the address. */
  servername?: string | undefined;
  internalApiToken: string;
}

/**
 * Opens a connection for calls in frames. Resolves to a status when the worker refuses with one, for example because it
 * is of an earlier version. Rejects when the worker cannot be reached, or with the signal's reason.
 */
export function dialWorker(
  { origin, servername, internalApiToken }: Dialled,
  signal: AbortSignal,
): Promise<Socket | number> {
  const { protocol, hostname, port } = new URL(origin);
  const request = (protocol === "https:" ? requestHttps : requestHttp)({
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port,
    path: callsPath,
    agent: false,
    headers: { "x-internal-token": internalApiToken, connection: "upgrade", upgrade: callsProtocol },
    ...(servername === undefined ? {} : { servername }),
  });
  const { promise, resolve, reject } = Promise.withResolvers<Socket | number>();
  const stop = () => request.destroy(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  request.once("upgrade", (_response, socket: Socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    resolve(socket);
  });
  request.once("response", (response) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  request.on("error", reject);
  request.end();
  return promise.finally(() => signal.removeEventListener("abort", stop));
}
