import assert from "node:assert/strict";
import test from "node:test";
import { sql } from "kysely";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { isSensitiveName } from "@ferrule/contract/sensitive-names.ts";
import type { TestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { operationOf, ready, sendAs } from "./attempt.ts";
import { branchesOf, describedOf, type Schema } from "./json-schema.ts";
import type { World } from "./world.ts";

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
  // The names of the secrets that verify a sender's signature.
  "signature.secrets",
  // What is shown of the tokens of a provider: names and times.
  "tokens",
]);

/** Where a value that was just made is shown, this once. */
const showsValue = new Set<OperationName>([
  "createToken",
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

/** Columns whose names sound like a secret's and that hold none. */
const openColumns = new Set([
  "audit_events.hash",
  "audit_chain.hash",
  "users.must_change_password",
  "idempotency_keys.key",
  "cache_entries.key",
  "cache_entries.value",
  "secret_versions.secret_id",
  "secret_versions.key_id",
  "retired_secret_values.secret_id",
  "retired_secret_values.key_id",
  "secrets.fingerprint",
  "secret_versions.fingerprint",
  // A record's own data again, as an index sorts it.
  ...Array.from({ length: 8 }, (_, at) => `records.key_${at + 1}`),
]);

interface Column {
  table: string;
  column: string;
}

/** Every column of the database that holds what must not be shown; a new one is among them by its name. */
async function secretColumns({ app }: TestControlPlane): Promise<Column[]> {
  const { rows } = await app.store.inInstallation(({ tx }) =>
    sql<Column>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'text'
        and column_name ~ 'hash|sha256|salt|password|secret|token|key|cipher|value|fingerprint'
      order by 1, 2
    `.execute(tx),
  );
  return rows.filter(({ table, column }) => !openColumns.has(`${table}.${column}`));
}

let columns: Promise<Column[]> | undefined;

/** Everything secret that the database holds now, as text. */
async function secretsOf(controlPlane: TestControlPlane): Promise<string[]> {
  const known = await (columns ??= secretColumns(controlPlane));
  const statement = known
    .map(({ table, column }) => `select "${column}"::text as secret from "${table}" where "${column}" is not null`)
    .join(" union ");
  const { rows } = await controlPlane.app.store.inInstallation(({ tx }) =>
    sql.raw<{ secret: string }>(statement).execute(tx),
  );
  const { sessionSecret, internalApiTokens, workerApiTokens, encryptionKeys } = controlPlane.settings;
  return [
    ...rows.map(({ secret }) => secret),
    sessionSecret,
    ...internalApiTokens,
    ...workerApiTokens,
    ...encryptionKeys,
  ];
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
    const attempt = await ready(world, name);
    const before = await secretsOf(world.controlPlane);
    const answer = await sendAs(world, name, attempt);
    assert.equal(answer.error, null, answer.text);
    const all = [...before, ...(await secretsOf(world.controlPlane)), ...givenSecrets(attempt.prepared.body)];
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

/** The columns that were taken for secret, for a test that none of the known ones is missing. */
export const secretColumnNames = async (world: World): Promise<string[]> =>
  (await secretColumns(world.controlPlane)).map(({ table, column }) => `${table}.${column}`);
