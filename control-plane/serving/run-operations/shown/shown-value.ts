import { PublicError } from "@ferrule/contract/errors.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { runLimits } from "@ferrule/contract/internal/runs.ts";
import { maskMarker, maskTokens, sensitiveNames } from "@ferrule/contract/warnings/sensitive-names.ts";
import { compileSensitive } from "@ferrule/contract/warnings/sensitive-schema.ts";
import { maskValues } from "@ferrule/kit/masking/mask-values.ts";
import { redactValue } from "../../../data/cache/redact-value.ts";
import { knownValues } from "../../../data/secrets/known-values.ts";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The text, at most `shownChars` characters, cut between two characters. */
const cut = (text: string): string =>
  text.length <= runLimits.shownChars ? text : text.slice(0, runLimits.shownChars - 1).replace(/[\ud800-\udbff]$/, "");

/**
 * A value as JSON text that people may see: masked as in executions, by names, by the marks of its schema, and by the
 * values of secrets. If a secret cannot be opened, it shows nothing.
 */
export async function shownValueOf(
  app: App,
  scope: ProjectScope,
  schema: JsonSchema | null,
  value: unknown,
): Promise<string> {
  const values = await knownValues(app, scope).catch((error: unknown) => {
    if (error instanceof PublicError) return null;
    throw error;
  });
  if (values === null) return JSON.stringify(maskMarker);
  const mask = maskValues(values, maskMarker);
  const marked = compileSensitive(schema)?.(value) ?? value;
  const isSensitive = sensitiveNames(app.settings.maskedNames ?? []);
  const { value: shown } = redactValue(marked, { isSensitive, text: (text) => maskTokens(mask?.text(text) ?? text) });
  return cut(JSON.stringify(shown));
}
