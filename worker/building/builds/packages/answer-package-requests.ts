import { sha512Of } from "./integrity.ts";
import type { NamedTarball, PackageAnswer, PackageRequest } from "./package-messages.ts";
import { shown } from "./package-names.ts";
import { PackageProblem } from "../libraries/package-problem.ts";
import { type Packument, readPackument, readVersion } from "./packument.ts";
import { resolveLock } from "./resolve-lock.ts";

/** The most bytes of documents that a resolution keeps. Reading one of 10 MB takes some 50 MB. */
const keptDocumentBytes = 32 * 1_048_576;
/** CPU time for one resolution. Each step also has its own limit, from outside. */
const longestMs = 15_000;
const mostResolutions = 64;

interface Given {
  integrity?: string;
  document?: Uint8Array | undefined;
}

const answerOf = (error: unknown): PackageAnswer => {
  if (error instanceof PackageProblem) return { problem: { code: error.code, message: error.message.slice(0, 2_000) } };
  throw error;
};

/** One resolution. It pauses whenever it needs something from the worker, and continues when it gets that. */
class Resolution {
  readonly #documents = new Map<string, { read: Packument; bytes: number }>();
  readonly #began = process.cpuUsage();
  readonly #of: { name: string; version: string };
  #answer = Promise.withResolvers<PackageAnswer>();
  #given = Promise.withResolvers<Given>();

  constructor(of: { name: string; version: string }) {
    this.#of = of;
    resolveLock(of, {
      describe: (name) => this.#describe(name),
      integrityOf: async (name, { version, tarball, integrity, shasum }) => {
        const said = sha512Of(integrity);
        if (said !== undefined) return said;
        const named: NamedTarball = { name, version, tarball, ...(shasum === undefined ? {} : { shasum }) };
        return (await this.#need({ integrityOf: named })).integrity ?? "";
      },
    }).then(
      (lock) => this.#answer.resolve({ lock }),
      (error: unknown) => this.#answer.reject(error),
    );
  }

  /** Its next request to the worker, or its result. @throws PackageProblem */
  get next(): Promise<PackageAnswer> {
    return this.#answer.promise;
  }

  give(given: Given): void {
    this.#answer = Promise.withResolvers();
    this.#given.resolve(given);
  }

  #need(what: PackageAnswer): Promise<Given> {
    const { user, system } = process.cpuUsage(this.#began);
    if ((user + system) / 1_000 > longestMs) {
      const { name, version } = this.#of;
      const message = `It takes more than ${longestMs / 1_000} s to find the dependencies of ${name}@${version}, more than a Library may take.`;
      throw new PackageProblem("LIBRARY_DEPENDENCIES", message);
    }
    this.#given = Promise.withResolvers();
    this.#answer.resolve(what);
    return this.#given.promise;
  }

  async #describe(name: string): Promise<Packument> {
    const known = this.#documents.get(name);
    if (known !== undefined) return known.read;
    const { document = new Uint8Array() } = await this.#need({ document: name });
    const read = readPackument(document, name);
    this.#documents.set(name, { read, bytes: document.length });
    let kept = 0;
    for (const { bytes } of this.#documents.values()) kept += bytes;
    for (const [other, { bytes }] of this.#documents) {
      if (kept <= keptDocumentBytes || other === name) break;
      this.#documents.delete(other);
      kept -= bytes;
    }
    return read;
  }
}

function locate(name: string, version: string, document: Uint8Array): PackageAnswer {
  const found = readVersion(readPackument(document, name), name, version);
  if (found !== undefined) return { tarball: found.tarball };
  const message = `The npm registry no longer has ${shown(name)}@${shown(version)}.`;
  throw new PackageProblem("LIBRARY_NOT_FOUND", message);
}

/**
 * Reads the registry's documents about packages. It runs in a build process, because the documents are untrusted and
 * may take arbitrarily long to read. The process has no network, so the worker fetches the documents and passes them as
 * bytes.
 */
export function createPackageRequests() {
  const resolutions = new Map<number, Resolution>();

  async function advance(request: Exclude<PackageRequest, { locate: unknown }>, document: Uint8Array | undefined) {
    const { resolution: id } = request;
    if ("of" in request) {
      while (resolutions.size >= mostResolutions) resolutions.delete(resolutions.keys().next().value!);
      resolutions.set(id, new Resolution(request.of));
    } else resolutions.get(id)?.give({ ...request.given, document });
    const answer = await (resolutions.get(id)?.next ?? { lost: true as const });
    if ("lock" in answer) resolutions.delete(id);
    return answer;
  }

  return async (request: PackageRequest, blobs: readonly Uint8Array[]): Promise<PackageAnswer> => {
    try {
      if (!("locate" in request)) return await advance(request, blobs[0]);
      return locate(request.locate.name, request.locate.version, blobs[0] ?? new Uint8Array());
    } catch (error) {
      if ("resolution" in request) resolutions.delete(request.resolution);
      return answerOf(error);
    }
  };
}
