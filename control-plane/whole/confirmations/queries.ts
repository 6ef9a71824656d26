import { sql, type Selectable } from "kysely";
import { json } from "../../ground/store/json.ts";
import { rowsOf } from "../../ground/store/rows/rows-of.ts";
import type { InstallationScope, ProjectScope } from "../../ground/store/scope.ts";
import type { ManagementServerTables } from "../../ground/store/tables/management-servers.ts";

export type ConfirmationRow = Selectable<ManagementServerTables["confirmations"]>;

/** How long a person has, and how long afterwards one can still see what was asked. */
export const confirmationMinutes = 10;
const keptHours = 24;

const rows = rowsOf("confirmations");
export const { find: findConfirmation } = rows;

/** The confirmation that an agent may use for exactly this change, or that waits for it: the latest one. */
export const lockConfirmationOf = (
  scope: ProjectScope,
  { tokenId, digest }: Pick<ConfirmationRow, "tokenId" | "digest">,
): Promise<ConfirmationRow | undefined> =>
  scope.tx
    .selectFrom("confirmations")
    .selectAll()
    .where("projectId", "=", scope.projectId)
    .where("tokenId", "=", tokenId)
    .where("digest", "=", digest)
    .where("status", "!=", "used")
    .where(sql<boolean>`expires_at > now()`)
    .orderBy("createdAt", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export const countPending = async ({ tx, projectId }: ProjectScope, tokenId: string): Promise<number> => {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from confirmations
    where project_id = ${projectId} and token_id = ${tokenId} and status = 'pending' and expires_at > now()`.execute(
    tx,
  );
  return counted[0]?.count ?? 0;
};

/** How many confirmations of all Projects wait for a person. */
export async function countWaiting({ tx }: InstallationScope): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from confirmations where status = 'pending' and expires_at > now()`.execute(tx);
  return counted[0]?.count ?? 0;
}

/** Stores what an agent asks for, and removes old ones of the Project. */
export async function insertConfirmation(
  { tx, projectId }: ProjectScope,
  {
    effects,
    detail,
    ...asked
  }: Pick<
    ConfirmationRow,
    "id" | "userId" | "tokenId" | "client" | "operation" | "digest" | "title" | "effects" | "detail"
  >,
): Promise<ConfirmationRow> {
  await sql`delete from confirmations
    where project_id = ${projectId} and expires_at < now() - ${keptHours} * interval '1 hour'`.execute(tx);
  return tx
    .insertInto("confirmations")
    .values({
      ...asked,
      projectId,
      effects: json(effects),
      detail: detail === null ? null : json(detail),
      expiresAt: sql<Date>`now() + ${confirmationMinutes} * interval '1 minute'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function useConfirmation({ tx }: ProjectScope, id: string): Promise<void> {
  await sql`update confirmations set status = 'used', used_at = now() where id = ${id}`.execute(tx);
}

type Described = ConfirmationRow & { isLate: boolean; email: string; through: string; deciderEmail: string | null };

/** A confirmation with the people and the token that it names. `lock` keeps others from deciding meanwhile. */
export const describedConfirmation = (
  { tx }: InstallationScope,
  id: string,
  { lock = false } = {},
): Promise<Described | undefined> =>
  tx
    .selectFrom("confirmations")
    .innerJoin("users as asker", "asker.id", "confirmations.userId")
    .innerJoin("apiTokens as token", "token.id", "confirmations.tokenId")
    .leftJoin("users as decider", "decider.id", "confirmations.decidedBy")
    .selectAll("confirmations")
    .select([
      "asker.email",
      "token.name as through",
      "decider.email as deciderEmail",
      sql<boolean>`confirmations.expires_at <= now()`.as("isLate"),
    ])
    .where("confirmations.id", "=", id)
    .$if(lock, (query) => query.forUpdate("confirmations"))
    .executeTakeFirst();

export async function decideRow(
  { tx }: InstallationScope,
  id: string,
  { status, userId }: { status: "confirmed" | "declined"; userId: string },
): Promise<void> {
  await sql`update confirmations set status = ${status}, decided_at = now(), decided_by = ${userId}
    where id = ${id}`.execute(tx);
}
