import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { artifactManifest, bundle, type ArtifactManifest, type Bundle } from "@ferrule/contract/internal/artifact.ts";
import { emptySourceMap, foreignSources } from "@ferrule/contract/internal/foreign-sources.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { LRUCache } from "lru-cache";
import type { ControlPlaneClient } from "../control-plane-client/control-plane-client.ts";
import { artifactDigest, sha256 } from "./artifact-digest.ts";
import { writeAtomically } from "../write-atomically.ts";

export interface ArtifactStore {
  /** A manifest, whose every bundle is then at hand too. @throws when one is not to be had, or is not what it should be */
  load: (digest: string, signal?: AbortSignal) => Promise<ArtifactManifest>;
  bundle: (digest: string) => Promise<Bundle>;
  /** Removes files that were written more than `olderThanMs` ago and belong to none of these artifacts, by digest. */
  prune: (kept: Iterable<[string, ArtifactManifest]>, olderThanMs: number) => Promise<void>;
}

const digestPattern = /^[0-9a-f]{64}$/;
const fetchesAtOnce = 4;
const heldBytes = 64 * 1024 * 1024;

interface ArtifactStoreOptions {
  client: ControlPlaneClient;
  /** DATA_DIR. */
  dataDir: string;
  log: Log;
}

function checkedBundle(digest: string, parsed: unknown): Bundle {
  const read = bundle.parse(parsed);
  if (sha256(read.code) !== digest) throw new Error(`Bundle ${digest} has another digest.`);
  return read;
}

function checkedManifest(digest: string, parsed: unknown): ArtifactManifest {
  if (artifactDigest(parsed) !== digest) throw new Error(`Artifact ${digest} has another digest.`);
  return artifactManifest.parse(parsed);
}

/**
 * Artifacts and bundles by digest: from memory, else from DATA_DIR, else from the control plane. What is read is
 * always checked against its digest, so a damaged file is fetched again and a false answer is refused.
 */
export async function createArtifactStore({ client, dataDir, log }: ArtifactStoreOptions): Promise<ArtifactStore> {
  const folders = { artifact: join(dataDir, "artifacts"), bundle: join(dataDir, "bundles") };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  const memory = new LRUCache<string, Bundle>({
    maxSize: heldBytes,
    sizeCalculation: ({ code, sourceMap }) => code.length + sourceMap.length + 1,
  });
  const fetching = new Map<string, Promise<Bundle>>();
  /** Those whose file this process has checked or written: an artifact of a thousand Functions need not read them all again. */
  const onDisk = new Set<string>();
  const fileOf = (kind: keyof typeof folders, digest: string) => {
    if (!digestPattern.test(digest)) throw new Error("A digest is 64 lower-case hexadecimal characters.");
    return join(folders[kind], `${digest}.json`);
  };

  async function kept<T>(path: string, read: (parsed: unknown) => T): Promise<T | undefined> {
    try {
      return read(JSON.parse(await readFile(path, "utf8")));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT")
        log.warn({ err: error, path }, "a cached file is damaged");
      return undefined;
    }
  }

  /** A full disk costs the cache, never the deployment. */
  async function keep(path: string, value: unknown): Promise<boolean> {
    try {
      await writeAtomically(path, JSON.stringify(value));
      return true;
    } catch (error) {
      log.warn({ err: error, path }, "could not cache a file");
      return false;
    }
  }

  async function fetchBundle(digest: string, signal?: AbortSignal): Promise<Bundle> {
    const path = fileOf("bundle", digest);
    const cached = await kept(path, (parsed) => checkedBundle(digest, parsed));
    if (cached !== undefined && foreignSources(cached.sourceMap).length > 0) {
      // Of a builder of before. The code is what it is, and may be all there is of it while the control plane is away.
      log.warn(
        { digest, sources: foreignSources(cached.sourceMap).slice(0, 20) },
        "a kept source map named foreign files",
      );
      const cleaned = { ...cached, sourceMap: emptySourceMap };
      if (await keep(path, cleaned)) onDisk.add(digest);
      return cleaned;
    }
    if (cached !== undefined) {
      onDisk.add(digest);
      return cached;
    }
    onDisk.delete(digest);
    const fetched = checkedBundle(digest, await client.bundle(digest, signal));
    if (await keep(path, fetched)) onDisk.add(digest);
    return fetched;
  }

  async function bundleOf(digest: string, signal?: AbortSignal): Promise<Bundle> {
    const held = memory.get(digest);
    if (held !== undefined) return held;
    let pending = fetching.get(digest);
    if (pending === undefined) {
      pending = fetchBundle(digest, signal).finally(() => fetching.delete(digest));
      fetching.set(digest, pending);
    }
    const found = await pending;
    memory.set(digest, found);
    return found;
  }

  return {
    bundle: (digest) => bundleOf(digest),
    async load(digest, signal) {
      const path = fileOf("artifact", digest);
      let manifest = await kept(path, (parsed) => checkedManifest(digest, parsed));
      if (manifest === undefined) {
        const { sent } = await client.artifact(digest, signal);
        manifest = checkedManifest(digest, sent);
        await keep(path, sent);
      }
      const all = new Set(manifest.functions.map((one) => one.bundleDigest));
      const digests = [...all].filter((one) => !onDisk.has(one));
      while (digests.length > 0) {
        await Promise.all(digests.splice(0, fetchesAtOnce).map((one) => bundleOf(one, signal)));
      }
      return manifest;
    },
    async prune(manifests, olderThanMs) {
      const wanted = new Set<string>();
      for (const [digest, manifest] of manifests) {
        wanted.add(`${digest}.json`);
        for (const one of manifest.functions) wanted.add(`${one.bundleDigest}.json`);
      }
      for (const folder of Object.values(folders)) {
        for (const name of await readdir(folder)) {
          if (wanted.has(name)) continue;
          const { mtimeMs } = await stat(join(folder, name));
          if (Date.now() - mtimeMs <= olderThanMs) continue;
          onDisk.delete(name.slice(0, -".json".length));
          await rm(join(folder, name), { force: true });
        }
      }
    },
  };
}
