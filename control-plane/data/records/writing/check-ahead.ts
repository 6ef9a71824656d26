import type { Payer } from "@ferrule/kit/turns/fair-turns.ts";
import { valueSize } from "@ferrule/contract/json-schema/schema-work.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { LRUCache } from "lru-cache";
import { checkTurns } from "../../../ground/handler/check-turns.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { readSchema, type CollectionSchema } from "./collection-schema.ts";

/** Smaller data is quick to check. Counts members, items, and one for each 16 characters of text: some 16 KiB. */
const smallSize = 1_000;
const slowMs = 4;
/** Collections whose latest record took long to check, by each name that their writers use. */
const slow = new LRUCache<string, true>({ max: 1_000 });
const known = new WeakMap<object, { schema: CollectionSchema; issues: Issue[] }>();

/** The names of a collection that its writers use: people its identifier, Functions its name. */
const namesOf = ({ id, name }: Collection, projectId: string) => [id, `${projectId} ${name}`];

interface Collection {
  id: string;
  name: string;
  activeVersion: number | null;
}

interface Asked {
  data: object;
  payer: Payer;
  /** Runs in a transaction that ends before the check begins. */
  read: <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;
  /** The collection that the record is for. Undefined when there is none; the write then says why. */
  find: (scope: ProjectScope) => Promise<Collection | undefined>;
}

/** Checks data in its payer's turn, before the transaction of the write, so that this transaction stays short. */
async function check({ data, payer, read, find }: Asked): Promise<void> {
  const found = await read(async (scope) => {
    const collection = await find(scope);
    if (collection === undefined || collection.activeVersion === null) return undefined;
    return { collection, schema: await readSchema(scope, collection.id, collection.activeVersion) };
  });
  if (found === undefined) return;
  const { collection, schema } = found;
  const issues = await checkTurns.run(payer, () => timed(collection, payer.projectId, schema, data));
  known.set(data, { schema, issues });
}

/** Checks data, and remembers whether that took long. */
function timed(collection: Collection, projectId: string, schema: CollectionSchema, data: unknown): Issue[] {
  const began = performance.now();
  const issues = schema.findIssues(data, "data");
  const isSlow = performance.now() - began >= slowMs;
  for (const name of namesOf(collection, projectId)) {
    if (isSlow) slow.set(name, true);
    else if (slow.has(name)) slow.delete(name);
  }
  return issues;
}

/** Checks data before its write if that may take long: if it is large, or if the collection's last record took long. */
export async function checkAhead(asked: Asked & { named: string }): Promise<void> {
  if (slow.has(asked.named) || valueSize(asked.data, smallSize) > smallSize) await check(asked);
}

/** The data's problems with the schema. Uses the check ahead of the write if there was one, otherwise checks now. */
export function issuesAhead(
  collection: Collection,
  projectId: string,
  schema: CollectionSchema,
  data: unknown,
): Issue[] {
  const found = typeof data === "object" && data !== null ? known.get(data) : undefined;
  return found?.schema === schema ? found.issues : timed(collection, projectId, schema, data);
}
