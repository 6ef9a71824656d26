import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { isSensitiveName } from "@ferrule/contract/warnings/sensitive-names.ts";
import { operationOf } from "../attempt.ts";
import { branchesOf, describedOf, type Schema } from "../json-schema.ts";
import { successOf } from "../success-of.ts";
import type { World } from "../world.ts";

/** Names that sound like a secret's and hold none: a token that is the caller's own, a flag, names, metadata, the audit's chain, a rule. */
const harmless = new Set([
  "csrfToken",
  "mustChangePassword",
  "choosePassword",
  "permissions.secrets",
  "missing.secrets",
  "secretRefs",
  "requiredSecrets",
  "missingSecrets",
  "apiKeys",
  "hash",
  // What a policy compares a claim with.
  "claim.value",
  "requiredClaims.value",
  // The names of the secrets that verify a sender's signature and its first question.
  "signature.secrets",
  "signature.challengeSecret",
  // Where a Project has a secret, by its name.
  "source.secrets",
  // The name of a query parameter.
  "challenge.tokenParameter",
  // What is shown of the tokens of a provider: names and times.
  "tokens",
]);

/** Where a value that was just made is shown, this once. */
const showsValue = new Set<OperationName>([
  "createToken",
  "createPipelineToken",
  "redeemCliSignIn",
  "createApiKey",
  "rotateApiKey",
  "createScimToken",
  "rotateScimToken",
]);

/** Where a value is shown that is no secret: known secrets in it are masked, which is shown beside the handler. */
const showsMasked = new Set<OperationName>(["revealCacheEntry"]);

function sensitivePaths(
  schema: Schema | boolean | undefined,
  path: readonly string[] = [],
  seen = new Set<Schema>(),
): string[] {
  if (typeof schema !== "object" || seen.has(schema)) return [];
  seen.add(schema);
  return branchesOf(schema).flatMap((branch) => {
    const inner = Object.entries(branch.properties ?? {}).flatMap(([name, property]) => {
      const here = [...path, name];
      const isHarmless = harmless.has(name) || harmless.has(here.slice(-2).join("."));
      const isTelling = isSensitiveName(name) || /^(value|hash|sha256|salt|ciphertext|plaintext)$/i.test(name);
      return [...(isTelling && !isHarmless ? [here.join(".")] : []), ...sensitivePaths(property, here, seen)];
    });
    const below = [branch.items, branch.additionalProperties];
    return [...inner, ...below.flatMap((child) => sensitivePaths(child, path, seen))];
  });
}

/** Texts that a request brought and nobody gets to read again, by the names of their fields. */
const givenSecrets = (body: unknown): string[] =>
  Object.entries((body ?? {}) as Record<string, unknown>)
    .filter(([name, value]) => (isSensitiveName(name) || name === "value") && typeof value === "string")
    .map(([, value]) => value as string);

/** No secret-bearing field is ever answered. */
export function secretRules(world: World, name: OperationName): void {
  test(`${name}: answers with no field that is named like a secret`, () => {
    const { responses } = describedOf(name);
    const paths = Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema }) => sensitivePaths(schema)),
    );
    // What a mapping puts into records stands in the schema's version, for all who read it.
    const shown = [...new Set(paths)].filter((path) => !/(^|\.)mapping\.(default|set)\.value$/.test(path));
    assert.deepEqual(shown, showsValue.has(name) || showsMasked.has(name) ? ["value"] : []);
  });

  test(`${name}: answers with nothing that the database or the settings keep secret, nor records it`, async () => {
    const { attempt, answer, secrets } = await successOf(world, name);
    const all = [...secrets, ...givenSecrets(attempt.prepared.body)];
    const shown = all.filter((secret) => secret.length >= 8 && answer.text.includes(secret));
    assert.deepEqual(shown, []);
    if (operationOf(name).audit === null) return;
    const issued = typeof answer.body["value"] === "string" ? [answer.body["value"]] : [];
    const recorded = await world.auditText(answer.requestId);
    assert.deepEqual(
      [...all, ...issued].filter((secret) => secret.length >= 8 && recorded.includes(secret)),
      [],
    );
  });
}
