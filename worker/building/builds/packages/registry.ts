import { setTimeout as delay } from "node:timers/promises";
import { EnvHttpProxyAgent, fetch, type Response } from "undici";
import { noProxies, type Proxies } from "@ferrule/kit/network/proxies.ts";
import { PackageProblem } from "../libraries/package-problem.ts";

export interface Registry {
  /** The registry's document about a package, as raw bytes. @throws PackageProblem */
  document: (name: string, signal: AbortSignal) => Promise<Buffer>;
  /** The bytes of the tarball at an address that a document gave. @throws PackageProblem */
  download: (tarball: string, signal: AbortSignal) => Promise<Buffer>;
}

const timeoutMs = 30_000;
/** If a registry, or a proxy in front of it, fails for a moment, the deployment must not fail. */
const mostTries = 3;
const pauseMs = 300;
/** In their short form, the largest documents of well-known packages have about 10 MB. */
const maxDocumentBytes = 32 * 1_048_576;
export const maxTarballBytes = 16 * 1_048_576;
const abbreviated = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8";

interface Wanted {
  address: string;
  accept: string;
  maxBytes: number;
  /** For messages. */
  what: string;
  signal: AbortSignal;
}

async function readBounded(response: Response, maxBytes: number, what: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) {
      const message = `${what} is larger than ${maxBytes / 1_048_576} MiB, more than a Library may have.`;
      throw new PackageProblem("LIBRARY_TOO_LARGE", message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A client of an npm registry (https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md). It only fetches, and
 * does not read the content. It requests tarballs from the registry's own origin, whatever host a document names,
 * because a mirror's documents often name another host.
 */
export function createRegistry(url: string, proxies: Proxies = noProxies): Registry {
  const dispatcher = new EnvHttpProxyAgent({ ...proxies });
  const origin = new URL(url);
  const prefix = url.replace(/\/+$/, "");

  /** Sends one request. @throws PackageProblem for a failure that a retry cannot change; any other error may pass */
  async function ask({ address, accept, maxBytes, what, signal }: Wanted): Promise<Buffer> {
    const response = await fetch(address, {
      dispatcher,
      headers: { accept },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.ok) return await readBounded(response, maxBytes, what);
    await response.body?.cancel();
    if (response.status === 404) throw new PackageProblem("LIBRARY_NOT_FOUND", `The npm registry has no ${what}.`);
    throw new Error(`the registry answered ${response.status}`);
  }

  async function get(wanted: Wanted): Promise<Buffer> {
    const { what, signal } = wanted;
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask(wanted);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof PackageProblem) throw error;
        if (tries < mostTries) {
          await delay(pauseMs * tries, undefined, { signal });
          continue;
        }
        const message = `The npm registry did not deliver ${what}. Try again, or ask the operator of this installation.`;
        throw new PackageProblem("LIBRARY_UNAVAILABLE", message, error);
      }
    }
  }

  return {
    document: (name, signal) =>
      get({
        address: `${prefix}/${name.replace("/", "%2F")}`,
        accept: abbreviated,
        maxBytes: maxDocumentBytes,
        what: `package "${name}"`,
        signal,
      }),
    download(tarball, signal) {
      const base = `${prefix}/`;
      if (!URL.canParse(tarball, base)) {
        const message = "The npm registry names no valid address of a tarball.";
        throw new PackageProblem("LIBRARY_UNREADABLE", message);
      }
      const named = new URL(tarball, base);
      const path = named.origin === origin.origin ? named.href : `${prefix}${named.pathname}${named.search}`;
      return get({ address: path, accept: "*/*", maxBytes: maxTarballBytes, what: "tarball", signal });
    },
  };
}
