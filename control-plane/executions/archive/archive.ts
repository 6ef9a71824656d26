import { PublicError } from "@ferrule/contract/errors.ts";
import type { ControlPlaneSettings } from "../../settings.ts";
import { BucketError, openBucket, type Bucket } from "./bucket.ts";
import { readLines } from "./part.ts";
import type { ArchivedPart } from "./queries.ts";

/** A list is read page by page, so what was read stays for a moment. */
const keptForMs = 60_000;
const mostKeptBytes = 64 * 1_048_576;

/** Where old executions are. */
export interface Archive {
  bucket: Bucket;
  retentionDays: number;
  /** The lines of a part, newest first. @throws BucketError */
  read: (part: Pick<ArchivedPart, "key" | "bytes" | "textBytes" | "sha256">) => Promise<readonly string[]>;
  /** Forgets what was read of it. */
  forget: (key: string) => void;
}

interface Held {
  lines: Promise<readonly string[]>;
  bytes: number;
  until: number;
}

/** Opens the archive of these settings, if they name one. Nothing is asked yet. */
export function openArchive({
  archive,
  proxies,
}: Pick<ControlPlaneSettings, "archive" | "proxies">): Archive | undefined {
  if (archive === undefined) return undefined;
  const bucket = openBucket(archive, proxies);
  const held = new Map<string, Held>();

  function makeRoom(bytes: number): void {
    let sum = bytes;
    for (const one of held.values()) sum += one.bytes;
    // The oldest is first.
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
      const lines = bucket.get(key, { bytes, sha256 }).then((body) => readLines(body, textBytes));
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

/** Says to whoever reads that the archive cannot be read just now. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof BucketError)) throw cause;
    throw new PublicError("UNAVAILABLE", "The archive of executions cannot be read just now.", {
      cause,
      retryAfterSeconds: 10,
    });
  }
}
