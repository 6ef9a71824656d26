import { parseExactJson, takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";
import { JsonTooDeep, requireDepth } from "@ferrule/kit/json/parse-json.ts";
import { givenTime } from "@ferrule/contract/resources/fields.ts";
import { insertedRecord } from "@ferrule/contract/resources/record.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { z } from "zod";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { validationError, validationIssues, type Issue } from "../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { createBreather } from "./breathe.ts";
import { readSchema, type CollectionSchema } from "./writing/collection-schema.ts";
import { insertLines, type GivenLine } from "./writing/insert-lines.ts";
import type { RecordPlace } from "./queries/record-scope.ts";
import { recordIssues } from "./writing/record-issues.ts";
import { boundLines, readLines, type Line } from "./read-lines.ts";
import { holdCollection, readCollection, type UsableCollection } from "./queries/usable-collection.ts";
import { requireVersion } from "./writing/write-record.ts";

/** As much as the gateway accepts in one request under `/api`. */
const limits = { totalBytes: 64 * 1_048_576, lineBytes: 524_288 };
interface Target {
  collection: UsableCollection;
  place: RecordPlace;
  schema: CollectionSchema;
  replace: boolean;
}

const batchSize = 500;
const mostIssues = 20;
const deepest = 100;

/** A line of an export; fields that the platform sets itself are ignored. */
const importedLine = insertedRecord
  .extend({
    expiresAt: givenTime.nullable().optional(),
    revision: z.unknown(),
    version: z.unknown(),
    createdAt: z.unknown(),
    updatedAt: z.unknown(),
  })
  .partial({ revision: true, version: true, createdAt: true, updatedAt: true });

function parseLine(
  { number, text }: Line,
  collection: UsableCollection,
  schema: CollectionSchema,
): { given: GivenLine | null; issues: Issue[] } {
  const place = `line ${number}`;
  if (text === null) return { given: null, issues: [{ path: place, message: "is not UTF-8" }] };
  let sent: ReturnType<typeof parseExactJson>;
  try {
    requireDepth(text, deepest);
    sent = parseExactJson(text);
  } catch (error) {
    const message = error instanceof JsonTooDeep ? "is nested too deeply" : "is not JSON";
    return { given: null, issues: [{ path: place, message }] };
  }
  if (!sent.isExact) return { given: null, issues: takeInexact(sent.value, place) };
  const parsed = importedLine.safeParse(sent.value);
  if (!parsed.success) return { given: null, issues: validationIssues(parsed.error, place) };
  const { id, data, ttlSeconds = collection.ttlSeconds, expiresAt = null } = parsed.data;
  const issues = recordIssues(schema.findIssues, collection, data);
  if (issues.length > 0) {
    return { given: null, issues: issues.map(({ path, message }) => ({ path: `${place}.${path}`, message })) };
  }
  return { given: { line: number, id: id ?? identifier("rec"), data, ttlSeconds, expiresAt }, issues: [] };
}

/** Reads every line, and stores lines in batches until one is invalid. */
async function storeLines(
  scope: ProjectScope,
  { collection, place, schema, replace }: Target,
  lines: AsyncIterable<Line>,
): Promise<{ inserted: number; replaced: number }> {
  const answer = { inserted: 0, replaced: 0 };
  const issues: Issue[] = [];
  const ids = new Set<string>();
  let batch: GivenLine[] = [];
  const store = async () => {
    const isNew = await insertLines(scope, collection, place, schema.version, batch, replace);
    answer.inserted += isNew.filter(Boolean).length;
    answer.replaced += isNew.filter((one) => !one).length;
    batch = [];
  };
  const breathe = createBreather();
  for await (const line of lines) {
    await breathe();
    const { given, issues: found } = parseLine(line, collection, schema);
    if (given !== null && ids.has(given.id)) found.push({ path: `line ${line.number}.id`, message: "stands twice" });
    issues.push(...found);
    if (issues.length >= mostIssues) break;
    // After an error, we store nothing more and only check the remaining lines.
    if (given === null || issues.length > 0) continue;
    ids.add(given.id);
    batch.push(given);
    if (batch.length === batchSize) await store();
  }
  if (issues.length > 0) throw validationError(issues.slice(0, mostIssues));
  if (batch.length > 0) await store();
  if (answer.inserted + answer.replaced === 0) throw new PublicError("VALIDATION_ERROR", "There is no line to import.");
  return answer;
}

/**
 * Imports all lines or none; an error names up to 20 invalid lines. The transaction begins when the whole body is
 * there, so that a slow sender does not block others from the collection.
 */
export const importRecords: Handlers["importRecords"] = async (context) => {
  const { app, operation, actor, params, query, chunks, read, write } = context;
  const { onConflict, environment, tenantId } = query;
  const usable = async (scope: ProjectScope) => {
    const collection = found(await readCollection(scope, environment, params.collectionId));
    requireRoleIn(operation, environment, actor);
    return { collection, version: requireVersion(collection) };
  };
  // This refuses an import that must fail before it receives the body.
  await read(usable);
  await using body = await app.spool.receive(boundLines(chunks, limits.lineBytes), limits.totalBytes);
  return await write(async (scope) => {
    await holdCollection(scope, params.collectionId);
    const { collection, version } = await usable(scope);
    const place = { collectionId: collection.id, environment, tenantId };
    const schema = await readSchema(scope, collection.id, version);
    const target = { collection, place, schema, replace: onConflict === "replace" };
    const answer = await storeLines(scope, target, readLines(body.read(), limits.lineBytes));
    const changes = { environment, tenantId, onConflict, ...answer };
    return { answer, audit: { kind: "data-collection", id: collection.id, name: collection.name, changes } };
  });
};
