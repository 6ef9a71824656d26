import type { Client } from "@ferrule/contract/client.ts";
import type { CronAttempt, HeldAttempt, RetriedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { CronBinding, CronRun } from "@ferrule/contract/resources/cron-binding.ts";
import { sql } from "kysely";
import type { TestWorker } from "../../../doors/internal/testing/connect-worker.ts";
import { startScene, type Scene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../../testing/author.ts";
import { deployed } from "../../../testing/released.ts";
import { fireDueCrons } from "../runs/fire-due-crons.ts";

/** A control plane whose crons follow a clock that the test sets, and a Project with a deployed Function. */
export interface CronScene extends AsyncDisposable {
  scene: Scene;
  client: Client;
  projectId: string;
  functionId: string;
  worker: TestWorker;
  /** Sets the clock, and fires the due bindings. */
  at: (time: string) => Promise<void>;
  create: (schedule: string, over?: object) => Promise<CronBinding>;
  get: (binding: CronBinding) => Promise<CronBinding>;
  /** The runs of a binding, earliest occurrence first. */
  runs: (binding: CronBinding) => Promise<CronRun[]>;
  /** The runs of a binding as `<time> <status>`. */
  told: (binding: CronBinding) => Promise<string[]>;
  claim: (holding?: HeldAttempt[], worker?: TestWorker, max?: number) => Promise<CronAttempt[]>;
  /** Reports how an attempt ended; returns the HTTP status. */
  complete: (
    attempt: Pick<CronAttempt, "runId" | "attempt">,
    end?: RetriedCompletion["end"],
    worker?: TestWorker,
  ) => Promise<number>;
}

/** Starts it with the clock at `start` (RFC 3339). */
export async function startCronScene(start: string): Promise<CronScene> {
  let now = start;
  const scene = await startScene({ holdMs: 50 }, () => sql<Date>`${now}::timestamptz`);
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("reports");
  const inputSchema = { type: "object" };
  await deployed(scene, author, () => ({ derived: { inputSchema, outputSchema: null, description: "Reports." } }));
  const { client, projectId } = author;
  const worker = scene.worker();
  const runs: CronScene["runs"] = async ({ id }) =>
    (await client.listCronRuns({ params: { cronBindingId: id }, query: { limit: 200 } })).items.toReversed();
  const isAnythingDue = () =>
    scene.query(async (tx) => {
      const { rows } = await sql`select from cron_bindings where next_run_at <= ${now}::timestamptz`.execute(tx);
      return rows.length > 0;
    });
  return {
    scene,
    client,
    projectId,
    functionId,
    worker,
    runs,
    async at(time) {
      now = time;
      // The control plane's own scheduler may be firing too, so repeat until nothing is due.
      do await fireDueCrons(scene.app);
      while (await isAnythingDue());
    },
    create: (schedule, over = {}) => client.createCronBinding({ body: { functionId, schedule, ...over } }),
    get: ({ id }) => client.getCronBinding({ params: { cronBindingId: id } }),
    told: async (binding) =>
      (await runs(binding)).map(({ scheduledFor, status }) => `${scheduledFor.replace(".000Z", "Z")} ${status}`),
    async claim(holding = [], by = worker, max = 10) {
      const { body } = await by.ask("claimRuns", { workerId: by.id, max, modes: ["cron"], holding });
      return body["attempts"] as CronAttempt[];
    },
    async complete({ runId, attempt }, end = "succeeded", by = worker) {
      const reason = end === "succeeded" ? null : "FUNCTION_ERROR: It went wrong.";
      const report = { mode: "cron", workerId: by.id, attempt, end, reason };
      return (await by.ask("completeRun", report, runId)).status;
    },
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  };
}
