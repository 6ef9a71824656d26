import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type ClientHttp2Session } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { generate } from "selfsigned";
import type { Bounds } from "../bounds.ts";
import type { RunningGateway } from "../start-gateway.ts";
import { testGateway } from "../testing.ts";
import type { CertificateFiles } from "@ferrule/kit/tls/certificate.ts";

/** A new certificate for `localhost`, as PEM; `lives` is its time in seconds from now. */
export async function newPair(lives: [from: number, to: number] = [0, 86_400]) {
  const altNames = [{ type: 2 as const, value: "localhost" }];
  const extensions = [{ name: "subjectAltName" as const, altNames }];
  const [notBeforeDate, notAfterDate] = lives.map((seconds) => new Date(Date.now() + seconds * 1_000));
  const options = { keyType: "ec" as const, extensions, notBeforeDate: notBeforeDate!, notAfterDate: notAfterDate! };
  return generate([{ name: "commonName", value: "localhost" }], options);
}

/** Files with a certificate for `localhost`, in a folder that goes with the test. */
export async function makeCertificate(t: TestContext): Promise<CertificateFiles> {
  const folder = await mkdtemp(join(tmpdir(), "ferrule-certificate-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const files = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
  const pair = await newPair();
  await Promise.all([writeFile(files.certFile, pair.cert), writeFile(files.keyFile, pair.private)]);
  return files;
}

/** A gateway with a certificate of its own. */
export async function secureGateway(
  t: TestContext,
  upstreams: Parameters<typeof testGateway>[1],
  bounds: Partial<Bounds> = {},
): Promise<RunningGateway> {
  const settings = { certificate: await makeCertificate(t), ...upstreams.settings };
  return testGateway(t, { ...upstreams, settings }, bounds);
}

/** A client by HTTP/2 that ends with the test. */
export function http2Client(t: TestContext, port: number, options: object = {}): ClientHttp2Session {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, ...options });
  session.on("error", () => undefined);
  t.after(() => session.destroy());
  return session;
}

export interface Http2Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** One request; rejects when its stream is reset. */
export function ask(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Http2Answered> {
  const stream = session.request({ ":method": body === undefined ? "GET" : "POST", ...headers });
  const { promise, resolve, reject } = Promise.withResolvers<Http2Answered>();
  let answered: Http2Answered | undefined;
  stream.setEncoding("utf8");
  stream.on("response", (given) => {
    answered = { status: Number(given[":status"]), headers: given, text: "" };
  });
  stream.on("data", (piece: string) => (answered!.text += piece));
  stream.on("error", reject);
  stream.on("close", () => {
    if (answered === undefined || stream.rstCode !== 0) reject(new Error(`reset with ${stream.rstCode}`));
    else resolve(answered);
  });
  stream.end(body);
  return promise;
}
