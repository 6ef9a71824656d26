import { sql, type Selectable } from "kysely";
import { endJob, lockBuildsOfPreview } from "../../../ground/jobs/queries/jobs.ts";
import { json, orderedJson } from "../../../ground/store/json.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { PreviewOutcome, PreviewsTable } from "../../../ground/store/tables/previews.ts";

type PreviewColumns = Selectable<PreviewsTable>;

/** A preview as it is read, without the source that is being built. */
export type PreviewRow = Omit<PreviewColumns, "snapshot" | "nextEndpoints"> & { email: string | null };

const shown = [
  "previews.id",
  "previews.projectId",
  "previews.name",
  "previews.createdBy",
  "previews.commit",
  "previews.keySha256",
  "previews.buildId",
  "previews.status",
  "previews.outcome",
  "previews.error",
  "previews.servedBuildId",
  "previews.digest",
  "previews.endpoints",
  "previews.createdAt",
  "previews.updatedAt",
  "previews.changedAt",
  "previews.endsAt",
] as const;

const rows = ({ tx, projectId }: ProjectScope) =>
  tx
    .selectFrom("previews")
    .leftJoin("users", "users.id", "previews.createdBy")
    .select(shown)
    .select("users.email")
    .where("previews.projectId", "=", projectId);

/** Up to `limit + 1` previews, newest first. */
export const listPreviewRows = (
  scope: ProjectScope,
  limit: number,
  before: string | undefined,
): Promise<PreviewRow[]> => newestFirst(rows(scope), limit, before, ["previews.id"]).execute();

export const findPreview = (scope: ProjectScope, name: string): Promise<PreviewRow | undefined> =>
  rows(scope).where("previews.name", "=", name).executeTakeFirst();

export async function countPreviews({ tx, projectId }: ProjectScope): Promise<number> {
  const { count } = await tx
    .selectFrom("previews")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Lets changes of a Project's previews queue until the transaction ends, so that no two take the last place, and a
 * source is stored after the one before. Whoever then changes a preview locks its job first, as the completion of a
 * build does.
 */
export async function holdPreviews({ tx, projectId }: ProjectScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`previews:${projectId}`}, 0))`.execute(tx);
}

/** Cancels the unfinished builds of a preview. The caller holds the previews. */
export async function cancelBuilds(scope: ProjectScope, id: string): Promise<void> {
  for (const job of await lockBuildsOfPreview(scope, id)) await endJob(scope, job, { status: "cancelled" });
}

/** A preview's newest source, whose build is about to be queued. */
export type ServedSource = Pick<
  PreviewColumns,
  "id" | "name" | "createdBy" | "commit" | "buildId" | "snapshot" | "nextEndpoints"
> & {
  /** Set where the preview is new. */
  keySha256?: string;
  /** How long it lives from now. */
  livesMs: number;
};

/** Stores a preview's newest source. What it served stays in force. The caller holds the previews. */
export async function storeSource({ tx, projectId }: ProjectScope, source: ServedSource): Promise<void> {
  const { id, name, createdBy, commit, keySha256, buildId, snapshot, nextEndpoints, livesMs } = source;
  const endsAt = sql<Date>`now() + ${livesMs} * interval '1 millisecond'`;
  const newest = {
    buildId,
    status: "building" as const,
    commit: commit && json(commit),
    snapshot: orderedJson(snapshot),
    nextEndpoints: json(nextEndpoints),
    outcome: null,
    error: null,
    changedAt: sql<Date>`now()`,
    updatedAt: sql<Date>`now()`,
    endsAt,
  };
  await tx
    .insertInto("previews")
    .values({ id, projectId, name, createdBy, keySha256: keySha256 ?? null, ...newest })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(newest))
    .execute();
}

/** A preview with the source that is being built, locked until the transaction ends. */
export const lockBuilding = ({ tx }: InstallationScope, id: string | null) =>
  tx
    .selectFrom("previews")
    .select(["id", "projectId", "buildId", "snapshot"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** The end of a preview's build. */
export type EndedBuild =
  | { status: "serving"; digest: string; outcome: PreviewOutcome }
  | { status: "failed"; error: NonNullable<PreviewColumns["error"]>; outcome: PreviewOutcome | null };

/** Stores the end of a preview's build. What a failed one would have replaced stays in force. */
export async function endBuild({ tx }: AnyScope, id: string, ended: EndedBuild): Promise<void> {
  await tx
    .updateTable("previews")
    .set({
      status: ended.status,
      snapshot: null,
      outcome: orderedJson(ended.outcome),
      error: ended.status === "failed" ? json(ended.error) : null,
      updatedAt: sql<Date>`now()`,
    })
    .$if(ended.status === "serving", (query) =>
      query.set({
        servedBuildId: sql<string>`build_id`,
        digest: ended.status === "serving" ? ended.digest : null,
        endpoints: sql`next_endpoints`,
      }),
    )
    .where("id", "=", id)
    .execute();
}

export async function replaceKey({ tx, projectId }: ProjectScope, id: string, keySha256: string): Promise<void> {
  await tx
    .updateTable("previews")
    .set({ keySha256, updatedAt: sql<Date>`now()` })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/** Removes a preview, whose builds the caller has cancelled. */
export async function removePreview({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("previews").where("projectId", "=", projectId).where("id", "=", id).execute();
}

/** Whether a preview's time is over. */
export const hasEndedPreviews = sql<boolean>`exists (select from previews where ends_at <= now())`;

/** The previews whose time is over. */
export const listEnded = ({ tx }: InstallationScope): Promise<Pick<PreviewColumns, "id" | "projectId" | "name">[]> =>
  tx
    .selectFrom("previews")
    .select(["id", "projectId", "name"])
    .where("endsAt", "<=", sql<Date>`now()`)
    .orderBy("endsAt")
    .limit(100)
    .execute();

/** Whether a preview's time is over by now. */
export async function isEnded({ tx, projectId }: ProjectScope, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("previews")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("endsAt", "<=", sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}
