import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMadeOf, madeOf, type MadeOf } from "@ferrule/kit/process/made-of.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";

/** The code for executors and isolates, and the (absolute) files from which it was bundled. */
export interface BundledGuest {
  executor: string;
  prelude: string;
  inputs: string[];
}

interface KeptBundle extends Omit<BundledGuest, "inputs"> {
  madeOf: MadeOf;
  /** SHA-256 (hex) of the two texts. */
  digest: string;
}

const textsDigest = (executor: string, prelude: string) =>
  createHash("sha256")
    .update(JSON.stringify([executor, prelude]))
    .digest("hex");

const guestPath = (folder: string) => join(folder, "guest.json");

/**
 * Returns the bundle that an earlier process stored in `folder`, if it is intact and was made from exactly the current
 * files below `root`. Otherwise it bundles again and stores the result. A problem with the folder never makes it fail.
 */
export async function keptBundle(
  folder: string,
  root: string,
  bundle: () => Promise<BundledGuest>,
): Promise<Omit<BundledGuest, "inputs">> {
  try {
    const kept = JSON.parse(readFileSync(guestPath(folder), "utf8")) as KeptBundle;
    if (kept.digest === textsDigest(kept.executor, kept.prelude) && isMadeOf(root, kept.madeOf)) return kept;
  } catch {
    // Missing or unreadable.
  }
  const begunMs = Date.now();
  const { executor, prelude, inputs } = await bundle();
  const kept: KeptBundle = {
    executor,
    prelude,
    digest: textsDigest(executor, prelude),
    madeOf: madeOf(root, inputs, begunMs),
  };
  await leave(folder, guestPath(folder), JSON.stringify(kept));
  return kept;
}

/** Discards the kept bundle, so that the next process bundles again. */
export const discardBundle = (folder: string): Promise<void> => rm(guestPath(folder), { force: true }).catch(() => {});

export interface KeptSnapshot {
  read: () => Buffer | undefined;
  keep: (snapshot: Buffer) => Promise<void>;
  discard: () => Promise<void>;
}

const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
const digestBytes = 32;

/**
 * The snapshot for a prelude and an engine, with its SHA-256 before it. A truncated or changed one counts as missing.
 */
export function keptSnapshot(folder: string, prelude: string, addonPath: string): KeptSnapshot {
  const head = createHash("sha256")
    .update(`${process.version} ${process.arch}\n${prelude}\n`)
    .update(readFileSync(addonPath))
    .digest();
  const path = join(folder, "isolates.snapshot");
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
    // It is only a cache, so the next process works without it too.
  }
}
