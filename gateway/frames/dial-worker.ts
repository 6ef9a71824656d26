// Why: docs/decisions/frames-between-gateway-and-worker.md
import { request as requestHttp } from "node:http";
import type { Socket } from "node:net";
import { connectToPeer, type PeerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import { callsPath, callsProtocol } from "@ferrule/contract/internal/call-frames.ts";

export interface Dialled {
  origin: string;
  connector: PeerConnector;
  internalApiToken: string;
}

/**
 * Opens a connection for calls in frames, to a worker that has proven its role. Resolves to a status when the answer is
 * a refusal, for example because a proxy does not pass `Upgrade`. Rejects when the worker cannot be reached, or with
 * the signal's reason.
 */
export async function dialWorker(
  { origin, connector, internalApiToken }: Dialled,
  signal: AbortSignal,
): Promise<Socket | number> {
  const proven = await connectToPeer({ url: origin }, connector, signal);
  const request = requestHttp({
    // We use no agent, because it would make a connection of its own.
    createConnection: () => proven,
    path: callsPath,
    headers: {
      host: new URL(origin).host,
      "x-internal-token": internalApiToken,
      connection: "upgrade",
      upgrade: callsProtocol,
    },
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
