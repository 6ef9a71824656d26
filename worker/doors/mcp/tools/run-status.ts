import { listedAs, laterMembers } from "../../../deployed/endpoints/bindings/listed-forms.ts";
import { offersRuns } from "../tasks/task-support.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { View } from "../transport/method.ts";

/** The tool of Ferrule's own, with which a model reads its runs if its client has no tasks. */
export const runStatusName = "run_status";

const title = "State of a run";
const description =
  "Reads a run that an earlier call of a tool here has started: its result if it has ended, otherwise what it waits for. It starts nothing. It may wait some seconds for the end.";
const inputSchema = {
  type: "object",
  properties: { run: { type: "string", description: "The id of the run, as the earlier call returned it: run_…" } },
  required: ["run"],
  additionalProperties: false,
};
const annotations = { readOnlyHint: true, openWorldHint: false };

/** Its entry in `tools/list`. */
export const runStatusEntry = listedAs((revision) => ({
  name: runStatusName,
  ...laterMembers({ title }, revision),
  description,
  inputSchema,
  ...(revision === "2024-11-05" ? {} : { annotations }),
}));

/** It is there for callers of tools whose calls may become runs. The Project's own tool of this name comes first. */
export const isRunStatusOffered = (view: View): boolean => !view.table.tools.has(runStatusName) && offersRuns(view);

export const hasRunStatus = ({ table, admitted, authenticated }: McpRequest): boolean =>
  isRunStatusOffered({ table, endpoint: admitted.endpoint, caller: authenticated });
