import { api } from "../../api/api.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { executionPrompt, type RanFunction } from "./execution-prompt.ts";
import { promptText } from "./prompt-text.ts";
import { readHelp } from "./read-help.ts";

type Execution = AnswerOf<"getExecution">;

/** The Function as the environment serves it, or its draft if that ran, or if nothing serves it now. */
async function ranFunction({ functionId, deploymentId, environment }: Execution): Promise<RanFunction | null> {
  if (functionId === null) return null;
  const params = { functionId };
  const draft = await api.getFunction({ params });
  const { slug, derived } = draft;
  if (deploymentId !== null) {
    const { items } = await api.listFunctionVersions({ params });
    const served = items.find(({ activeIn }) => activeIn.includes(environment));
    if (served !== undefined) {
      const version = await api.getFunctionVersion({ params: { functionId, revision: String(served.revision) } });
      return { ...version, slug, derived, state: `revision ${served.revision}, which ${environment} serves now` };
    }
  }
  return { ...draft, state: `revision ${draft.revision}, the draft` };
}

/** The prompt about a failed call, with the source that ran and the pages about its code. */
export async function askAboutExecution(execution: Execution): Promise<string> {
  const { error } = execution;
  const [ran, help] = await Promise.all([
    ranFunction(execution).catch(() => null),
    readHelp("errors", error === null ? [] : [error.code]),
  ]);
  return promptText(executionPrompt(execution, ran, help), window.location.origin);
}
