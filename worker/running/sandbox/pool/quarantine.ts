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
 * Functions that brought an executor down: from then on, each gets its own. We keep at most the latest thousand. With a
 * file they survive restarts; otherwise every restart would cost their neighbours an executor again. A Function is
 * identified by its bundle's digest, so a repaired one is trusted again. A failure to read or write the file is logged,
 * and does not prevent serving.
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
