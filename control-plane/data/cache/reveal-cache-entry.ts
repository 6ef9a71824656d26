import { maskMarker, maskTokens, sensitiveNames } from "@ferrule/contract/warnings/sensitive-names.ts";
import { maskValues } from "@ferrule/kit/masking/mask-values.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { knownValues } from "../secrets/known-values.ts";
import { auditedEntry } from "./audited-entry.ts";
import { redactValue } from "./redact-value.ts";

/** Shows an entry's value. The audit records this, and the Project's secrets are masked wherever they occur. */
export const revealCacheEntry: Handlers["revealCacheEntry"] = async ({ app, scope, body }) => {
  const { json, ...entry } = found(await app.cache.find(scope, body, body.key));
  const mask = maskValues(await knownValues(app, scope), maskMarker);
  const { value, redactions } = redactValue(JSON.parse(json), {
    isSensitive: sensitiveNames(app.settings.maskedNames ?? []),
    text: (text) => maskTokens(mask?.text(text) ?? text),
  });
  return { answer: { key: entry.key, value, redactions }, audit: auditedEntry(entry, { redactions }) };
};
