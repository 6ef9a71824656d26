import type { runAnswers, runsOfCaller, RunReport } from "@ferrule/contract/internal/runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { z } from "zod";
import type { AdmittedCall } from "../../calls/admission/function-call.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";

/** The facts of a call that decide which runs are its caller's. */
export type RunCaller = Pick<AdmittedCall, "endpoint" | "tenantId" | "caller">;

/** `unknown`: there is no such run for this caller. `silent`: we do not learn it now. */
export type ReadRun = RunReport | "unknown" | "silent";

export interface RunReader {
  /**
   * The state of a run, for the caller who started it. While the run has not ended, it waits up to `waitMs`; it does
   * not wait if too many others do. `asTask`: with what only tasks of MCP show.
   */
  read: (id: string, of: RunCaller, waitMs: number, signal?: AbortSignal, asTask?: boolean) => Promise<ReadRun>;
  /**
   * A page of the runs that the caller's MCP clients have started here, newest first, without outputs. `after`: the last
   * one of the page before.
   */
  list: (
    of: RunCaller,
    after: { createdAt: string; id: string } | null,
    limit: number,
  ) => Promise<z.infer<typeof runsOfCaller> | "silent">;
  /** Hands in answers to a run's questions. False: we do not learn whether they arrived. */
  answer: (id: string, of: RunCaller, answers: z.infer<typeof runAnswers>["answers"]) => Promise<boolean>;
  /** Gives the run up. `ended`: it has ended already. */
  cancel: (id: string, of: RunCaller) => Promise<"cancelled" | "ended" | "unknown" | "silent">;
}

interface ReaderMeans {
  client: Pick<ControlPlaneClient, "readRun" | "answerRun" | "listRunsOfCaller" | "cancelRunOfCaller">;
  log: Log;
  /** How many callers may wait at once, and how many of one tenant. */
  mostHeld?: number;
  mostHeldOfTenant?: number;
}

/** The longest time that a caller waits for a run. */
export const mostWaitMs = 20_000;

/** How many callers may wait at once; each holds a connection to the control plane. */
export const mostWaitingCallers = 256;

const runId = /^run_[0-9a-hjkmnp-tv-z]{24}$/;
const endings = new Set(["succeeded", "failed", "cancelled", "expired"]);

/** Whether the run goes on no more. */
export const hasEnded = ({ status }: Pick<RunReport, "status">): boolean => endings.has(status);

const questionOf = ({ endpoint, tenantId, caller }: RunCaller) => ({
  projectId: endpoint.projectId,
  environment: endpoint.environment,
  endpointId: endpoint.id,
  tenantId,
  caller,
});

/** Counts the callers who wait, so that they cannot take all connections to the control plane. */
class Held {
  readonly #most: number;
  readonly #mostOfTenant: number;
  readonly #byTenant = new Map<string, number>();
  #total = 0;

  constructor(most: number, mostOfTenant: number) {
    this.#most = most;
    this.#mostOfTenant = mostOfTenant;
  }

  take(tenant: string): boolean {
    const own = this.#byTenant.get(tenant) ?? 0;
    if (this.#total >= this.#most || own >= this.#mostOfTenant) return false;
    this.#total += 1;
    this.#byTenant.set(tenant, own + 1);
    return true;
  }

  giveBack(tenant: string): void {
    const left = (this.#byTenant.get(tenant) ?? 1) - 1;
    this.#total -= 1;
    if (left === 0) this.#byTenant.delete(tenant);
    else this.#byTenant.set(tenant, left);
  }
}

async function handIn({ client, log }: ReaderMeans, id: string, body: z.infer<typeof runAnswers>): Promise<boolean> {
  try {
    await client.answerRun({ params: { id }, body });
    return true;
  } catch (error) {
    if (error instanceof ControlPlaneRefusal && error.status === 404) return true;
    log.warn({ err: error, runId: id }, "the answers for a run cannot be handed in");
    return false;
  }
}

/** Reads, answers and cancels runs for their callers. A caller who waits takes no slot: no Function runs for it. */
export function createRunReader(means: ReaderMeans): RunReader {
  const { client, log, mostHeld = mostWaitingCallers, mostHeldOfTenant = 64 } = means;
  const held = new Held(mostHeld, mostHeldOfTenant);

  async function ask(
    id: string,
    of: RunCaller,
    waitMs: number,
    signal: AbortSignal | undefined,
    asTask: boolean,
  ): Promise<ReadRun> {
    try {
      const body = { ...questionOf(of), waitMs, ...(asTask ? { asTask } : {}) };
      return await client.readRun({ params: { id }, body, signal });
    } catch (error) {
      if (error instanceof ControlPlaneRefusal && error.status === 404) return "unknown";
      if (signal?.aborted !== true) log.warn({ err: error, runId: id }, "a run cannot be read");
      return "silent";
    }
  }

  return {
    async read(id, of, waitMs, signal, asTask = false) {
      // A preview starts no runs. Its endpoints share their ids with Development's.
      if (!runId.test(id) || of.endpoint.preview !== null) return "unknown";
      const tenant = JSON.stringify([of.endpoint.projectId, of.tenantId]);
      if (waitMs <= 0 || !held.take(tenant)) return ask(id, of, 0, signal, asTask);
      try {
        return await ask(id, of, Math.min(Math.round(waitMs), mostWaitMs), signal, asTask);
      } finally {
        held.giveBack(tenant);
      }
    },
    async list(of, after, limit) {
      try {
        return await client.listRunsOfCaller({ body: { ...questionOf(of), after, limit } });
      } catch (error) {
        log.warn({ err: error }, "the runs of a caller cannot be listed");
        return "silent";
      }
    },
    answer: (id, of, answers) => handIn(means, id, { ...questionOf(of), answers }),
    async cancel(id, of) {
      if (!runId.test(id) || of.endpoint.preview !== null) return "unknown";
      try {
        await client.cancelRunOfCaller({ params: { id }, body: questionOf(of) });
        return "cancelled";
      } catch (error) {
        const status = error instanceof ControlPlaneRefusal ? error.status : 0;
        if (status === 404) return "unknown";
        if (status === 409) return "ended";
        log.warn({ err: error, runId: id }, "a run cannot be cancelled");
        return "silent";
      }
    },
  };
}
