import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/**
 * A numeric user and group that nothing else on this machine should have; it is the same at every start for one
 * `folder`. Numbers from 1 900 000 000 up lie above those that adduser, subuid ranges and systemd
 * (systemd.io/UIDS-GIDS) assign. A container whose user namespace ends below them gets a number from its last thousand.
 */
export async function privateUser(folder: string): Promise<number> {
  const seed = createHash("sha256").update(folder).digest().readUInt32BE(0);
  const text = await readFile("/proc/self/uid_map", "utf8").catch(() => "");
  return pickUser(text, seed);
}

/** Reads lines `<first inside> <first outside> <count>` of a uid_map, see user_namespaces(7). */
export function pickUser(uidMap: string, seed: number): number {
  const first = 1_900_000_000;
  const span = 200_000_000;
  const ranges = [...uidMap.matchAll(/(\d+)\s+\d+\s+(\d+)/g)].map(([, start, count]) => ({
    start: Number(start),
    end: Number(start) + Number(count),
  }));
  const widest = ranges.toSorted((a, b) => b.end - a.end)[0];
  if (!widest || widest.end >= first + span) return first + (seed % span);
  const room = Math.min(1000, widest.end - widest.start);
  // 65 534 is nobody, and 65 535 is not a user (-1 in 16 bits), so the last thousand ends before them.
  return Math.max(widest.start, Math.min(widest.end, 65_534) - 1 - (seed % room));
}
