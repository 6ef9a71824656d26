import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { approvalUrl } from "../../runs/describe-run.ts";
import { askableBy } from "../elicitation/askable.ts";
import { elicitParams } from "../elicitation/elicit-params.ts";
import type { Params } from "../transport/method.ts";
import { declaredBy } from "./task-support.ts";

/** How long a person may take. Nothing waits for the answer: the approval itself has a time. */
const timeoutMs = 600_000;

/**
 * What a task that waits for input asks of its client (SEP-2663, "Task Polling"): to open the page of its approval. It is
 * empty for a client that cannot; then the task's sentence has the address. The request stays until a person has decided
 * on that page, whatever the client answers.
 */
export function inputRequests({ approvalId, waitsFor }: RunReport, params: Params | undefined, origin: string): object {
  const can = askableBy(modernRevision, declaredBy(params));
  if (approvalId === null || can?.url !== true) return {};
  const question = {
    message: waitsFor ?? "The call waits for your approval.",
    url: approvalUrl(origin, approvalId),
    timeoutMs,
  };
  return {
    [approvalId]: { method: "elicitation/create", params: elicitParams(question, modernRevision, approvalId) },
  };
}
