import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCall, HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import { changedResource } from "@ferrule/contract/internal/changes.ts";
import { refusalOf, type AnswerHostCalls } from "../host-calls/answer-each.ts";
import { tellResourceChanges } from "./queries.ts";

/** @throws HostCallError */
function readCall({ name, environment, tenantId, argument }: HostCall) {
  if (name !== "mcp.changed") throw new HostCallError("UNAVAILABLE", `This platform does not offer ${name}.`);
  const given = changedResource.safeParse(argument);
  if (given.success) return { environment, tenantId, uri: given.data.uri };
  throw new HostCallError("VALIDATION_ERROR", "mcp.changed refused the request.");
}

const tooMany = () =>
  new HostCallError("LIMIT_EXCEEDED", "Too many resources of this Project have changed in the last ten minutes.");

/** Handles `mcp.changed`. The calls of a batch share one transaction, and the same change is told once. */
export const answerMcpCalls: AnswerHostCalls = async (app, projectId, calls, signal) => {
  const results: HostCallResult[] = [];
  const changes = new Map<string, ReturnType<typeof readCall>>();
  const told: number[] = [];
  for (const [at, call] of calls.entries()) {
    try {
      const change = readCall(call);
      changes.set(JSON.stringify(change), change);
      told.push(at);
    } catch (error) {
      results[at] = refusalOf(app, call, error);
    }
  }
  let failure: unknown;
  try {
    if (signal.aborted) throw new HostCallError("UNAVAILABLE", "The call has ended.");
    const tell = () => app.store.inProject(projectId, (scope) => tellResourceChanges(scope, [...changes.values()]));
    if (changes.size > 0 && !(await tell())) failure = tooMany();
  } catch (error) {
    failure = error;
  }
  for (const at of told) {
    results[at] = failure === undefined ? { ok: true, value: {} } : refusalOf(app, calls[at]!, failure);
  }
  return results;
};
