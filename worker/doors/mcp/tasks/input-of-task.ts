import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { approvalUrl } from "../../runs/describe-run.ts";
import { askableBy } from "../elicitation/askable.ts";
import { elicitParams } from "../elicitation/elicit-params.ts";
import type { Params } from "../transport/method.ts";
import { canShow, questionsOf } from "./questions-of-task.ts";
import { declaredBy } from "./task-support.ts";

/** How long a person may take. Nothing waits for the answer: the approval itself has a time. */
const timeoutMs = 600_000;

type InputRequests = Record<string, { method: "elicitation/create"; params: object }>;

/**
 * What a task that waits for input asks of its client (SEP-2663, "Task Polling"): the questions of its Function, and to
 * open the page of its approval. It has nothing that the client cannot show; the task's sentence says what it waits for.
 * The request for an approval stays until a person has decided on that page, whatever the client answers.
 */
export function inputRequests(report: RunReport, params: Params | undefined, origin: string): InputRequests {
  const { approvalId, waitsFor } = report;
  const can = askableBy(modernRevision, declaredBy(params));
  const requests: InputRequests = {};
  for (const { id, question } of questionsOf(report))
    if (canShow(question, can))
      requests[id] = { method: "elicitation/create", params: elicitParams(question, modernRevision, id) };
  if (approvalId === null || can?.url !== true) return requests;
  const question = {
    message: waitsFor ?? "The call waits for your approval.",
    url: approvalUrl(origin, approvalId),
    timeoutMs,
  };
  return {
    ...requests,
    [approvalId]: { method: "elicitation/create", params: elicitParams(question, modernRevision, approvalId) },
  };
}
