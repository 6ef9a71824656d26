import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import { LRUCache } from "lru-cache";
import type { Log } from "@ferrule/kit/log.ts";
import { createKeptFiles, noteUse } from "./kept-files.ts";

/** What is kept of one build: everything but the ids. */
export interface BuildOutcome {
  diagnostics: Diagnostic[];
  derived: DerivedContract;
  bundle: Bundle | null;
  /** Set when the bundle is elsewhere: another worker built it, so the control plane has it, or it was handed over. */
  storedDigest?: string;
}

export interface ResultCache {
  get(key: string): Promise<BuildOutcome | undefined>;
  /** Never throws, because a build must not fail when its result cannot be cached. */
  set(key: string, outcome: BuildOutcome): Promise<void>;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Room for some four thousand everyday Functions. */
const heldLength = 16 * 1_048_576;
/** How often a file that is read from memory is marked as used. */
const noteEveryMs = 3_600_000;

/**
 * Results by key, one file each. A file that differs from what was written counts as absent. `createKeptFiles` limits
 * their size. The latest texts are also held in memory: opening and checking a file for each unchanged Function took
 * longer than building the changed one.
 */
export function createResultCache(options: { folder: string; maxBytes: number; log: Log }): ResultCache {
  const files = createKeptFiles(options);
  const pathOf = (key: string) => files.pathOf(`${key}.json`);
  const held = new LRUCache<string, { text: string; notedAt: number }>({
    maxSize: heldLength,
    sizeCalculation: ({ text }) => text.length,
  });
  async function read(key: string): Promise<string | undefined> {
    const known = held.get(key);
    if (known !== undefined && performance.now() - known.notedAt < noteEveryMs) return known.text;
    const kept = await readFile(pathOf(key), "utf8");
    const text = kept.slice(65);
    if (sha256(text) !== kept.slice(0, 64)) return undefined;
    noteUse(pathOf(key));
    held.set(key, { text, notedAt: performance.now() });
    return text;
  }
  return {
    async get(key) {
      try {
        const text = await read(key);
        return text === undefined ? undefined : (JSON.parse(text) as BuildOutcome);
      } catch {
        return undefined;
      }
    },
    async set(key, outcome) {
      try {
        const text = JSON.stringify(outcome);
        await files.write(`${key}.json`, `${sha256(text)}\n${text}`);
        held.set(key, { text, notedAt: performance.now() });
      } catch (error) {
        options.log.warn({ err: error }, "a build's result could not be kept");
      }
    },
  };
}
