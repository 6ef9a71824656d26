import { toShared } from "@ferrule/kit/shared-time.ts";
import { logLevels, type LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { LogHead } from "../../executor/protocol/messages.ts";
import { limits } from "../../limits.ts";

const levels = new Set<string>(logLevels);

/** Collects the log of one call. We do not trust the guest to limit its entries or to format them well. */
export function createLogCollector(onEntry: ((entry: LogEntry) => void) | undefined) {
  let entries: LogEntry[] = [];
  let bytes = 0;
  const keep = (entry: LogEntry) => {
    entries.push(entry);
    onEntry?.(entry);
  };
  return {
    get entries(): LogEntry[] {
      return entries;
    },
    /** Drops the entries of an attempt, because the call starts again. */
    restart(): void {
      entries = [];
      bytes = 0;
    },
    take(head: LogHead, message: Buffer, data: Buffer): void {
      if (entries.length >= limits.logEntries) return;
      bytes += message.length + data.length;
      const at = new Date(toShared(Number.isFinite(head.at) ? head.at : Date.now())).toISOString();
      if (bytes > limits.logBytes * 1.5) {
        bytes = Infinity;
        if (!entries.at(-1)?.message.startsWith("[log truncated")) {
          keep({ at, level: "warn", message: "[log truncated: the rest of this call's log was dropped]" });
        }
        return;
      }
      const level = (levels.has(head.level) ? head.level : "info") as LogEntry["level"];
      const entry: LogEntry = { at, level, message: String(message) };
      if (data.length > 0) {
        try {
          entry.data = JSON.parse(String(data)) as unknown;
        } catch {
          entry.data = String(data);
        }
      }
      keep(entry);
    },
  };
}
