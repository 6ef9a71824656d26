import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface StandIn {
  address: string;
  /** The requests, in order. */
  asked: IncomingMessage[];
}

/**
 * Plays an installation on loopback, for responses that a real one gives only under faults. With a certificate, it uses
 * TLS.
 */
export async function standIn(
  t: Pick<TestContext, "after">,
  answer: RequestListener,
  tls?: ServerOptions,
): Promise<StandIn> {
  const asked: IncomingMessage[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request);
    answer(request, response);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`, asked };
}

/** Responds to every request with this JSON. */
export const answering =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

/** The response of an installation's `getMe` for a token. */
export const me = (slug = "shop", role = "developer") => ({
  user: { email: "ann@acme.example", role },
  effectiveRole: role,
  activeProject: { id: `prj_${slug}`, slug },
  csrfToken: null,
});
