import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { createKeptFiles, noteUse } from "./kept-files.ts";

/** What is kept of one build: all but the ids. */
export interface BuildOutcome {
  diagnostics: Diagnostic[];
  derived: DerivedContract;
  bundle: Bundle | null;
  /** Of a result that another worker has built, whose bundle the control plane has and nobody here needs. */
  storedDigest?: string;
}

export interface ResultCache {
  get(key: string): Promise<BuildOutcome | undefined>;
  /** Never throws: a build does not fail because its result cannot be kept. */
  set(key: string, outcome: BuildOutcome): Promise<void>;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * Results by key, one file each. A file that is not exactly what was written counts as absent. `createKeptFiles` says how they are
 * bounded.
 */
export function createResultCache(options: { folder: string; maxBytes: number; log: Log }): ResultCache {
  const files = createKeptFiles(options);
  const pathOf = (key: string) => files.pathOf(`${key}.json`);
  return {
    async get(key) {
      try {
        const text = await readFile(pathOf(key), "utf8");
        const checksum = text.slice(0, 64);
        if (sha256(text.slice(65)) !== checksum) return undefined;
        noteUse(pathOf(key));
        return JSON.parse(text.slice(65)) as BuildOutcome;
      } catch {
        return undefined;
      }
    },
    async set(key, outcome) {
      try {
        const text = JSON.stringify(outcome);
        await files.write(`${key}.json`, `${sha256(text)}\n${text}`);
      } catch (error) {
        options.log.warn({ err: error }, "a build's result could not be kept");
      }
    },
  };
}
