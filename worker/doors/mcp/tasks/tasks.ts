// Why: docs/decisions/tasks-are-runs.md
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { hasEnded } from "../../runs/read-run.ts";
import { readAnswer } from "../elicitation/read-answer.ts";
import { invalidParams } from "../transport/invalid.ts";
import { errorAnswer, resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Feature, Method, Params } from "../transport/method.ts";
import { resultJson } from "../transport/result.ts";
import { awaitResult } from "./await-result.ts";
import { acknowledged, cancelTask } from "./cancel-task.ts";
import { noTask, readTask, silentTask } from "./find-task.ts";
import { inputRequests } from "./input-of-task.ts";
import { listTasks } from "./list-tasks.ts";
import { answerTask, questionsOf } from "./questions-of-task.ts";
import { endedResult, formOf } from "./run-result.ts";
import { isProtocolFailure, statusOf, taskFields } from "./show-task.ts";
import { runOfTask } from "./task-ids.ts";
import { cantTasks, experimentalRevision, hasTasks, offersRuns, tasksExtension } from "./task-support.ts";

/** A task that a client names, and that is this caller's. */
interface NamedTask {
  taskId: string;
  runId: string;
}

type Served = (
  request: McpRequest,
  revision: Revision,
  id: IdText,
  task: NamedTask,
  params: Params | undefined,
) => RpcAnswer | Promise<RpcAnswer>;

const viewOf = ({ table, admitted, authenticated }: McpRequest) => ({
  table,
  endpoint: admitted.endpoint,
  caller: authenticated,
});

/** Whether tasks are declared to this caller. Without credentials, callers cannot be told apart, so nothing is listed. */
export const offersTasks = (request: McpRequest): boolean => offersRuns(viewOf(request));
const canList = ({ authenticated }: McpRequest): boolean => authenticated.caller.kind !== "anonymous";

/** The error for a client of 2026-07-28 that has not declared tasks (SEP-2663, "Protocol Errors"). */
export const lacksTasks = ({ exchange }: McpRequest, id: IdText): RpcAnswer =>
  errorAnswer(id, {
    status: 400,
    rpcCode: rpcErrors.missingCapability,
    message: `The client has not declared the extension ${tasksExtension}`,
    data: {
      code: "CAPABILITY_REQUIRED",
      requestId: exchange.requestId,
      requiredCapabilities: { extensions: { [tasksExtension]: {} } },
    },
  });

/** A method that names a task. The tasks of a tool that no longer makes any can still be read to their end. */
const named = (isIn: Method["isIn"], serve: Served): Method => ({
  isIn,
  mirrored: "taskId",
  handle(request, revision, id, params) {
    const taskId = params?.["taskId"];
    const runId = runOfTask(request.questions.sealer, request.admitted, taskId);
    if (runId === null && !offersTasks(request)) return undefined;
    if (revision === modernRevision && cantTasks(params)) return lacksTasks(request, id);
    if (typeof taskId !== "string") return invalidParams(request, id, "taskId is missing");
    return runId === null ? noTask(request, id) : serve(request, revision, id, { taskId, runId }, params);
  },
});

/** The members of 2026-07-28 that a state has of its own: what the task asks, its result, or its error. */
function detailOf(request: McpRequest, report: Parameters<typeof statusOf>[0], params: Params | undefined): string {
  const status = statusOf(report, modernRevision);
  if (status === "input_required") {
    return `,"inputRequests":${JSON.stringify(inputRequests(report, params, request.runs.publicOrigin))}`;
  }
  if (!hasEnded(report) || status === "cancelled") return "";
  if (!isProtocolFailure(report)) {
    return `,"result":${endedResult(request, modernRevision, report, formOf(request, report.bindingId))}`;
  }
  const error = { code: rpcErrors.internal, message: "The call failed.", data: { code: report.error!.code } };
  return `,"error":${JSON.stringify(error)}`;
}

const get: Served = async (request, revision, id, { taskId, runId }, params) => {
  const report = await readTask(request, id, runId);
  if ("refused" in report) return report.refused;
  const task = JSON.stringify(taskFields(report, revision, taskId, request.runs.publicOrigin));
  if (revision !== modernRevision) return resultAnswer(id, task);
  const fields = `${task.slice(1, -1)}${detailOf(request, report, params)}`;
  return resultAnswer(id, resultJson(request.table, revision, fields));
};

/**
 * Takes answers to the questions of a task. What is not asked now is ignored, also an answer that comes again (SEP-2663,
 * "Input Requests"). An approval is decided on its own page, so there is nothing to store for it.
 */
const update: Served = async (request, _revision, id, { runId }, params) => {
  const responses = params?.["inputResponses"];
  if (!isObject(responses)) return invalidParams(request, id, "inputResponses is not an object");
  const report = await readTask(request, id, runId);
  if ("refused" in report) return report.refused;
  const answered = questionsOf(report).flatMap((one) =>
    Object.hasOwn(responses, one.id) ? [{ ...one, outcome: readAnswer(one.question, responses[one.id]) }] : [],
  );
  return (await answerTask(request, runId, answered)) ? acknowledged(request, id) : silentTask(request, id);
};

const isModern = (revision: Revision) => revision === modernRevision;
const isExperimental = (revision: Revision) => revision === experimentalRevision;

/** The tasks of calls that become runs: an extension at 2026-07-28, an experiment at 2025-11-25. */
export const tasks: Feature = {
  methods: {
    "tasks/get": named(hasTasks, get),
    "tasks/update": named(isModern, update),
    "tasks/cancel": named(hasTasks, cancelTask),
    "tasks/result": named(isExperimental, (request, _revision, id, task) => awaitResult(request, id, task)),
    "tasks/list": {
      isIn: isExperimental,
      handle: (request, _revision, id, params) =>
        offersTasks(request) && canList(request) ? listTasks(request, id, params) : undefined,
    },
  },
  declare(capabilities, request, revision) {
    if (!hasTasks(revision) || !offersTasks(request)) return;
    if (isModern(revision)) capabilities["extensions"] = { ...capabilities["extensions"], [tasksExtension]: {} };
    else {
      const list = canList(request) ? { list: {} } : {};
      capabilities["tasks"] = { ...list, cancel: {}, requests: { tools: { call: {} } } };
    }
  },
};
