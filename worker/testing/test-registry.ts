import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { pack, type Header } from "tar-stream";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

export interface PublishedPackage {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  /** Files besides package.json. */
  files: Record<string, string>;
  /** Further fields of package.json. */
  manifest?: Record<string, unknown>;
  /** Further entries of the tarball, unchanged. */
  entries?: { header: Partial<Header> & { name: string }; content?: string }[];
}

export interface TestRegistry extends AsyncDisposable {
  url: string;
  /** Publishes a version, or replaces one. Returns its integrity. `silently`: the document keeps the old integrity. */
  publish: (given: PublishedPackage, options?: { silently?: boolean }) => Promise<string>;
  /** Serves this document for a package instead of the published one. */
  describe: (name: string, document: unknown) => void;
  /** Serves these bytes as a version's tarball. Returns the tarball's entry in the document. */
  serve: (name: string, version: string, tarball: Buffer) => { tarball: string; integrity: string };
  /** Fails this many of the next requests, alternately with a 503 and by ending the connection. */
  falter: (requests: number) => void;
  /** Requested paths, oldest first. */
  asked: string[];
}

async function tarballOf({
  name,
  version,
  dependencies,
  files,
  manifest,
  entries = [],
}: PublishedPackage): Promise<Buffer> {
  const archive = pack();
  const all = { "package.json": JSON.stringify({ name, version, dependencies, ...manifest }), ...files };
  for (const [path, text] of Object.entries(all)) archive.entry({ name: `package/${path}` }, text);
  for (const { header, content } of entries) {
    if (content === undefined) archive.entry(header);
    else archive.entry(header, content);
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

/** An npm registry on loopback that serves a test's packages. */
export async function startTestRegistry(port = 0): Promise<TestRegistry> {
  const documents = new Map<string, Record<string, object>>();
  const tarballs = new Map<string, Buffer>();
  const described = new Map<string, string>();
  const asked: string[] = [];
  let failing = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    asked.push(path);
    if (failing > 0) {
      failing -= 1;
      if (failing % 2 === 0) response.writeHead(503).end();
      else request.socket.destroy();
      return;
    }
    const tarball = tarballs.get(path);
    const versions = documents.get(path.slice(1));
    const latest = Object.keys(versions ?? {}).at(-1);
    const document = described.get(path.slice(1));
    if (tarball !== undefined) response.end(tarball);
    else if (document !== undefined) response.end(document);
    else if (versions === undefined) response.writeHead(404).end("{}");
    else response.end(JSON.stringify({ "dist-tags": { latest }, versions }));
  });
  const { url, ...served } = await serveHere(server, port);
  const serve = (name: string, version: string, tarball: Buffer) => {
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const path = `/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
    tarballs.set(path, tarball);
    // Another host, as in a mirror's documents. Tarballs must come from the registry nevertheless.
    return { tarball: `https://registry.example${path}`, integrity };
  };
  return {
    url,
    asked,
    falter: (requests) => void (failing = requests),
    serve,
    describe: (name, document) => void described.set(name, JSON.stringify(document)),
    async publish(given, { silently = false } = {}) {
      const { name, version, dependencies } = given;
      const tarball = await tarballOf(given);
      const dist = serve(name, version, tarball);
      if (!silently) documents.set(name, { ...documents.get(name), [version]: { name, version, dependencies, dist } });
      return dist.integrity;
    },
    [Symbol.asyncDispose]: served[Symbol.asyncDispose],
  };
}
