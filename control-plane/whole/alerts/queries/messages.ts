import type { AlertRule } from "@ferrule/contract/resources/alert.ts";
import type { AlertMessage, AlertChannelKind } from "@ferrule/contract/resources/alert-channel.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type Selectable } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { AlertTables } from "../../../ground/store/tables/alerts.ts";
import type { AlertRow } from "./alerts.ts";

export type MessageRow = Selectable<AlertTables["alertMessages"]>;
type Told = "firing" | "resolved";

/** How long a message is tried. */
const triedHours = 24;

export const hasDueMessages = sql<boolean>`
  exists (select from alert_messages where status = 'waiting' and due_at <= now())`;

/** The message that what happens now joins: one that waits for its first attempt. It is locked. */
async function openMessage({ tx, projectId }: ProjectScope, channelId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from alert_messages where project_id = ${projectId} and channel_id = ${channelId}
      and status = 'waiting' and attempts = 0 and kind = 'alerts'
    order by id limit 1 for update`.execute(tx);
  return rows[0]?.id;
}

/** Writes what a channel will be told: into the message that still waits, or into a new one that is due then. */
export async function addToMessage(
  scope: ProjectScope,
  channelId: string,
  due: Date,
  items: readonly { alertId: string; told: Told }[],
): Promise<void> {
  const { tx, projectId } = scope;
  const open = await openMessage(scope, channelId);
  const id = open ?? identifier("alm");
  if (open === undefined) {
    await sql`insert into alert_messages (id, project_id, channel_id, kind, status, due_at, give_up_at)
      values (${id}, ${projectId}, ${channelId}, 'alerts', 'waiting', ${due}, ${due}::timestamptz + ${triedHours} * interval '1 hour')`.execute(
      tx,
    );
  }
  await sql`insert into alert_message_items (message_id, project_id, alert_id, told)
    select ${id}, ${projectId}, "alertId", told
    from json_to_recordset(${JSON.stringify(items)}::text::json) item ("alertId" text, told text)
    on conflict do nothing`.execute(tx);
  const of = (told: Told) => items.filter((item) => item.told === told).length;
  await sql`update alert_messages set firing = firing + ${of("firing")}, resolved = resolved + ${of("resolved")}
    where id = ${id}`.execute(tx);
}

/** Makes what waits for the end of quiet hours due now. */
export async function endQuiet({ tx, projectId }: ProjectScope): Promise<void> {
  await sql`update alert_messages set due_at = least(due_at, now()), give_up_at = least(give_up_at, now() + ${triedHours} * interval '1 hour')
    where project_id = ${projectId} and status = 'waiting' and attempts = 0`.execute(tx);
}

export interface ClaimedMessage extends Pick<MessageRow, "id" | "projectId" | "channelId" | "attempts" | "giveUpAt"> {
  kind: "alerts" | "test";
}

/**
 * Takes messages that are due, for `leaseMs`. Of a channel it takes only the oldest that waits, so a channel gets them
 * in order, and one that fails delays no other. Two replicas never take the same.
 */
export async function claimMessages(
  { tx }: InstallationScope,
  most: number,
  leaseMs: number,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    update alert_messages set attempts = attempts + 1, lease_until = now() + ${leaseMs} * interval '1 millisecond'
    where id in (
      select id from alert_messages due
      where status = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())
        and not exists (select from alert_messages earlier
          where earlier.channel_id = due.channel_id and earlier.status = 'waiting' and earlier.id < due.id)
      order by due_at limit ${most} for update skip locked)
    returning id, project_id, channel_id, kind, attempts, give_up_at`.execute(tx);
  return rows;
}

interface Ended {
  status: "waiting" | "sent" | "failed";
  answer: string | null;
  reason: string | null;
  /** When the next attempt begins, from now on; ignored at the end. */
  retryMs?: number;
}

/** Ends an attempt, unless another replica has taken the message over. */
export async function endMessage(
  { tx }: InstallationScope,
  { id, attempts }: Pick<ClaimedMessage, "id" | "attempts">,
  { status, answer, reason, retryMs = 0 }: Ended,
): Promise<void> {
  await sql`update alert_messages set status = ${status}, answer = ${answer}, reason = ${reason}, lease_until = null,
      due_at = case when ${status}::text = 'waiting' then now() + ${retryMs} * interval '1 millisecond' else due_at end,
      finished_at = case when ${status}::text = 'waiting' then null else now() end
    where id = ${id} and attempts = ${attempts} and status = 'waiting'`.execute(tx);
}

/** Notes a test message, which was sent at once. */
export async function insertTest(
  { tx, projectId }: ProjectScope,
  { id, channelId, status, answer, reason }: Pick<MessageRow, "id" | "channelId" | "status" | "answer" | "reason">,
): Promise<void> {
  await sql`insert into alert_messages (id, project_id, channel_id, kind, status, attempts, due_at, give_up_at,
      finished_at, answer, reason)
    values (${id}, ${projectId}, ${channelId}, 'test', ${status}, 1, now(), now(), now(), ${answer}, ${reason})`.execute(
    tx,
  );
}

/** Removes a message that has nothing to tell any more. */
export async function removeMessage({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.deleteFrom("alertMessages").where("id", "=", id).execute();
}

type ItemRow = AlertRow & { told: Told; total: number };

/**
 * The first `most` alerts that a message tells as firing, and as many that it tells as resolved, with how many there are.
 * What began and ended within the message is told as resolved.
 */
export async function listItems({ tx }: InstallationScope, messageId: string, most: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with items as (
      select alert_id, max(told) as told from alert_message_items where message_id = ${messageId} group by alert_id
    ), numbered as (
      select items.*, row_number() over (partition by told order by alert_id) as place,
        count(*) over (partition by told)::integer as total from items
    )
    select alert.*, numbered.told, numbered.total from numbered join alerts alert on alert.id = numbered.alert_id
    where numbered.place <= ${most} order by numbered.told, alert.id`.execute(tx);
  return rows;
}

export interface FiringRule {
  rule: AlertRule;
  firing: number;
  title: string;
  environment: Environment | null;
}

/** The rules that a message is about: how many of their alerts that the channel tells fire now, and the newest of them. */
export async function listRulesNow(
  { tx }: InstallationScope,
  { id, projectId, channelId }: Pick<ClaimedMessage, "id" | "projectId" | "channelId">,
): Promise<FiringRule[]> {
  const { rows } = await sql<FiringRule>`
    with about as (
      select distinct alert.rule from alert_message_items item join alerts alert on alert.id = item.alert_id
      where item.message_id = ${id})
    select about.rule, count(alert.id)::integer as firing, coalesce((array_agg(alert.title order by alert.id desc))[1], '') as title,
      (array_agg(alert.environment order by alert.id desc))[1] as environment
    from about join alert_channels channel on channel.id = ${channelId}
      left join alerts alert on alert.project_id = ${projectId} and alert.rule = about.rule
        and alert.resolved_at is null
        and (alert.environment is null or channel.environments ? alert.environment)
    group by about.rule`.execute(tx);
  return rows;
}

/** The name of a Project, as messages say it. */
export async function readNames(
  { tx }: InstallationScope,
  projectId: string,
): Promise<{ id: string; slug: string; name: string } | undefined> {
  return tx.selectFrom("projects").select(["id", "slug", "name"]).where("id", "=", projectId).executeTakeFirst();
}

/** When each of these approvals that still waits expires. */
export async function listApprovalEnds({ tx }: InstallationScope, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; expiresAt: Date }>`
    select id, expires_at from approvals where id = any(${ids}::text[]) and status = 'pending'`.execute(tx);
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]));
}

export type ListedMessage = MessageRow & { channelName: string; channelKind: AlertChannelKind };

/** Up to `limit + 1` messages of the Project, the newest first. */
export const listMessageRows = (
  { tx, projectId }: ProjectScope,
  { channelId, status }: { channelId?: string | undefined; status?: AlertMessage["status"] | undefined },
  limit: number,
  before: string | undefined,
): Promise<ListedMessage[]> =>
  newestFirst(
    tx
      .selectFrom("alertMessages")
      .innerJoin("alertChannels", "alertChannels.id", "alertMessages.channelId")
      .selectAll("alertMessages")
      .select(["alertChannels.name as channelName", "alertChannels.kind as channelKind"])
      .where("alertMessages.projectId", "=", projectId)
      .$if(channelId !== undefined, (rows) => rows.where("alertMessages.channelId", "=", channelId!))
      .$if(status !== undefined, (rows) => rows.where("alertMessages.status", "=", status!)),
    limit,
    before,
    ["alertMessages.id"],
  ).execute();

/** Removes messages that were finished long ago. */
export async function pruneMessages({ tx }: InstallationScope): Promise<void> {
  await sql`delete from alert_messages where finished_at < now() - interval '30 days'`.execute(tx);
}
