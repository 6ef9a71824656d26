// Why: docs/decisions/tasks-are-runs.md
import type { AdmittedCall } from "../../../calls/admission/function-call.ts";
import { placeOf } from "../../http-api/idempotency/idempotency-key.ts";
import type { Sealer } from "../elicitation/sealer.ts";

const mostIdChars = 500;

/** Tasks belong to whom the credential names, however they authenticate, and to the endpoint in its environment. */
const boundTo = (admitted: AdmittedCall): string => {
  const { issuer = "", subject = "" } = admitted.caller;
  return placeOf(admitted, "task", JSON.stringify([issuer, subject]));
};

/** The id of a run as a task of this caller. It is always the same, nobody can guess it, and nothing is stored for it. */
export const taskIdOf = (sealer: Sealer, admitted: AdmittedCall, runId: string): string =>
  sealer.sealAlike(runId, boundTo(admitted));

/** The run of a task that a client names; null: it is not the id of a task of this caller here. It may be anything. */
export const runOfTask = (sealer: Sealer, admitted: AdmittedCall, taskId: unknown): string | null =>
  typeof taskId === "string" && taskId.length <= mostIdChars ? sealer.open(taskId, boundTo(admitted)) : null;
