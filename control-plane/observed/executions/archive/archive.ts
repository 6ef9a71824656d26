import PQueue from "p-queue";
import type { ControlPlaneSettings } from "../../../ground/settings.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { openBucket } from "./bucket.ts";
import { readLines } from "./part.ts";

/** A list reads parts page by page, so we keep a part in memory for a moment. */
const keptForMs = 60_000;
const mostKeptBytes = 64 * 1_048_576;
/** Others wait. */
const mostReadsAtOnce = 8;

interface Held {
  lines: Promise<readonly string[]>;
  bytes: number;
  until: number;
}

/** Opens the archive of these settings, if they name one. It sends no request yet. */
export function openArchive({
  archive,
  proxies,
}: Pick<ControlPlaneSettings, "archive" | "proxies">): Archive | undefined {
  if (archive === undefined) return undefined;
  const bucket = openBucket(archive, proxies);
  const held = new Map<string, Held>();
  const reads = new PQueue({ concurrency: mostReadsAtOnce });

  function makeRoom(bytes: number): void {
    let sum = bytes;
    for (const one of held.values()) sum += one.bytes;
    // The map's first entry is the oldest.
    for (const [key, one] of held) {
      if (sum <= mostKeptBytes && one.until > performance.now()) continue;
      held.delete(key);
      sum -= one.bytes;
    }
  }
  return {
    bucket,
    retentionDays: archive.retentionDays,
    forget: (key) => {
      held.delete(key);
    },
    async read({ key, bytes, textBytes, sha256 }) {
      makeRoom(textBytes);
      const known = held.get(key);
      if (known !== undefined) return known.lines;
      const lines = reads.add(async () => readLines(await bucket.get(key, { bytes, sha256 }), textBytes));
      held.set(key, { lines, bytes: textBytes, until: performance.now() + keptForMs });
      try {
        return await lines;
      } catch (error) {
        held.delete(key);
        throw error;
      }
    },
  };
}
