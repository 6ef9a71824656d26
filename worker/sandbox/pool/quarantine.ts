import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Log } from "@ferrule/kit/log.ts";
import { z } from "zod";

const most = 1_000;
const kept = z.array(z.string().max(1_000));

export interface Quarantine {
  has: (functionKey: string) => boolean;
  add: (functionKey: string) => void;
}

/**
 * Functions that brought an executor down: each has one of its own from then on, at most a thousand of them, the latest.
 * With a file they are known after a restart too, or every restart would cost their neighbours an executor again. A
 * Function is named with the digest of its bundle, so one that was mended is trusted again. What cannot be read or
 * written is logged, and no reason not to serve.
 */
export function openQuarantine(file: string | undefined, log: Log): Quarantine {
  const keys = new Set<string>(file === undefined ? [] : read(file, log));
  return {
    has: (key) => keys.has(key),
    add(key) {
      if (keys.has(key)) return;
      keys.add(key);
      if (keys.size > most) keys.delete(keys.values().next().value!);
      if (file === undefined) return;
      try {
        writeFileSync(`${file}.part`, JSON.stringify([...keys]), { mode: 0o600 });
        renameSync(`${file}.part`, file);
      } catch (error) {
        log.warn({ err: error }, "could not keep which Functions need an executor of their own");
      }
    },
  };
}

function read(file: string, log: Log): string[] {
  try {
    return kept.parse(JSON.parse(readFileSync(file, "utf8"))).slice(-most);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      log.warn({ err: error }, "which Functions need an executor of their own is not known any more");
    return [];
  }
}
