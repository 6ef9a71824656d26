import { canonicalJson } from "../json/canonical-json.ts";
import { valueAtPointer } from "../json-schema/walking/json-pointer.ts";
import type { RunPolicy } from "../resources/run.ts";
import { runLimits, type NewRun } from "./runs.ts";

/** What a policy's pointers find in an input. */
export type RunKeys = Pick<NewRun, "key" | "concurrencyKey">;

/**
 * The text of a value, at most `keyChars` characters: a text itself, and anything else as canonical JSON. Null for
 * nothing, null and an empty text, which name no run.
 * @param digest SHA-256 (hex) of a text
 */
export function runKeyText(value: unknown, digest: (text: string) => string): string | null {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value : canonicalJson(value);
  // PostgreSQL stores no NUL, and no lone surrogate.
  const isStorable = text.isWellFormed() && !text.includes("\0");
  return isStorable && text.length <= runLimits.keyChars ? text : `sha256:${digest(JSON.stringify(text))}`;
}

/**
 * The key and the concurrency value of a run with this input. An input without the value of `key` has no key, so its
 * run is one of its own. Runs without the value of `concurrency.per` share one.
 * @param input After its validation
 * @param digest SHA-256 (hex) of a text
 */
export function runKeys(
  { key, concurrency }: Pick<RunPolicy, "key" | "concurrency">,
  tenantId: string,
  input: unknown,
  digest: (text: string) => string,
): RunKeys {
  const textAt = (pointer: string) => runKeyText(valueAtPointer(input, pointer), digest);
  const valueOf = (per: string) =>
    per === "function" ? "function" : per === "tenant" ? runKeyText(tenantId, digest) : (textAt(per) ?? "");
  return {
    key: key === null ? null : textAt(key),
    concurrencyKey: concurrency === null ? null : valueOf(concurrency.per),
  };
}
