import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { isSensitiveName } from "@ferrule/contract/warnings/sensitive-names.ts";
import { operationOf } from "../attempt.ts";
import { branchesOf, describedOf, type Schema } from "../json-schema.ts";
import { successOf } from "../success-of.ts";
import type { World } from "../world.ts";

/**
 * Names that sound like a secret's but hold none: the caller's own token, a flag, names, metadata, the audit's chain, a
 * rule.
 */
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
  // The value with which a policy compares a claim.
  "claim.value",
  "requiredClaims.value",
  // The names of the secrets that verify a sender's signature and its first request.
  "signature.secrets",
  "signature.challengeSecret",
  // The places where a Project has a secret, by its name.
  "source.secrets",
  // The name of a query parameter.
  "challenge.tokenParameter",
  // The members of inputs that failures have in common, masked as the inputs are.
  "failed.value",
  "succeeded.value",
  // The visible parts of a provider's tokens: names and times.
  "tokens",
]);

/** The places that show a new value, once. */
const showsValue = new Set<OperationName>([
  "createToken",
  "createPipelineToken",
  "redeemCliSignIn",
  "createApiKey",
  "rotateApiKey",
  "createScimToken",
  "rotateScimToken",
]);

/** The places that show a value that is not a secret: known secrets in it are masked, as the handler's tests show. */
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

/** Texts in requests that nobody can read again, by their fields' names. */
const givenSecrets = (body: unknown): string[] =>
  Object.entries((body ?? {}) as Record<string, unknown>)
    .filter(([name, value]) => (isSensitiveName(name) || name === "value") && typeof value === "string")
    .map(([, value]) => value as string);

/** Checks that no response contains a field that holds a secret. */
export function secretRules(world: World, name: OperationName): void {
  test(`${name}: answers with no field that is named like a secret`, () => {
    const { responses } = describedOf(name);
    const paths = Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema }) => sensitivePaths(schema)),
    );
    // The schema's version shows the constants that a mapping puts into records, to all readers.
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
