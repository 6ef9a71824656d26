import type { ExecutionRecord, LogEntry, QuestionNote } from "@ferrule/contract/internal/execution.ts";
import { maskTokens, sensitiveNames } from "@ferrule/contract/warnings/sensitive-names.ts";
import { runLimits } from "@ferrule/contract/internal/runs.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { mask, type MaskRules } from "./mask.ts";
import { maskBounded } from "./mask-bounded.ts";
import { coverQuotes } from "./cover-quotes.ts";
import { maskFieldsInText } from "./mask-fields-in-text.ts";
import type { ValueMask } from "@ferrule/kit/masking/mask-values.ts";
import { toMicroseconds } from "@ferrule/kit/metrics/to-microseconds.ts";

/** The Project and environment whose secrets are masked. */
export interface MaskedPlace {
  projectId: string;
  environment: Environment;
}

/** Masks everything that leaves a call for a record, a log or an observer. */
export interface Masker {
  /**
   * The record in its stored form: masked, then shortened, because a preview must not show a secret. The call's `cpuMs`
   * includes the CPU time of this.
   */
  record: (record: ExecutionRecord) => ExecutionRecord;
  /** The entries of a log, which may have a secret in parts. */
  logs: (place: MaskedPlace, entries: readonly LogEntry[]) => LogEntry[];
  /** A log entry that people see as soon as it is written. */
  entry: (place: MaskedPlace, entry: LogEntry) => LogEntry;
  text: (place: MaskedPlace, text: string) => string;
  /** A JSON value as people see it: its masked JSON text, cut to `runLimits.shownChars` characters. */
  shown: (place: MaskedPlace, value: unknown) => string;
}

const isStreamed = (output: unknown): output is { stream: unknown } => isObject(output) && "stream" in output;

/**
 * The part of a streamed response for the record. It masks fields in the response's text by name, like those of a
 * value.
 */
function maskStream(output: unknown, isSensitive: (name: string) => boolean): unknown {
  if (!isStreamed(output) || !isObject(output.stream) || typeof output.stream["start"] !== "string") return output;
  return { ...output, stream: { ...output.stream, start: maskFieldsInText(output.stream["start"], isSensitive) } };
}

/** This thread's CPU time; other threads do not count, so that the call does not pay for them. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The rules for texts that may come from an error. */
const quoting = (rules: MaskRules): MaskRules => ({ ...rules, text: (text) => coverQuotes(rules.text(text)) });

export interface MaskerOptions {
  /** MASKED_NAMES. */
  names?: readonly string[];
  /** The compiled mask of the values that this worker holds for a place. Null: there are none to search for. */
  values?: (place: MaskedPlace) => ValueMask | null;
}

/** Masks by name, by the form of the platform's own tokens, and by the values of secrets in use. */
export function createMasker({ names = [], values = () => null }: MaskerOptions = {}): Masker {
  const isSensitive = sensitiveNames(names);
  const plain: MaskRules = { isSensitive, text: maskTokens, hidesNumber: () => false };
  const withValues = (cover: (text: string) => string): MaskRules => ({
    isSensitive,
    text: (text) => maskTokens(cover(text)),
    hidesNumber: (value) => cover(String(value)) !== String(value),
  });

  const rulesOf = (known: ValueMask | null) =>
    known === null
      ? { rules: plain, cutRules: plain }
      : { rules: withValues(known.text), cutRules: withValues(known.cutText) };

  const maskLogs = (known: ValueMask | null, entries: readonly LogEntry[]): LogEntry[] => {
    const { cutRules } = rulesOf(known);
    return (known?.logs(entries) ?? entries).map((entry) => mask(entry, quoting(cutRules)) as LogEntry);
  };

  return {
    record(record) {
      const known = values(record);
      const startedMs = threadCpuMs();
      const { rules, cutRules } = rulesOf(known);
      const masked: Partial<ExecutionRecord> = {
        input: maskBounded(record.input, rules, cutRules.text),
        // The record of a long streamed response is cut off, possibly inside a secret.
        output: maskBounded(
          maskStream(record.output, isSensitive),
          isStreamed(record.output) ? cutRules : rules,
          cutRules.text,
        ),
        error: mask(record.error, quoting(cutRules)) as ExecutionRecord["error"],
        logs: maskLogs(known, record.logs),
        calls: mask(record.calls, rules) as ExecutionRecord["calls"],
        hostCalls: record.hostCalls.map((note) =>
          note.statement === undefined
            ? note
            : { ...note, statement: { ...note.statement, statement: cutRules.text(note.statement.statement) } },
        ),
      };
      if (record.questions !== undefined)
        masked.questions = mask(record.questions, quoting(cutRules)) as QuestionNote[];
      return { ...record, ...masked, cpuMs: record.cpuMs + toMicroseconds(threadCpuMs() - startedMs) };
    },
    logs: (place, entries) => maskLogs(values(place), entries),
    entry: (place, entry) => maskLogs(values(place), [entry])[0] ?? entry,
    shown(place, value) {
      const { rules, cutRules } = rulesOf(values(place));
      const text = JSON.stringify(maskBounded(value, rules, cutRules.text)) ?? "null";
      // A cut through a character would leave half of a surrogate pair.
      return text.length <= runLimits.shownChars ? text : text.slice(0, runLimits.shownChars).toWellFormed();
    },
    text: (place, text) => coverQuotes(maskTokens(values(place)?.cutText(text) ?? text)),
  };
}
