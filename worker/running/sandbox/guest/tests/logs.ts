import type { TestKit } from "./test-kit.ts";
import { real } from "./globals.ts";

export interface LogEntry {
  at: string;
  level: string;
  message: string;
  data?: unknown;
}

const most = { entries: 200, chars: 32 * 1024 };
const truncated = "[log truncated: the rest of this test's log was dropped]";

export interface TakenLogs {
  entries: LogEntry[];
}

/** Takes the entries of the present call too, if there is one. */
type Sink = (entry: LogEntry) => void;
let sink: Sink | undefined;

export function alsoLogTo(given: Sink | undefined): void {
  sink = given;
}

/** Keeps the first entries, and says when it has dropped others. */
export function boundedLog({ entries: mostEntries, chars: mostChars } = most): { entries: LogEntry[]; add: Sink } {
  const entries: LogEntry[] = [];
  let chars = 0;
  let isFull = false;
  return {
    entries,
    add(entry) {
      if (isFull) return;
      chars += entry.message.length + (entry.data === undefined ? 0 : JSON.stringify(entry.data).length);
      isFull = entries.length >= mostEntries - 1 || chars > mostChars;
      entries.push(isFull ? { at: entry.at, level: "warn", message: truncated } : entry);
    },
  };
}

/** Takes what the present test writes, and what its calls write. */
export function takeLogsOf(kit: TestKit): TakenLogs {
  const { entries, add } = boundedLog();
  kit.takeLogs((level, message, dataJson) => {
    const data: { data?: unknown } = dataJson === "" ? {} : { data: JSON.parse(dataJson) as unknown };
    const entry = { at: new real.Date(real.now()).toISOString(), level, message, ...data };
    add(entry);
    sink?.(entry);
  });
  return { entries };
}
