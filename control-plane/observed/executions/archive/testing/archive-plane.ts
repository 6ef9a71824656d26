import { zstdDecompressSync } from "node:zlib";
import type { Client } from "@ferrule/contract/client.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import type { App } from "../../../../ground/app.ts";
import { startTestControlPlane } from "../../../../testing/test-control-plane.ts";
import { keepPartitions } from "../../keep-partitions.ts";
import { recordExecutions } from "../../../../whole/recording/record-executions.ts";
import { record } from "../../testing/reports.ts";
import { openArchive } from "../archive.ts";
import { readArchiveState } from "../queries/archive-state.ts";
import { startBucketServer } from "./bucket-server.ts";

const dayMs = 86_400_000;
/** Noon of a day that is beyond the retention. */
export const noonOf = (daysAgo: number) => Math.floor(Date.now() / dayMs - daysAgo) * dayMs + dayMs / 2;
export const dayOf = (daysAgo: number) => new Date(noonOf(daysAgo)).toISOString().slice(0, 10);

type Query = NonNullable<NonNullable<Parameters<Client["listExecutions"]>[0]>["query"]>;

/** A control plane that archives to a bucket of its own, with the tools that tests of the archive share. */
export async function startArchivePlane() {
  await using started = new AsyncDisposableStack();
  const bucket = started.use(await startBucketServer());
  const plane = started.use(await startTestControlPlane({ archive: bucket.settings }));
  const run = <T>(statement: ReturnType<typeof sql<T>>) =>
    plane.app.store.inInstallation(({ tx }) => statement.execute(tx));

  /** A Project with calls from long ago. */
  async function createProject() {
    const { id } = await plane.createProject();
    const client = await plane.signInAs("owner", id);
    const at = (time: number, fields: Partial<ExecutionRecord> = {}) =>
      record(id, {
        id: identifier("exe", time),
        requestId: identifier("req", time),
        startedAt: new Date(time).toISOString(),
        ...fields,
      });
    const mine = () => [...bucket.objects].filter(([key]) => key.startsWith(id));
    return {
      id,
      client,
      at,
      /** Calls of a day, one second apart, in batches as workers send them. The newest comes last. */
      async fillDay(daysAgo: number, count: number, fields: (n: number) => Partial<ExecutionRecord> = () => ({})) {
        await run(sql`select ferrule_add_execution_partition((now() at time zone 'UTC')::date - ${daysAgo}::integer)`);
        const records = Array.from({ length: count }, (_, n) => at(noonOf(daysAgo) + n * 1_000, fields(n)));
        for (let n = 0; n < count; n += 50) await recordExecutions(plane.app, records.slice(n, n + 50));
        return records;
      },
      async inDatabase() {
        const { rows } = await run(
          sql<{ count: number }>`select count(*)::integer as count from executions where project_id = ${id}`,
        );
        return rows[0]?.count;
      },
      async listAll(query: Query) {
        const items = [];
        let cursor: string | undefined;
        do {
          const page = await client.listExecutions({
            query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
          });
          items.push(...page.items);
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        return items;
      },
      objects: () => mine().map(([key]) => key),
      /** The calls in the bucket's objects, as text. */
      lines: () => mine().flatMap(([, body]) => zstdDecompressSync(body).toString().trim().split("\n")),
    };
  }

  /**
   * Archives old executions. The run that begins with the control plane may still be under way; then this waits for it.
   */
  async function keep(app: App = plane.app): Promise<void> {
    for (let isBusy = true; isBusy;) {
      isBusy = false;
      const log = Object.create(app.log, {
        info: { value: (...said: unknown[]) => (isBusy ||= said.at(-1) === "another control plane archives just now") },
      }) as App["log"];
      await keepPartitions({ ...app, log });
    }
  }

  const owned = started.move();
  return {
    bucket,
    plane,
    app: plane.app,
    /** Another control plane, which soon gives up on a silent bucket. */
    impatient: {
      ...plane.app,
      archive: openArchive({ ...plane.settings, archive: { ...bucket.settings, timeoutMs: 500 } }),
    } satisfies App,
    run,
    createProject,
    keep,
    failure: async () => (await plane.app.store.inInstallation(readArchiveState)).failure,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
export type ArchivePlane = Awaited<ReturnType<typeof startArchivePlane>>;
export type OldProject = Awaited<ReturnType<ArchivePlane["createProject"]>>;
