// Why: docs/decisions/unlogged-cache.md
import { decodeCursor, encodeCursor } from "../../../ground/handler/page.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Store } from "../../../ground/store/store.ts";
import type {
  Cache,
  CacheAnswer,
  CacheCall,
  CacheListing,
  CachePage,
  CalledPlace,
  TenantListing,
} from "../../../ground/ports/cache.ts";
import {
  clearTenant,
  countTenant,
  deleteEntries,
  findEntry,
  getValues,
  removeBeyond,
  removeEnded,
  removeExpired,
  scanEntries,
  setValues,
  tenantsIn,
  toCacheEntry,
} from "./queries.ts";

/** The most rows read for one page: rows that have expired but are not swept yet are skipped. */
const mostScanned = 1_000;
const sweptAtOnce = 5_000;
const mostSweeps = 50;

type Set = Extract<CacheCall, { kind: "set" }>;
const placeOf = ({ environment, tenantId, key }: CalledPlace & { key: string }) =>
  JSON.stringify([environment, tenantId, key]);

const kinds = ["get", "set", "delete"] as const;

/**
 * Groups calls that one statement can do. Calls for one entry keep their order; others may move, because they come from
 * Functions that run at the same time. Returns indexes into `calls`.
 */
function statementsOf(calls: readonly CacheCall[]): number[][] {
  const rounds: Record<CacheCall["kind"], number[]>[] = [];
  const last = new Map<string, { kind: CacheCall["kind"]; round: number }>();
  for (const [at, call] of calls.entries()) {
    const place = placeOf(call);
    const before = last.get(place);
    const round = before === undefined ? 0 : before.round + (before.kind === call.kind ? 0 : 1);
    last.set(place, { kind: call.kind, round });
    (rounds[round] ??= { get: [], set: [], delete: [] })[call.kind].push(at);
  }
  return rounds.flatMap((round) => kinds.map((kind) => round[kind])).filter((places) => places.length > 0);
}

/** Runs calls of one kind, which one statement can do. */
async function runStatement(store: Store, projectId: string, calls: readonly CacheCall[]): Promise<CacheAnswer[]> {
  switch (calls[0]?.kind) {
    case "get":
      return getValues(store, projectId, calls);
    case "set":
      // Of several calls that set one entry, the last one wins.
      await setValues(store, projectId, [...new Map((calls as Set[]).map((call) => [placeOf(call), call])).values()]);
      return calls.map(() => null);
    default: {
      const rows = await store.inProject(projectId, (scope) => deleteEntries(scope, calls));
      const deleted = new Set(rows.map(placeOf));
      // When several calls delete one entry, only the first one finds it.
      return calls.map((call) => deleted.delete(placeOf(call)));
    }
  }
}

async function listEntries(
  scope: ProjectScope,
  { environment, tenantId, prefix, limit, cursor }: CacheListing,
): Promise<CachePage> {
  const list = JSON.stringify(["cache", scope.projectId, environment, tenantId, prefix]);
  const after = decodeCursor(cursor, list)?.[0] ?? "";
  const scanned = await scanEntries(scope, { environment, tenantId }, { prefix, after, most: mostScanned + 1 });
  const seen = scanned.slice(0, mostScanned);
  const live = seen.filter(({ isLive }) => isLive);
  const items = live.slice(0, limit).map(toCacheEntry);
  const hasMore = live.length > limit || scanned.length > mostScanned;
  const last = live.length > limit ? live[limit - 1] : seen.at(-1);
  return { items, nextCursor: hasMore && last ? encodeCursor(list, [last.key]) : null };
}

async function listTenants(scope: ProjectScope, { environment, q, limit, cursor }: TenantListing) {
  const list = JSON.stringify(["cache-tenants", scope.projectId, environment, q]);
  const after = decodeCursor(cursor, list)?.[0] ?? "";
  const { names, last } = await tenantsIn(scope, environment, { after, q, limit });
  return { tenants: names, nextCursor: last === null ? null : encodeCursor(list, [last]) };
}

/** The cache in an unlogged table of the database: PostgreSQL's fastest writes, but a crash empties it. */
export function createPostgresCache({ store, mostBytes }: { store: Store; mostBytes: number }): Cache {
  return {
    async run(projectId, calls) {
      const answers: CacheAnswer[] = [];
      // Each statement has its own transaction: keeping locks for the next statement could deadlock with another batch.
      for (const places of statementsOf(calls)) {
        const answered = await runStatement(
          store,
          projectId,
          places.map((at) => calls[at]!),
        );
        for (const [index, at] of places.entries()) answers[at] = answered[index] ?? null;
      }
      return answers;
    },
    list: listEntries,
    tenants: listTenants,
    async find(scope, place, key) {
      const row = await findEntry(scope, place, key);
      return row && { ...toCacheEntry(row), json: row.value };
    },
    async remove(scope, place, key) {
      const [row] = await deleteEntries(scope, [{ ...place, key }]);
      return row && toCacheEntry({ ...row, ...place });
    },
    async clear(projectId, tenantId) {
      let removed = 0;
      for (let more = true; more;) {
        const part = await store.inProject(projectId, (scope) => clearTenant(scope, tenantId));
        removed += part.count;
        more = part.more;
      }
      return removed;
    },
    count: (projectId, tenantId, most) =>
      store.inProject(projectId, (scope) => countTenant(scope, tenantId, most), { readOnly: true }),
    async sweep() {
      let removed = 0;
      for (const removeSome of [removeExpired, removeEnded]) {
        for (let times = 0; times < mostSweeps; times += 1) {
          const count = await store.inInstallation((scope) => removeSome(scope, sweptAtOnce));
          removed += count;
          if (count < sweptAtOnce) break;
        }
      }
      return removed + (await store.inInstallation((scope) => removeBeyond(scope, mostBytes)));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
