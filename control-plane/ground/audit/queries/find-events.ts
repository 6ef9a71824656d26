import { sql, type RawBuilder, type Selectable } from "kysely";
import { auditPhrases } from "@ferrule/contract/help/audit-phrases.ts";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { containing } from "../../store/rows/containing.ts";
import type { InstallationScope } from "../../store/scope.ts";
import type { AuditEventTable } from "../../store/tables/audit.ts";

export type AuditEventRow = Selectable<AuditEventTable>;

export interface AuditFilter {
  /** Words that an event has, all of them; see `hasWords`. */
  q?: string | undefined;
  projectId?: string | undefined;
  action?: string | undefined;
  /** A user or a token. The events of a user include those of the user's tokens. */
  actorId?: string | undefined;
  targetId?: string | undefined;
  requestId?: string | undefined;
  outcome?: AuditEvent["outcome"] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** An event, as the position where a search ended. */
export interface Place {
  sequence: number;
  at: Date;
}

interface FoundEvents {
  /** Newest first, one more than wanted if there are more. */
  rows: AuditEventRow[];
  /** The search ended here: it compared as many events as one search may. Null: it found enough, or all. */
  upTo: Place | null;
}

/**
 * So many events are compared in one search: those that follow each other, and those that an index finds among others,
 * of which each is on another page of the table.
 */
const [mostInARow, mostScattered] = [20_000, 5_000];
/** Reads back so many entries of an index to see which of two filters matches less often. */
const probed = 1_000;
/**
 * Transactions are shorter, so that of two events whose times differ by more, the later one also has the larger
 * sequence.
 */
const longestTransaction = sql`interval '15 minutes'`;

/** What people read of each action, by its name: `deployment.release` is also `released deployment`. */
const phrases = JSON.stringify(
  Object.fromEntries([...auditPhrases].map(([action, { past, plain, object }]) => [action, [past, plain, object]])),
);

/**
 * Whether an event has all words of a text, in any case: in the sentence that the console shows of it, its names and
 * ids, its address, or its reason. A sub-select reads the phrases once, not for each event.
 */
const hasWords = (text: string): RawBuilder<boolean> => sql<boolean>`
  lower(concat_ws(' ', action, (select ${phrases}::text::jsonb) ->> action, id, request_id, actor_kind, actor_email, actor_id,
    target_kind, target_id, target_name, ip, changes ->> 'environment', changes ->> 'target', changes ->> 'reason',
    changes ->> 'message', outcome, case when outcome <> 'success' then 'tried' end, 'in to'))
  like all (${text.trim().toLowerCase().split(/\s+/).map(containing)}::text[])`;

/** The conditions that an index meets, each in the order of events. */
function indexed({ requestId, targetId, actorId, projectId, action }: AuditFilter): RawBuilder<boolean>[] {
  const isUser = actorId?.startsWith("usr_") === true;
  return [
    ...(requestId === undefined ? [] : [sql<boolean>`request_id = ${requestId}`]),
    ...(targetId === undefined ? [] : [sql<boolean>`target_id = ${targetId}`]),
    ...(actorId === undefined || !isUser ? [] : [sql<boolean>`actor_user_id = ${actorId}`]),
    ...(actorId === undefined || isUser
      ? []
      : [sql<boolean>`actor_id = ${actorId} and actor_id is distinct from actor_user_id`]),
    ...(projectId === undefined ? [] : [sql<boolean>`project_id = ${projectId}`]),
    ...(action === undefined ? [] : [sql<boolean>`action = ${action}`]),
  ];
}

/** The conditions that each event is compared with. */
const others = ({ q, outcome }: AuditFilter): RawBuilder<boolean>[] => [
  ...(q === undefined ? [] : [hasWords(q)]),
  ...(outcome === undefined ? [] : [sql<boolean>`outcome = ${outcome}`]),
];

/**
 * A range of time as conditions on the sequence, too, which all indexes are sorted by: of the events around each end,
 * which `audit_events_at` finds. `offset 0` keeps PostgreSQL from walking the sequence instead.
 */
const within = ({ from, to }: AuditFilter): RawBuilder<boolean>[] => [
  ...(from === undefined
    ? []
    : [
        sql<boolean>`at >= ${from}::timestamptz and sequence >= (select min(sequence) from (
          select sequence from audit_events where at >= ${from}::timestamptz and at <= (
            select at from audit_events where at >= ${from}::timestamptz order by at limit 1) + ${longestTransaction}
          offset 0) first)`,
      ]),
  ...(to === undefined
    ? []
    : [
        sql<boolean>`at < ${to}::timestamptz and sequence <= (select max(sequence) from (
          select sequence from audit_events where at < ${to}::timestamptz and at >= (
            select at from audit_events where at < ${to}::timestamptz order by at desc limit 1) - ${longestTransaction}
          offset 0) last)`,
      ]),
];

const all = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql.join(conditions, sql` and `);

/** The conditions, the most selective one first: its newest entries reach back furthest. */
async function rarestFirst(
  { tx }: InstallationScope,
  conditions: RawBuilder<boolean>[],
  range: RawBuilder<unknown>,
): Promise<RawBuilder<boolean>[]> {
  if (conditions.length < 2) return conditions;
  const reached = conditions.map(
    (condition, place) => sql`select ${place}::integer as place, (
      select sequence from audit_events where ${condition} and ${range}
      order by sequence desc offset ${probed} limit 1) as sequence`,
  );
  const { rows } = await sql<{ place: number }>`
    select place from (${sql.join(reached, sql` union all `)}) probes order by sequence nulls first, place`.execute(tx);
  return rows.flatMap(({ place }) => conditions[place] ?? []);
}

/**
 * Up to `limit + 1` events with a sequence below `before`, newest first. An index finds those that the rarest of the
 * filters wants. Each of them is compared with the other filters: 5,000 at most, or 20,000 without an index. So a search
 * costs the same however long the log is; the answer says where it ended.
 */
export async function findEvents(
  scope: InstallationScope,
  filter: AuditFilter,
  limit: number,
  before: number | null,
): Promise<FoundEvents> {
  const { tx } = scope;
  const range = all([...(before === null ? [] : [sql<boolean>`sequence < ${before}`]), ...within(filter)]);
  const [first, ...further] = await rarestFirst(scope, indexed(filter), range);
  const compared = [...further, ...others(filter)];
  const most = compared.length === 0 ? limit + 1 : first === undefined ? mostInARow : mostScattered;
  const read = sql`from audit_events where ${first ?? sql`true`} and ${range}`;
  const { rows: ends } =
    compared.length === 0
      ? { rows: [] }
      : // The index alone holds the sequences.
        await sql<Place>`select sequence, at from audit_events where sequence = (
          select sequence ${read} order by sequence desc offset ${most - 1} limit 1)`.execute(tx);
  const end = ends[0] ?? null;
  const last = end === null ? sql`true` : sql`sequence >= ${end.sequence}`;
  const { rows } = await sql<AuditEventRow>`
    select * from (select * ${read} and ${last} order by sequence desc limit ${most}) found
    where ${all(compared)} order by sequence desc limit ${limit + 1}`.execute(tx);
  return { rows, upTo: rows.length > limit ? null : end };
}
