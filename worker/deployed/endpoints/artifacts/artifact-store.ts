import type { ArtifactManifest, Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { LRUCache } from "lru-cache";
import { type BundleBytes, bytesOf, divided, withDigest } from "../../../ground/bundle-bytes.ts";
import type { ControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";
import type { LoadedArtifact } from "./artifact-digest.ts";
import { openArtifactFiles } from "./artifact-files.ts";
import { openBundleFiles, type BundleFiles } from "./bundle-files.ts";
import { checkedArtifact, fetchArtifact, type KnownEntries } from "./fetch-artifact.ts";
import { fetchBundles } from "./fetch-bundles.ts";

export interface ArtifactStore {
  /**
   * Loads an artifact and makes sure that all its bundles are available. It does not fetch entries that it knows.
   * @throws when one is unavailable or invalid
   */
  load: (digest: string, known: KnownEntries, signal?: AbortSignal) => Promise<LoadedArtifact>;
  bundle: (digest: string) => Promise<BundleBytes>;
  /** Takes bundles that this worker has built itself, so that it need not fetch them. It writes large ones to files. */
  offer: (built: Iterable<BundleBytes>) => Promise<void>;
  /** Removes the file of an artifact. Its bundles stay. */
  forget: (digest: string) => Promise<void>;
  /** Removes files that are older than `olderThanMs` and belong to none of these artifacts, by digest. */
  prune: (kept: Iterable<[string, ArtifactManifest]>, olderThanMs: number) => Promise<void>;
}

const fetchesAtOnce = 4;
const heldBytes = 64 * 1024 * 1024;
/** Larger bundles go to files until they are served, because memory could not hold many. */
const longestOffered = 1_048_576;

interface ArtifactStoreOptions {
  client: ControlPlaneClient;
  /** DATA_DIR. */
  dataDir: string;
  log: Log;
}

/**
 * Bundles by digest: from memory, else from files, else from the control plane. Concurrent requests for one bundle
 * share a fetch.
 */
function createBundles(files: BundleFiles, client: ControlPlaneClient) {
  const memory = new LRUCache<string, BundleBytes>({
    maxSize: heldBytes,
    sizeCalculation: ({ code, sourceMap }) => code.length + sourceMap.length + 1,
  });
  const fetching = new Map<string, Promise<BundleBytes>>();
  /** Bundles whose file this process checked or wrote, so that a new artifact does not read them all again. */
  const onDisk = new Set<string>();

  async function keep(value: BundleBytes): Promise<BundleBytes> {
    if (await files.write(value)) onDisk.add(value.digest);
    return value;
  }

  async function fetchBundle(digest: string, signal?: AbortSignal): Promise<BundleBytes> {
    const cached = await files.read(digest);
    if (cached === undefined) {
      onDisk.delete(digest);
      const { codeBytes, bytes } = await client.getBundle({ params: { digest }, signal });
      return await keep(await withDigest(divided(digest, bytes, codeBytes)));
    }
    onDisk.add(digest);
    return cached;
  }

  return {
    onDisk,
    async take(built: BundleBytes): Promise<void> {
      const isLarge = built.code.length + built.sourceMap.length > longestOffered;
      if (isLarge && !onDisk.has(built.digest)) await keep(built);
      if (!onDisk.has(built.digest)) memory.set(built.digest, built);
    },
    /** Fetches many missing bundles at a time. Then it fetches those that are still missing one by one. */
    async fetchMany(digests: readonly string[], signal?: AbortSignal): Promise<void> {
      const there = await Promise.all(digests.map(async (one) => memory.has(one) || (await files.has(one))));
      const lacking = digests.filter((_, index) => there[index] === false);
      const take = async (sent: Bundle) => {
        memory.set(sent.digest, await keep(await withDigest(bytesOf(sent))));
      };
      await fetchBundles(lacking, client, take, signal);
    },
    async get(digest: string, signal?: AbortSignal): Promise<BundleBytes> {
      const held = memory.get(digest);
      if (held !== undefined) return onDisk.has(digest) ? held : await keep(held);
      let pending = fetching.get(digest);
      if (pending === undefined) {
        pending = fetchBundle(digest, signal).finally(() => fetching.delete(digest));
        fetching.set(digest, pending);
      }
      const found = await pending;
      memory.set(digest, found);
      return found;
    },
  };
}

/** The digests of the bundles of an artifact's Functions, and of those that hold the contents of its resources. */
function bundlesOf({ functions, endpoints }: ArtifactManifest): Set<string> {
  const contents = endpoints.flatMap(({ resources = [] }) => resources.map(({ contentDigest }) => contentDigest));
  return new Set([...functions.map(({ bundleDigest }) => bundleDigest), ...contents].filter((one) => one != null));
}

/**
 * Artifacts and bundles by digest: from memory, else from DATA_DIR, else from the control plane. Everything is checked
 * against its digest, so a damaged file is fetched again and a wrong response is refused.
 */
export async function createArtifactStore({ client, dataDir, log }: ArtifactStoreOptions): Promise<ArtifactStore> {
  const files = await openArtifactFiles(dataDir, log);
  const bundles = createBundles(await openBundleFiles(dataDir, log), client);

  async function artifactOf(digest: string, known: KnownEntries, signal?: AbortSignal): Promise<LoadedArtifact> {
    const kept = await files.read(digest, (parsed) => checkedArtifact(digest, parsed));
    if (kept !== undefined) return kept;
    const fetched = await fetchArtifact(digest, client, known, signal);
    await files.write(digest, fetched.manifest);
    return fetched;
  }

  return {
    bundle: (digest) => bundles.get(digest),
    async offer(built) {
      for (const one of built) await bundles.take(one);
    },
    async load(digest, known, signal) {
      const loaded = await artifactOf(digest, known, signal);
      const { manifest } = loaded;
      const digests = [...bundlesOf(manifest)].filter((one) => !bundles.onDisk.has(one));
      await bundles.fetchMany(digests, signal);
      while (digests.length > 0) {
        await Promise.all(digests.splice(0, fetchesAtOnce).map((one) => bundles.get(one, signal)));
      }
      return loaded;
    },
    forget: (digest) => files.remove(digest),
    async prune(manifests, olderThanMs) {
      const wanted = new Set<string>();
      for (const [digest, manifest] of manifests) {
        wanted.add(digest);
        for (const one of bundlesOf(manifest)) wanted.add(one);
      }
      for (const digest of await files.prune(wanted, olderThanMs)) bundles.onDisk.delete(digest);
    },
  };
}
