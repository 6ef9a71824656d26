import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileState } from "@ferrule/kit/file-state.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";

/** What runs in executors and isolates, and the (absolute) files that it was bundled from. */
export interface BundledGuest {
  executor: string;
  prelude: string;
  inputs: string[];
}

interface KeptBundle extends BundledGuest {
  /** Size and modification time, in ms, of each input. */
  states: string[];
}

/**
 * Returns what an earlier process bundled and stored in `folder`, if none of its files has changed. Otherwise it
 * bundles again and stores that. A problem with the folder never makes it fail.
 */
export async function keptBundle(folder: string, bundle: () => Promise<BundledGuest>): Promise<BundledGuest> {
  const path = join(folder, "guest.json");
  try {
    const kept = JSON.parse(readFileSync(path, "utf8")) as KeptBundle;
    if (kept.inputs.length > 0 && kept.inputs.every((input, index) => fileState(input) === kept.states[index]))
      return kept;
  } catch {
    // Missing or unreadable.
  }
  const bundled = await bundle();
  const kept: KeptBundle = { ...bundled, states: bundled.inputs.map(fileState) };
  await leave(folder, path, JSON.stringify(kept));
  return bundled;
}

export interface KeptSnapshot {
  read: () => Buffer | undefined;
  keep: (snapshot: Buffer) => Promise<void>;
  discard: () => Promise<void>;
}

const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
const digestBytes = 32;

/** The snapshot for a prelude and an engine, preceded by its SHA-256. A truncated or changed one counts as missing. */
export function keptSnapshot(folder: string, prelude: string, addonPath: string): KeptSnapshot {
  const made = createHash("sha256")
    .update(`${addonPath} ${fileState(addonPath)}\n${prelude}`)
    .digest("hex");
  const path = join(folder, "isolates.snapshot");
  const head = Buffer.from(made, "hex");
  return {
    read() {
      if (!existsSync(path)) return undefined;
      try {
        const kept = readFileSync(path);
        const snapshot = kept.subarray(head.length + digestBytes);
        const isWhole = kept.subarray(head.length, head.length + digestBytes).equals(digestOf(snapshot));
        return isWhole && kept.subarray(0, head.length).equals(head) ? snapshot : undefined;
      } catch {
        return undefined;
      }
    },
    keep: (snapshot) => leave(folder, path, Buffer.concat([head, digestOf(snapshot), snapshot])),
    discard: () => rm(path, { force: true }).catch(() => {}),
  };
}

async function leave(folder: string, path: string, content: string | Buffer): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeAtomically(path, content);
  } catch {
    // It is only a cache, so the next process does without it too.
  }
}
