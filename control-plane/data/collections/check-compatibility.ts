import type { Compatibility, Mapping } from "@ferrule/contract/resources/data-collection.ts";
import { enterUpkeep } from "../records/queries/record-scope.ts";
import { prepareRecordSchema, readSchema } from "../records/writing/collection-schema.ts";
import { currentSnapshot, listChangedSince, scanRecords, type PlacedRow } from "../records/queries/records.ts";
import { checkTurns } from "../../ground/handler/check-turns.ts";
import { recordIssues } from "../records/writing/record-issues.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { applyMapping } from "./apply-mapping.ts";
import type { CollectionRow } from "./queries.ts";

type Read = <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;

const mostSamples = 10;
const batchSize = 1_000;
/** How long we check records before other requests get their turn. */
const longestTurnMs = 10;
const batchTimeoutMs = 30_000;

/** The limit for all records together. It does not count the time that other requests take in between. */
const mostCheckedMs = 60_000;

const tooLong = (checked: number) =>
  validationError([
    {
      path: "body.schema",
      message: `takes too long to check the records with: ${checked} of them took ${mostCheckedMs / 1_000} seconds`,
    },
  ]);

/** Tells whether records fit a new version, and finds records that somebody wrote since the check. */
interface Verdict {
  compatibility: Compatibility;
  snapshot: string;
  /** Adds these records to the verdict. */
  add: (rows: readonly PlacedRow[]) => Promise<void>;
}

/**
 * Checks whether records of any version fit the new schema. It converts each to the newest version, then applies the
 * mapping.
 */
async function openVerdict(
  scope: ProjectScope,
  collection: CollectionRow,
  schema: Record<string, unknown>,
  mapping: Mapping | undefined,
): Promise<Verdict> {
  const newest = await readSchema(scope, collection.id, collection.newestVersion);
  const findIssues = prepareRecordSchema(schema);
  const payer = { projectId: scope.projectId, tenantId: collection.id };
  let checkedMs = 0;
  const compatibility: Compatibility = { compatible: true, checked: 0, failing: 0, samples: [] };
  const add = async (rows: readonly PlacedRow[]) => {
    const check = ({ id: recordId, environment, tenantId, version, data }: PlacedRow) => {
      const began = performance.now();
      const present = newest.upgrade(data, version);
      const made = mapping === undefined ? present : applyMapping(present, mapping);
      const issues = recordIssues(findIssues, collection, made);
      compatibility.checked += 1;
      checkedMs += performance.now() - began;
      if (checkedMs > mostCheckedMs) throw tooLong(compatibility.checked);
      if (issues.length === 0) return;
      compatibility.compatible = false;
      compatibility.failing += 1;
      if (compatibility.samples.length >= mostSamples) return;
      const [{ path, message } = { path: "data", message: "does not fit" }] = issues;
      compatibility.samples.push({ recordId, environment, tenantId, path, message });
    };
    for (let at = 0; at < rows.length;) {
      await checkTurns.run(payer, () => {
        const until = performance.now() + longestTurnMs;
        do {
          const row = rows[at];
          at += 1;
          if (row !== undefined) check(row);
        } while (at < rows.length && performance.now() < until);
      });
    }
  };
  return { compatibility, snapshot: await currentSnapshot(scope), add };
}

/** Checks every record, in short transactions that block nobody. */
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

/** Checks the records that somebody wrote since, while nobody can write. */
export async function completeVerdict(scope: ProjectScope, collection: CollectionRow, verdict: Verdict): Promise<void> {
  await enterUpkeep(scope, batchTimeoutMs);
  await verdict.add(await listChangedSince(scope, collection.id, verdict.snapshot));
}
