import { deliveredRequest } from "@ferrule/contract/internal/deliveries.ts";
import type {
  CronAttempt,
  DeliveryAttempt,
  RunAttempt,
  StartedAttempt,
} from "@ferrule/contract/internal/leased-runs.ts";
import type { StoredStep } from "@ferrule/contract/internal/runs.ts";
import type { App } from "../../ground/app.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { HistoryRow, LeasedRow } from "../runs/queries/claims.ts";
import type { AnyRunRow, CronRunRow, DeliveryRow, RunRow } from "../runs/queries/runs.ts";
import { keepSeal } from "../runs/seals/kept-seals.ts";
import { runSeal, type RunSeal } from "../runs/seals/seal-run.ts";
import { nameOfStep } from "../runs/texts/values.ts";

/** What the attempts of all modes have. */
const leasedPart = ({ id, attempt, projectId, environment, tenantId, caller, requestId, executionId }: AnyRunRow) => ({
  runId: id,
  attempt,
  projectId,
  environment,
  tenantId,
  caller,
  requestId,
  executionId: executionId ?? "",
});

function openInput(seal: RunSeal, { input, apartInput, keyId }: LeasedRow<RunRow | DeliveryRow>): string {
  const sealed = input ?? apartInput;
  if (sealed === null) throw new SealError("damaged", keyId);
  return seal.open("input", sealed);
}

function storedStep(seal: RunSeal, row: HistoryRow): StoredStep {
  const { key, kind, attempts } = row;
  const waits = row.state === "waiting" || (row.state === "retrying" && !row.isDue);
  const state = waits ? "waiting" : (row.state as StoredStep["state"]);
  const sealed = row.value ?? row.apart;
  const value = sealed === null ? "null" : seal.open(nameOfStep(key), sealed);
  return { key, kind, attempts, state, value: waits ? null : value };
}

function startedMessage(seal: RunSeal, row: LeasedRow<RunRow>, history: readonly HistoryRow[]): StartedAttempt {
  const now = row.now.getTime();
  const { functionId, mode, source, endpointId, bindingId, parentId, trace, asks } = row;
  const keeps = row.onRelease === "stay" && row.deploymentId !== null && row.digest !== null;
  return {
    ...leasedPart(row),
    mode,
    source,
    functionId,
    endpointId,
    bindingId,
    parentId,
    trace,
    deployment: keeps ? { id: row.deploymentId ?? "", digest: row.digest ?? "" } : null,
    startedAt: (row.beganAt ?? row.startedAt)?.getTime() ?? now,
    remainingMs: Math.max(0, row.deadlineAt.getTime() - now),
    input: openInput(seal, row),
    steps: history.map((one) => storedStep(seal, one)),
    ...(asks === null ? {} : { asks }),
  };
}

/** A cron's name and input are its binding's by now. */
const cronMessage = (row: LeasedRow<CronRunRow>): CronAttempt => ({
  ...leasedPart(row),
  mode: "cron",
  caller: { ...row.caller, name: row.bindingName },
  functionId: row.functionId,
  endpointId: null,
  bindingId: row.bindingId,
  deployment: null,
  input: row.bindingInput ?? "null",
  trace: row.trace,
});

const deliveryMessage = (seal: RunSeal, row: LeasedRow<DeliveryRow>): DeliveryAttempt => ({
  ...leasedPart(row),
  mode: "delivery",
  endpointId: row.endpointId,
  bindingId: row.bindingId,
  receivedAt: row.createdAt.getTime(),
  request: deliveredRequest.parse(JSON.parse(openInput(seal, row))),
});

/**
 * The message with which a worker carries out an attempt. `history`: what a run that goes on has stored.
 * @throws SealError
 */
export async function messageOf(
  app: Pick<App, "settings">,
  row: LeasedRow,
  history: readonly HistoryRow[],
): Promise<RunAttempt> {
  if (row.mode === "cron") return cronMessage(row);
  if (row.mode === "delivery") return deliveryMessage(await runSeal(app, row), row);
  return startedMessage(await keepSeal(app, row), row, history);
}
