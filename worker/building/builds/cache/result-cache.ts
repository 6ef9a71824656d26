import { readFile, stat } from "node:fs/promises";
import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { LRUCache } from "lru-cache";
import type { Log } from "@ferrule/kit/log.ts";
import type { BundleBytes } from "../../../ground/bundle-bytes.ts";
import { digestInTurns } from "../../../ground/digest-in-turns.ts";
import type { CoveredFile } from "../coverage/covered-file.ts";
import { createKeptFiles, noteUse } from "./kept-files.ts";

/** The stored part of a build's result: everything except the ids. */
export interface BuildOutcome {
  diagnostics: Diagnostic[];
  derived: DerivedContract;
  bundle: BundleBytes | null;
  /** Of a program of tests with coverage: what its counters stand for. */
  covered?: CoveredFile[];
  /** Set when the bundle is elsewhere: in the control plane, because another worker built it, or with its receiver. */
  storedDigest?: string;
}

export interface ResultCache {
  get(key: string): Promise<BuildOutcome | undefined>;
  /** Whether the result is larger than a MiB: then only a few should be in memory at once. */
  isLarge(key: string): Promise<boolean>;
  /** It never throws, because a build must not fail when its result cannot be cached. */
  set(key: string, outcome: BuildOutcome): Promise<void>;
}

/** Room for some four thousand everyday Functions. Larger results are read from their files. */
const heldBytes = 16 * 1_048_576;
const longestHeld = 1_048_576;
/** How often we mark a file as used while we read it from memory. */
const noteEveryMs = 3_600_000;
const digestLength = 64;
/** Bytes for the length of an outcome's head, at most ten digits. */
const lengthLength = 10;

/** The first part of the file, as JSON. The bundle's texts follow it. */
type Head = Omit<BuildOutcome, "bundle"> & { bundle: { digest: string; codeBytes: number } | null };

function partsOf({ bundle, ...rest }: BuildOutcome): Buffer[] {
  const about = bundle && { digest: bundle.digest, codeBytes: bundle.code.length };
  const head = Buffer.from(JSON.stringify({ ...rest, bundle: about } satisfies Head));
  const length = Buffer.from(String(head.length).padStart(lengthLength));
  return bundle === null ? [length, head] : [length, head, bundle.code, bundle.sourceMap];
}

function outcomeOf(kept: Buffer): BuildOutcome {
  const start = lengthLength + Number(kept.toString("latin1", 0, lengthLength));
  const { bundle, ...rest } = JSON.parse(kept.toString("utf8", lengthLength, start)) as Head;
  if (bundle === null) return { ...rest, bundle };
  const { digest, codeBytes } = bundle;
  const end = start + codeBytes;
  return { ...rest, bundle: { digest, code: kept.subarray(start, end), sourceMap: kept.subarray(end) } };
}

/**
 * Results by key, one file each. A damaged file counts as missing. `createKeptFiles` limits their size. The latest are
 * also in memory: opening and checking a file for each unchanged Function took longer than building the changed one.
 */
export function createResultCache(options: { folder: string; maxBytes: number; log: Log }): ResultCache {
  const files = createKeptFiles(options);
  const nameOf = (key: string) => `${key}.build`;
  const inMemory = new LRUCache<string, { kept: Buffer; notedAt: number }>({
    maxSize: heldBytes,
    sizeCalculation: ({ kept }) => kept.length,
  });
  const hold = (key: string, ...parts: readonly Buffer[]) => {
    if (parts.reduce((sum, { length }) => sum + length, 0) > longestHeld) return;
    inMemory.set(key, { kept: Buffer.concat(parts), notedAt: performance.now() });
  };
  async function read(key: string): Promise<Buffer | undefined> {
    const known = inMemory.get(key);
    if (known !== undefined && performance.now() - known.notedAt < noteEveryMs) return known.kept;
    const path = files.pathOf(nameOf(key));
    const file = await readFile(path);
    const kept = file.subarray(digestLength);
    if ((await digestInTurns(kept)) !== file.toString("latin1", 0, digestLength)) return undefined;
    noteUse(path);
    hold(key, kept);
    return kept;
  }
  return {
    async get(key) {
      try {
        const kept = await read(key);
        return kept === undefined ? undefined : outcomeOf(kept);
      } catch {
        return undefined;
      }
    },
    async isLarge(key) {
      if (inMemory.has(key)) return false;
      const found = await stat(files.pathOf(nameOf(key))).catch(() => null);
      return found !== null && found.size > longestHeld;
    },
    async set(key, outcome) {
      try {
        const parts = partsOf(outcome);
        await files.write(nameOf(key), [Buffer.from(await digestInTurns(...parts)), ...parts]);
        hold(key, ...parts);
      } catch (error) {
        options.log.warn({ err: error }, "a build's result could not be kept");
      }
    },
  };
}
