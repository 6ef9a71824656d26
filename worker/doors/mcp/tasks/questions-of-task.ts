import { hash } from "node:crypto";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { questionOfRun, type AskedQuestion, type QuestionOutcome } from "@ferrule/contract/mcp/questions/question.ts";
import type { Askable } from "../elicitation/askable.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/** An open question of a task. `id` names it to the client. */
export interface TaskQuestion extends AskedQuestion {
  id: string;
}

/**
 * The open questions of a task. A Function may ask under one name again, in other words, so a question's id follows from
 * its words too: it MUST be unique over the life of the task (SEP-2663, "Input Requests").
 */
export const questionsOf = ({ task }: RunReport): TaskQuestion[] =>
  (task?.questions ?? []).map(({ key, asked }) => ({
    key,
    asked,
    id: `${key}:${hash("sha256", asked, "base64url").slice(0, 16)}`,
    question: questionOfRun.parse(JSON.parse(asked)),
  }));

const hasList = (schema: Record<string, unknown>): boolean =>
  Object.values(schema["properties"] ?? {}).some((field: { type?: unknown }) => field.type === "array");

/** Whether a client can show a question. The client that reads a task may be another one than that which started it. */
export function canShow({ schema, url }: TaskQuestion["question"], can: Askable | null): boolean {
  if (can === null) return false;
  return schema === undefined ? url !== undefined && can.url : can.form && (can.lists || !hasList(schema));
}

/** Hands in the outcomes of questions. False: we do not learn whether they arrived. */
export async function answerTask(
  { runs, admitted }: McpRequest,
  runId: string,
  answered: readonly (TaskQuestion & { outcome: QuestionOutcome })[],
): Promise<boolean> {
  if (answered.length === 0) return true;
  const { projectId, environment } = admitted.endpoint;
  const answers = answered.map(({ key, asked, outcome }) => ({
    key,
    asked,
    outcome: JSON.stringify(outcome),
    shown: runs.masker.shown({ projectId, environment }, outcome),
  }));
  return runs.answer(runId, admitted, answers);
}
