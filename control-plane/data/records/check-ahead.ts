import type { Payer } from "@ferrule/kit/fair-turns.ts";
import { valueSize } from "@ferrule/contract/json-schema/schema-work.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { LRUCache } from "lru-cache";
import { checkTurns } from "../../ground/handler/check-turns.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { readSchema, type CollectionSchema } from "./collection-schema.ts";

/** Members, items, and texts by 16 characters: some 16 KiB. */
const smallSize = 1_000;
const slowMs = 4;
/** Collections whose latest record took long to check, by what their writers name them by. */
const slow = new LRUCache<string, true>({ max: 1_000 });
const known = new WeakMap<object, { schema: CollectionSchema; issues: Issue[] }>();

/** What the writers of a collection name it by: people its identifier, Functions its name. */
const namesOf = ({ id, name }: Collection, projectId: string) => [id, `${projectId} ${name}`];

interface Collection {
  id: string;
  name: string;
  activeVersion: number | null;
}

interface Asked {
  data: object;
  payer: Payer;
  /** In a transaction that ends before the check. */
  read: <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;
  /** The collection that the record is for; undefined: the write will say why there is none. */
  find: (scope: ProjectScope) => Promise<Collection | undefined>;
}

/** Checks data in its payer's turn, before the transaction of its write, which then holds nobody up. */
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

/** Checks, and remembers whether that took long. */
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

/** Checks data ahead of its write, if that may take long: it is large, or the collection's last record did. */
export async function checkAhead(asked: Asked & { named: string }): Promise<void> {
  if (slow.has(asked.named) || valueSize(asked.data, smallSize) > smallSize) await check(asked);
}

/** What the data has against the schema: as it was checked ahead, or else checked now. */
export function issuesAhead(
  collection: Collection,
  projectId: string,
  schema: CollectionSchema,
  data: unknown,
): Issue[] {
  const found = typeof data === "object" && data !== null ? known.get(data) : undefined;
  return found?.schema === schema ? found.issues : timed(collection, projectId, schema, data);
}
