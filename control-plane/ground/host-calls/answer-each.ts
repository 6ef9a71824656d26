import type { HostCall, HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import type { App } from "../app.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";

/** Answers the calls of one capability in one Project: one result for each, in order. It must not reject. */
export type AnswerHostCalls = (
  app: App,
  projectId: string,
  calls: readonly HostCall[],
  signal: AbortSignal,
) => Promise<HostCallResult[]>;

/** Returns the value of one call. @throws HostCallError */
export type AnswerHostCall = (app: App, projectId: string, call: HostCall, signal: AbortSignal) => Promise<unknown>;

/** The result for a Function when a failure is not the Function's own. */
export const unavailable: HostCallResult = {
  ok: false,
  code: "UNAVAILABLE",
  message: "The platform could not do this just now.",
};

/** The result of a call that failed: its refusal, or UNAVAILABLE with a line in the log. */
export function refusalOf({ log }: App, call: HostCall, error: unknown): HostCallResult {
  if (error instanceof HostCallError) {
    const { code, message, details } = error;
    return { ok: false, code, message, ...(details === undefined ? {} : { details }) };
  }
  log.error({ err: error, hostCall: call.name, executionId: call.executionId }, "a host call failed");
  return unavailable;
}

/** A capability whose calls run individually and at the same time, by the name after the dot. */
export function answerEach(capability: string, handlers: Record<string, AnswerHostCall>): AnswerHostCalls {
  const table = new Map(Object.entries(handlers).map(([name, handler]) => [`${capability}.${name}`, handler]));
  const answer = async (app: App, projectId: string, call: HostCall, signal: AbortSignal): Promise<HostCallResult> => {
    try {
      const handler = table.get(call.name);
      if (!handler) throw new HostCallError("UNAVAILABLE", `This platform does not offer ${call.name}.`);
      return { ok: true, value: await handler(app, projectId, call, signal) };
    } catch (error) {
      return refusalOf(app, call, error);
    }
  };
  return (app, projectId, calls, signal) => Promise.all(calls.map((call) => answer(app, projectId, call, signal)));
}
