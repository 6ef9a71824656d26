import { mostRunsInBatch, type NewRun, type StartedRun } from "@ferrule/contract/internal/runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { createBatchSender } from "../../ground/control-plane-client/batch-sender.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";

export interface RunStore {
  /**
   * Resolves when the run is stored or refused. Null if we do not learn that in time; then its caller has to try again.
   */
  start: (projectId: string, run: NewRun) => Promise<StartedRun | null>;
}

interface StoreMeans {
  client: Pick<ControlPlaneClient, "startRuns">;
  log: Log;
}

interface RunOfProject {
  projectId: string;
  run: NewRun;
}

/** The control plane accepts 64 MiB. In the message, JSON text may take twice its characters, and UTF-8 three bytes each. */
const mostBatchChars = 4 * 1_048_576;

/** Sends runs in batches to the control plane, and repeats each until it knows whether the run is stored. */
export function createRunStore({ client, log }: StoreMeans): RunStore {
  const { send } = createBatchSender<RunOfProject, StartedRun>({
    name: "runs",
    log,
    ask: async (batch, timeoutMs) => {
      const { projectId } = batch[0]!;
      return (await client.startRuns({ body: { projectId, runs: batch.map(({ run }) => run) }, timeoutMs })).results;
    },
    idOf: ({ run }) => run.id,
    answeredId: ({ asked }) => asked,
    charsOf: ({ run }) => run.input.length + run.shownInput.length + (run.approval?.details.length ?? 0),
    groupOf: ({ projectId }) => projectId,
    mostInBatch: mostRunsInBatch,
    mostBatchChars,
  });
  return { start: (projectId, run) => send({ projectId, run }) };
}
