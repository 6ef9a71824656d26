/** The table of one day's executions, with its indexes. */
export interface Partition {
  /** `20261121` */
  day: string;
  bytes: number;
}

const dayMs = 86_400_000;
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll("-", "");
const toMs = (day: string) => Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);

/**
 * The oldest day that stays. It is at most `days` before today, and the days from it to today fit into `megabytes`.
 * Today always stays. Also returns how many bytes then remain.
 */
export function oldestToKeep(
  partitions: readonly Partition[],
  today: string,
  days: number,
  megabytes: number,
): { day: string; bytes: number } {
  let day = toDay(toMs(today) - days * dayMs);
  let bytes = 0;
  for (const partition of partitions.toSorted((one, other) => (one.day < other.day ? 1 : -1))) {
    if (partition.day < day) break;
    if (partition.day < today && bytes + partition.bytes > megabytes * 1_048_576) {
      day = toDay(toMs(partition.day) + dayMs);
      break;
    }
    bytes += partition.bytes;
  }
  return { day, bytes };
}
