import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { erasure, type ErasedSubject, type Erasure } from "@ferrule/contract/resources/erasure.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { type Selectable, sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../ground/store/scope.ts";
import { rowsOf } from "../../ground/store/rows/rows-of.ts";
import type { ErasuresTable } from "../../ground/store/tables/erasures.ts";
import type { Identity } from "../../ground/store/whose.ts";
import { digestOf } from "./digest-of.ts";

const erasures = rowsOf("erasures");
export const { find: findErasure } = erasures;

export type ErasureRow = Selectable<ErasuresTable>;

export const toErasure = (row: ErasureRow): Erasure => resourceFrom(erasure, row, {});

export const insertErasure = (
  scope: ProjectScope,
  { subject, name, reason }: ErasedSubject & { reason: string },
): Promise<ErasureRow> => {
  const sha256 = digestOf(scope.projectId, subject, name);
  return erasures.insert(scope, { id: identifier("ers"), subject, reason, afterBatch: null, name, sha256 });
};

export const listErasureRows = (scope: ProjectScope, limit: number, before: string | undefined) =>
  erasures.newest(scope, {}, limit, before);

/** Whether an erasure is unfinished. */
export const hasOpenErasures = sql<boolean>`exists (select from erasures where finished_at is null)`;

/** The unfinished erasures, the oldest first. */
export const listOpenErasures = ({ tx }: InstallationScope): Promise<ErasureRow[]> =>
  tx.selectFrom("erasures").selectAll().where("finishedAt", "is", null).orderBy("id").limit(20).execute();

/**
 * Waits for an unfinished erasure and locks it, so that two processes never do the same part at once; undefined when it
 * is finished.
 */
export const lockOpenErasure = (scope: ProjectScope, id: string): Promise<ErasureRow | undefined> =>
  erasures.first(scope, { id, finishedAt: null }, { lock: true });

/**
 * Adds to the counts of an erasure and to the owner's known identities, and notes the batch of executions that it has
 * reached.
 */
export async function noteProgress(
  { tx, projectId }: ProjectScope,
  { id, removed }: ErasureRow,
  more: Readonly<Record<string, number>>,
  { afterBatch = null, identities }: { afterBatch?: number | null; identities?: readonly Identity[] } = {},
): Promise<Record<string, number>> {
  const sums = { ...removed };
  for (const [kind, count] of Object.entries(more)) sums[kind] = (sums[kind] ?? 0) + count;
  await sql`update erasures set removed = ${JSON.stringify(sums)}::text::jsonb,
      after_batch = coalesce(${afterBatch}::bigint, after_batch),
      identities = coalesce(${identities === undefined ? null : JSON.stringify(identities)}::text::jsonb, identities)
    where project_id = ${projectId} and id = ${id}`.execute(tx);
  return sums;
}

/** Finishes an erasure, and forgets its owner. */
export async function finishErasure({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await sql`update erasures set name = null, identities = '[]', finished_at = now()
    where project_id = ${projectId} and id = ${id}`.execute(tx);
}

export interface Erased {
  projectId: string;
  sha256: string;
  createdAt: Date;
}

/** The erasures in these Projects. A later report must not bring erased data back. */
export async function listErased({ tx }: InstallationScope, projectIds: readonly string[]): Promise<Erased[]> {
  const { rows } = await sql<Erased>`select project_id, sha256, max(created_at) as created_at from erasures
    where project_id = any(${projectIds}::text[]) group by 1, 2`.execute(tx);
  return rows;
}
