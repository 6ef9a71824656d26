import { ApiError } from "@ferrule/contract/api-error.ts";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import { operationNames, operations, type OperationName } from "@ferrule/contract/operations.ts";
import { sendNoticingLoss } from "./connection.ts";
import { changedBy } from "./changed-by.ts";
import { queryClient } from "./query-client.ts";
import { readAgain } from "./read-again.ts";
import { sentOnce } from "./once/repeated.ts";
import { deletions } from "./undo/deletions.ts";
import { session } from "./session.ts";
import { noticeProject, tabProject } from "./tab-project.ts";

const mismatch: ErrorBody = {
  code: "PROJECT_MISMATCH",
  message: "You switched to another Project.",
  requestId: "",
};

const send = (input: string, init?: RequestInit): Promise<Response> =>
  sendNoticingLoss(() => void queryClient.invalidateQueries(), input, init);

/** Fetches data that does not belong to a Project. It notices a lost connection and an ended session. */
async function sendBeyondProjects(path: string, init?: RequestInit): Promise<Response> {
  const response = await send(path, init);
  if (response.status === 401 && !path.startsWith("/api/auth/") && path !== "/api/account/password") session.end();
  return response;
}

/** Fetches from the API for this tab's Project, and discards a response from another Project. */
export async function sendToApi(path: string, init?: RequestInit): Promise<Response> {
  const response = await sendBeyondProjects(path, init);
  const projectId = response.headers.get("x-project-id");
  if (projectId !== null && !noticeProject(projectId)) {
    throw new ApiError(409, { ...mismatch, requestId: response.headers.get("x-request-id") ?? "" });
  }
  return response;
}

const inProject = createClient({ baseUrl: "", fetch: sendToApi as typeof fetch });
const beyondProjects = createClient({ baseUrl: "", fetch: sendBeyondProjects as typeof fetch });

type AnyCall = (input?: { headers?: Record<string, string>; signal?: unknown }) => Promise<unknown>;

/** Names this tab's Project in every write, so that it never lands in another one. */
function meantForTabProject(name: OperationName): AnyCall {
  const entry: Operation = operations[name];
  if (entry.scope !== "project") return beyondProjects[name] as AnyCall;
  const call = inProject[name] as AnyCall;
  if (entry.method === "GET") return call;
  return (input = {}) => {
    const projectId = tabProject.get();
    return call({
      ...input,
      headers: { ...(projectId === null ? {} : { "x-project-id": projectId }), ...input.headers },
    });
  };
}

/** Reads again what an operation has changed. Any write in a Project may add a change to deploy; the header shows their number. */
export async function readAgainAfter(name: OperationName): Promise<void> {
  const { scope }: Operation = operations[name];
  if (scope === "project") void readAgain("countPendingChanges");
  await readAgain(...changedBy(name));
}

/** Reads again what an operation has changed before its answer is used. */
function readingAgain(name: OperationName): AnyCall {
  const call = meantForTabProject(name);
  return async (input) => {
    const answer = await call(input);
    await readAgainAfter(name);
    return answer;
  };
}

/**
 * Sends the deletions that can still be undone before a write, which may depend on them, and before it is shown what a
 * deployment would change.
 */
function afterDeletions(name: OperationName, call: AnyCall): AnyCall {
  const { method, reads }: Operation = operations[name];
  if ((method === "GET" || reads === true) && name !== "previewDeployment") return call;
  return async (input) => {
    await deletions.settle();
    return call(input);
  };
}

const clientOf = (callOf: (name: OperationName) => unknown) =>
  Object.fromEntries(operationNames.map((name) => [name, callOf(name)])) as unknown as Client;

/**
 * The management API alone, for many writes in a row: `readAgainAfter` follows the last one. No deletion that can still
 * be undone is sent first.
 */
export const bareApi = clientOf(meantForTabProject);

/** The management API: `api.getFunction({ params: { functionId } })`. In components prefer `useOperation` and `useAction`. */
export const api = clientOf((name) =>
  operations[name].method === "GET"
    ? afterDeletions(name, meantForTabProject(name))
    : sentOnce(afterDeletions(name, readingAgain(name))),
);
