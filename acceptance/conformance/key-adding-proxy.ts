import { createServer, request, type Server } from "node:http";

/**
 * The suite cannot send request headers. This proxy adds the key and passes everything else on unchanged, including
 * header case, Host, Origin and streams.
 */
export function createKeyAddingProxy(target: string, key: string): Server {
  const { hostname, port, pathname } = new URL(target);
  return createServer((incoming, outgoing) => {
    const headers = [...incoming.rawHeaders, "x-api-key", key];
    const upstream = request(
      { hostname, port, path: pathname, method: incoming.method, headers, setDefaultHeaders: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
}
