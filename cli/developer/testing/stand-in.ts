import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface StandIn {
  address: string;
  /** What was asked, in order. */
  asked: IncomingMessage[];
}

/** Listens on loopback in place of an installation, for what a real one does only under faults. With a certificate, by TLS. */
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

/** Answers everything with this JSON. */
export const answering =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

/** What `getMe` of an installation returns for a token. */
export const me = (slug = "shop", role = "developer") => ({
  user: { email: "ann@acme.example", role },
  tokenRole: role,
  activeProject: { id: `prj_${slug}`, slug },
  csrfToken: null,
});
