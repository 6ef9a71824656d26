import type { Server } from "node:net";
import type { AddressInfo } from "node:net";

export class ListenError extends Error {
  override name = "ListenError";
}

const reasons: Record<string, string> = {
  EADDRINUSE: "is already in use by another program",
  ENOTSUP: "cannot be shared on this system",
  EACCES: "may not be opened by this user",
  EADDRNOTAVAIL: "belongs to an address that this machine does not have",
};

/**
 * Starts listening and returns the bound port (useful with port 0). `reusePort`: other processes with this option may
 * listen on the port too, and the kernel distributes connections among them (SO_REUSEPORT).
 * @throws ListenError with one actionable sentence, for a port that is taken or forbidden
 */
export function listen(server: Server, port: number, host: string, reusePort = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (cause: NodeJS.ErrnoException) =>
      reject(
        new ListenError(`Port ${port} on ${host} ${reasons[cause.code ?? ""] ?? "could not be opened"}.`, { cause }),
      );
    server.once("error", failed);
    server.listen({ port, host, backlog: 4096, reusePort }, () => {
      server.off("error", failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
