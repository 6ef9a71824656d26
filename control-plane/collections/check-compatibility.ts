import type { Compatibility, Mapping } from "@ferrule/contract/resources/data-collection.ts";
import { enterUpkeep } from "../records/queries/record-scope.ts";
import { prepareRecordSchema, readSchema } from "../records/collection-schema.ts";
import { currentSnapshot, listChangedSince, scanRecords, type PlacedRow } from "../records/queries/records.ts";
import { createBreather } from "../records/breathe.ts";
import { recordIssues } from "../records/record-issues.ts";
import { validationError } from "../http/handler/validation-issues.ts";
import type { ProjectScope } from "../store/scope.ts";
import { applyMapping } from "./apply-mapping.ts";
import type { CollectionRow } from "./queries.ts";

type Read = <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;

const mostSamples = 10;
const batchSize = 1_000;
const batchTimeoutMs = 30_000;

/** Of all records together, without what others are served meanwhile. */
const mostCheckedMs = 60_000;

const tooLong = (checked: number) =>
  validationError([
    {
      path: "body.schema",
      message: `takes too long to check the records with: ${checked} of them took ${mostCheckedMs / 1_000} seconds`,
    },
  ]);

/** How records fare with a new version, and how to find those that were written since they were looked at. */
interface Verdict {
  compatibility: Compatibility;
  snapshot: string;
  /** Takes these records into account as well. */
  add: (rows: readonly PlacedRow[]) => Promise<void>;
}

/** Of records of any version: what their data is in the newest one, with the mapping, must fit the new schema. */
async function openVerdict(
  scope: ProjectScope,
  collection: CollectionRow,
  schema: Record<string, unknown>,
  mapping: Mapping | undefined,
): Promise<Verdict> {
  const newest = await readSchema(scope, collection.id, collection.newestVersion);
  const findIssues = prepareRecordSchema(schema);
  const breathe = createBreather();
  let checkedMs = 0;
  const compatibility: Compatibility = { compatible: true, checked: 0, failing: 0, samples: [] };
  const add = async (rows: readonly PlacedRow[]) => {
    for (const { id: recordId, environment, tenantId, version, data } of rows) {
      const began = performance.now();
      const present = newest.upgrade(data, version);
      const made = mapping === undefined ? present : applyMapping(present, mapping);
      const issues = recordIssues(findIssues, collection, made);
      compatibility.checked += 1;
      checkedMs += performance.now() - began;
      if (checkedMs > mostCheckedMs) throw tooLong(compatibility.checked);
      await breathe();
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
  schema: Record<string, unknown>,
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
    await verdict.add(rows);
    last = rows.at(-1) ?? null;
    if (rows.length < batchSize) return verdict;
    signal.throwIfAborted();
  }
}

/** Looks at those that were written since, with nobody writing any more. */
export async function completeVerdict(scope: ProjectScope, collection: CollectionRow, verdict: Verdict): Promise<void> {
  await enterUpkeep(scope, batchTimeoutMs);
  await verdict.add(await listChangedSince(scope, collection.id, verdict.snapshot));
}
