import { ApiError } from "@ferrule/contract/client.ts";
import { readDocumentCookie } from "@ferrule/contract/cookie-jar.ts";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { testAnswer, testRequest } from "@ferrule/contract/resources/function.ts";
import type { z } from "zod";
import { sendToApi } from "../../../api/api.ts";
import { tabProject } from "../../../api/tab-project.ts";
import { readEvents } from "../../../api/read-events.ts";

export type TestRequest = z.input<typeof testRequest>;
export type TestAnswer = z.infer<typeof testAnswer>;

interface Following {
  signal: AbortSignal;
  /** Called once the run exists; it can then be cancelled by this id. */
  onStarted: (executionId: string) => void;
  onLog: (entry: LogEntry) => void;
}

const csrfToken = () => readDocumentCookie.get("__Host-ferrule_csrf") ?? readDocumentCookie.get("ferrule_csrf") ?? "";

const unfinished: ErrorBody = {
  code: "UNAVAILABLE",
  message: "The connection ended before the run finished. Its execution is recorded.",
  requestId: "",
};

/**
 * Runs a Function once and follows the run. It calls `testFunction` as a stream, which the client cannot read
 * incrementally.
 * @throws ApiError
 */
export async function runTest(functionId: string, body: TestRequest, following: Following): Promise<TestAnswer> {
  const response = await sendToApi(`/api/functions/${encodeURIComponent(functionId)}/test`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream",
      "x-csrf-token": csrfToken(),
      "x-project-id": tabProject.get() ?? "",
    },
    body: JSON.stringify(body),
    signal: following.signal,
  });
  if (!response.ok || response.body === null) {
    const failure = (await response.json().catch(() => null)) as { error?: ErrorBody } | null;
    throw new ApiError(response.status, failure?.error ?? unfinished);
  }
  for await (const { event, data } of readEvents(response.body)) {
    if (event === "started") following.onStarted((data as { executionId: string }).executionId);
    else if (event === "log") following.onLog(data as LogEntry);
    else if (event === "result") return data as TestAnswer;
    else if (event === "error") throw new ApiError(200, (data as { error: ErrorBody }).error);
  }
  throw new ApiError(503, unfinished);
}
