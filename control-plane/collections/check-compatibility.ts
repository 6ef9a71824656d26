import { setImmediate } from "node:timers/promises";
import type { Compatibility, Mapping } from "@ferrule/contract/resources/data-collection.ts";
import { enterUpkeep } from "../records/record-scope.ts";
import { readSchema } from "../records/collection-schema.ts";
import { currentSnapshot, listChangedSince, scanRecords, type PlacedRow } from "../records/records.ts";
import { indexIssues } from "../records/slots.ts";
import type { ProjectScope } from "../store/scope.ts";
import { applyMapping } from "./apply-mapping.ts";
import type { CollectionRow } from "./records.ts";
import { compileRecordSchema } from "./schema/compile-record-schema.ts";

type Read = <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;

const mostSamples = 10;
const batchSize = 1_000;
const batchTimeoutMs = 30_000;

/** How records fare with a new version, and how to find those that were written since they were looked at. */
interface Verdict {
  compatibility: Compatibility;
  snapshot: string;
  /** Takes these records into account as well. */
  add: (rows: readonly PlacedRow[]) => void;
}

/** Of records of any version: what their data is in the newest one, with the mapping, must fit the new schema. */
async function openVerdict(
  scope: ProjectScope,
  collection: CollectionRow,
  schema: object,
  mapping: Mapping | undefined,
): Promise<Verdict> {
  const newest = await readSchema(scope, collection.id, collection.newestVersion);
  const check = compileRecordSchema(schema);
  const compatibility: Compatibility = { compatible: true, checked: 0, failing: 0, samples: [] };
  const add = (rows: readonly PlacedRow[]) => {
    for (const { id: recordId, environment, tenantId, version, data } of rows) {
      const present = newest.upgrade(data, version);
      const made = mapping === undefined ? present : applyMapping(present, mapping);
      const issues = [...check(made), ...indexIssues(collection, made)];
      compatibility.checked += 1;
      if (issues.length === 0) continue;
      compatibility.compatible = false;
      compatibility.failing += 1;
      if (compatibility.samples.length >= mostSamples) continue;
      const [{ path, message } = { path: "data", message: "does not fit" }] = issues;
      compatibility.samples.push({ recordId, environment, tenantId, path, message });
    }
  };
  return { compatibility, snapshot: await currentSnapshot(scope), add };
}

/** Looks at every record, in short transactions that hold nobody up. */
export async function checkCompatibility(
  read: Read,
  collection: CollectionRow,
  schema: object,
  mapping: Mapping | undefined,
  signal: AbortSignal,
): Promise<Verdict> {
  const verdict = await read((scope) => openVerdict(scope, collection, schema, mapping));
  let last: PlacedRow | null = null;
  for (;;) {
    const after: PlacedRow | null = last;
    const rows: PlacedRow[] = await read(async (scope) => {
      await enterUpkeep(scope, batchTimeoutMs);
      return scanRecords(scope, collection.id, after, batchSize);
    });
    verdict.add(rows);
    last = rows.at(-1) ?? null;
    if (rows.length < batchSize) return verdict;
    signal.throwIfAborted();
    await setImmediate();
  }
}

/** Looks at those that were written since, with nobody writing any more. */
export async function completeVerdict(scope: ProjectScope, collection: CollectionRow, verdict: Verdict): Promise<void> {
  await enterUpkeep(scope, batchTimeoutMs);
  verdict.add(await listChangedSince(scope, collection.id, verdict.snapshot));
}
