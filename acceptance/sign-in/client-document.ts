import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

export interface ClientDocumentServer extends AsyncDisposable {
  /** The document's address, which is the client's id. */
  url: string;
  origin: string;
  /** With it, a control plane trusts the certificate and may reach the private address. */
  env: Record<string, string>;
  /** The certificate, for a control plane in this process. */
  certificate: string;
}

/** Serves a client's metadata document over TLS on this machine; `others` handles every other path. */
export async function startClientDocument(
  metadata: Record<string, unknown>,
  others: RequestListener = (_request, response) => void response.writeHead(404).end(),
): Promise<ClientDocumentServer> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  const server = createServer({ key, cert }, (request, response) => {
    if (request.url !== "/client.json") return others(request, response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ client_id: url, ...metadata }));
  });
  const served = await serveHere(server);
  const { port } = served;
  const origin = `https://localhost:${port}`;
  const url = `${origin}/client.json`;
  const folder = mkdtempSync(join(tmpdir(), "ferrule-certificate-"));
  const file = join(folder, "certificate.pem");
  writeFileSync(file, cert);
  return {
    url,
    origin,
    certificate: cert,
    env: { EGRESS_ALLOW_PRIVATE: `localhost:${port}`, NODE_EXTRA_CA_CERTS: file },
    [Symbol.asyncDispose]: async () => {
      await served[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
