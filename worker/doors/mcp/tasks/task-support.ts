import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import {
  clientCapabilitiesKey,
  modernRevision,
  type Revision,
} from "../../../deployed/endpoints/bindings/revisions.ts";
import { mayBeRun } from "../../runs/run-need.ts";
import { callableBy } from "../../tokens/refused-target.ts";
import { askableBy } from "../elicitation/askable.ts";
import { capabilitiesOf } from "../elicitation/session.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params, View } from "../transport/method.ts";

/** The extension of 2026-07-28 (SEP-2663). */
export const tasksExtension = "io.modelcontextprotocol/tasks";
/** The revision that had tasks of its own, as an experiment (SEP-1686). */
export const experimentalRevision = "2025-11-25";

export const hasTasks = (revision: Revision): boolean =>
  revision === modernRevision || revision === experimentalRevision;

/** Whether this caller may call a tool here whose calls may become runs. A preview starts none. */
export const offersRuns = ({ table, endpoint, caller }: View): boolean =>
  endpoint.preview === null &&
  callableBy(caller, table.sorted, ({ binding }) => binding.toolName).some(({ binding, called }) =>
    mayBeRun(endpoint, called, binding.toolName),
  );

/** What a client of 2026-07-28 declares that it can. */
export function declaredBy(params: Params | undefined): Params {
  const meta = params?.["_meta"];
  const declared = isObject(meta) ? meta[clientCapabilitiesKey] : undefined;
  return isObject(declared) ? declared : {};
}

/** Whether a client of 2026-07-28 can tasks. */
export function cantTasks(params: Params | undefined): boolean {
  const { extensions } = declaredBy(params);
  return !isObject(extensions) || !isObject(extensions[tasksExtension]);
}

/** What the client of a task can ask its person. At 2025-11-25, its session says so, and its stream of `tasks/result` asks. */
export function askableByTask(
  { questions, admitted, exchange }: McpRequest,
  revision: Revision,
  params: Params | undefined,
) {
  if (revision === modernRevision) return askableBy(revision, declaredBy(params));
  const session = exchange.request.headers["mcp-session-id"];
  return askableBy(revision, capabilitiesOf(questions.sealer, admitted, session));
}

/** Whether a call asks for a task at 2025-11-25, or may become one at 2026-07-28. */
export function takesTask(revision: Revision, params: Params | undefined): boolean {
  if (revision === modernRevision) return !cantTasks(params);
  return revision === experimentalRevision && isObject(params?.["task"]);
}
