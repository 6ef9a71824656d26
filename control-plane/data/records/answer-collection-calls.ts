import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { checkAhead } from "./writing/check-ahead.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { collectionCalls } from "@ferrule/contract/internal/collection-calls.ts";
import { collectionArguments } from "@ferrule/contract/internal/collections.ts";
import type { HostCall, HostCallErrorCode } from "@ferrule/contract/internal/host-calls.ts";
import type { z } from "zod";
import { answerEach, type AnswerHostCall } from "../../ground/host-calls/answer-each.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { validationError, validationIssues, type Issue } from "../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { preparedSchema, readSchema } from "./writing/collection-schema.ts";
import { showRecord } from "./describe-record.ts";
import { findRecords } from "./queries/find-records.ts";
import { readGrantedRecord } from "./read-granted-record.ts";
import { holdCollection, readGrantedCollection, type GrantedCollection } from "./queries/usable-collection.ts";
import { upsertData } from "./writing/upsert-data.ts";
import { deleteData, insertRecord, replaceData } from "./writing/write-record.ts";

type Arguments = typeof collectionArguments;
type Name = keyof Arguments;
type Place = Pick<HostCall, "environment" | "tenantId">;

type Run<N extends Name> = (
  scope: ProjectScope,
  collection: GrantedCollection,
  place: Place,
  argument: z.output<Arguments[N]> & { collection: string },
) => Promise<unknown>;

const codes: Partial<Record<string, HostCallErrorCode>> = {
  VALIDATION_ERROR: "VALIDATION_ERROR",
  NOT_FOUND: "NOT_FOUND",
  REVISION_CONFLICT: "REVISION_CONFLICT",
  CONFLICT: "UNIQUE_VIOLATION",
  INVALID_STATE: "NOT_FOUND",
};

/** Converts an error to the one that a Function sees. Database errors and slow queries become UNAVAILABLE. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof PublicError)) return error;
  const { code, details, message, cause } = error;
  if (code === "UNAVAILABLE") return new HostCallError("UNAVAILABLE", message, { cause });
  const known = codes[code];
  if (known === undefined) return error;
  const [issue] = (details?.["issues"] ?? []) as Issue[];
  const sentence = issue === undefined ? message : `${issue.path} ${issue.message}`;
  return new HostCallError(known, sentence, { cause, ...(details === undefined ? {} : { details }) });
}

/** Parses the argument of a call. @throws PublicError VALIDATION_ERROR */
function readArgument<N extends Name>(name: N, argument: unknown): z.output<Arguments[N]> & { collection: string } {
  const schema: z.ZodType = collectionArguments[name];
  const given = schema.safeParse(argument);
  if (!given.success) throw validationError(validationIssues(given.error, "argument"));
  return given.data as z.output<Arguments[N]> & { collection: string };
}

function requireGranted<T>(granted: T | undefined, access: string, collection: string, environment: string): T {
  if (granted !== undefined) return granted;
  const message = `This call was not granted to ${access} the collection ${collection} in ${environment}.`;
  throw new HostCallError("NOT_GRANTED", message);
}

/**
 * Handles one host call in one transaction of the Project: checks the argument and the current grants, then runs the
 * statements.
 */
const answer =
  <N extends Name>(name: N, run: Run<N>): AnswerHostCall =>
  async (app, projectId, call, signal) => {
    try {
      const argument = readArgument(name, call.argument);
      if (signal.aborted) throw new HostCallError("UNAVAILABLE", "The call no longer waits for this.");
      const access = collectionCalls[name];
      const readOnly = access === "read";
      const { data } = argument as { data?: unknown };
      if (!readOnly && isObject(data)) {
        const read = <T>(run: (scope: ProjectScope) => Promise<T>) =>
          app.store.inProject(projectId, run, { readOnly: true });
        const find = (scope: ProjectScope) => readGrantedCollection(scope, call.environment, argument.collection, call);
        await checkAhead({
          named: `${projectId} ${argument.collection}`,
          data,
          payer: { projectId, tenantId: call.tenantId },
          read,
          find,
        });
      }
      const inCollection = async (scope: ProjectScope) => {
        const { environment, tenantId } = call;
        const read = () => readGrantedCollection(scope, environment, argument.collection, call);
        let collection = await read();
        if (collection !== undefined && !readOnly) {
          await holdCollection(scope, collection.id);
          collection = await read();
        }
        const isGranted = readOnly ? collection?.mayRead : collection?.mayWrite;
        const granted = isGranted === true ? collection : undefined;
        const usable = requireGranted(granted, access, argument.collection, environment);
        return run(scope, usable, { environment, tenantId }, argument);
      };
      return await app.store.inProject(projectId, inCollection, { readOnly });
    } catch (error) {
      throw toRefusal(error);
    }
  };

/** The most frequent read: grants and record in one database round trip. */
const getRecord: AnswerHostCall = async (app, projectId, call, signal) => {
  try {
    const { collection, id } = readArgument("get", call.argument);
    if (signal.aborted) throw new HostCallError("UNAVAILABLE", "The call no longer waits for this.");
    const read = await readGrantedRecord(app.store, projectId, call, collection, id);
    const { row, collectionId, activeVersion } = requireGranted(read, "read", collection, call.environment);
    if (row === null) return null;
    if (activeVersion === null || row.version >= activeVersion) return showRecord(row, null);
    const readActive = (scope: ProjectScope) => readSchema(scope, collectionId, activeVersion);
    const schema =
      preparedSchema(collectionId, activeVersion) ??
      (await app.store.inProject(projectId, readActive, { readOnly: true }));
    return showRecord(row, schema);
  } catch (error) {
    throw toRefusal(error);
  }
};

const activeSchema = (scope: ProjectScope, { id, activeVersion }: GrantedCollection) =>
  activeVersion === null ? null : readSchema(scope, id, activeVersion);

/** `ctx.collection(name)`: what Functions do with records, always in their own environment and tenant. */
export const answerCollectionCalls = answerEach("collections", {
  get: getRecord,
  query: answer("query", async (scope, collection, place, { collection: _name, ...query }) => {
    const schema = await activeSchema(scope, collection);
    const { rows, nextCursor } = await findRecords(scope, collection, { collectionId: collection.id, ...place }, query);
    return { items: rows.map((row) => showRecord(row, schema)), nextCursor };
  }),
  insert: answer("insert", async (scope, collection, place, { collection: _name, ...given }) =>
    showRecord(await insertRecord(scope, collection, place, given), null),
  ),
  upsert: answer("upsert", async (scope, collection, place, { collection: _name, ...given }) => {
    const row = await upsertData(scope, collection, place, { ...given, revision: given.revision ?? null });
    return { ...showRecord(row, null), created: row.created };
  }),
  update: answer("update", async (scope, collection, place, { collection: _name, ...given }) =>
    showRecord(await replaceData(scope, collection, place, given), null),
  ),
  delete: answer("delete", async (scope, collection, place, { id }) => deleteData(scope, collection, place, id, null)),
});
