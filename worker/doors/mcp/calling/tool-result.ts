import { errorDocs, isErrorCode } from "@ferrule/contract/help/help.ts";
import type { CallFailure } from "../../../calls/admission/call-failure.ts";
import type { CallEnd } from "../../../calls/admission/run-call.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { CompiledTool, ToolTable } from "../../../deployed/endpoints/bindings/tool-table.ts";

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`;

/** What a result's `_meta` says of a run. */
export interface RunMeta {
  id: string;
  status: string;
  url: string;
  /** The task of this result; unset: its client did not ask for one, or its revision need not be told. */
  taskId?: string | undefined;
}

interface Meta {
  run?: RunMeta | undefined;
  error?: Record<string, unknown>;
}

/** The member of `_meta` that ties a result to its task (MCP 2025-11-25, Tasks, "Related Task Metadata"). */
const relatedTaskKey = "io.modelcontextprotocol/related-task";

function metaOf({ run, error }: Meta): string {
  const { taskId, ...shown } = run ?? {};
  const related = taskId === undefined ? undefined : { taskId };
  const members = {
    "ferrule/error": error,
    "ferrule/run": run === undefined ? undefined : shown,
    [relatedTaskKey]: related,
  };
  return JSON.stringify(members).slice(1, -1);
}

function result(table: ToolTable, revision: Revision, fields: string, given: Meta = {}): string {
  const meta = metaOf(given);
  if (revision !== "2026-07-28") return meta === "" ? `{${fields}}` : `{${fields},"_meta":{${meta}}}`;
  const end = meta === "" ? table.modernEnd : `${table.modernEnd.slice(0, -2)},${meta}}}`;
  return `{"resultType":"complete",${fields}${end}`;
}

/** The run that returned a result, and a sentence about it for the model. */
export interface OfRun {
  run: RunMeta;
  note: string | null;
}

/** What the form of a result depends on. */
export type ResultForm = Pick<CompiledTool, "isWrapped"> & { called: Pick<CompiledTool["called"], "validateOutput"> };

/** A list of blocks with one more. @param note empty, or a comma and the JSON of a block */
function withNote(contentJson: string, note: string): string {
  if (note === "") return contentJson;
  const blocks = contentJson.trim().slice(0, -1);
  return blocks.trim() === "[" ? `[${note.slice(1)}]` : `${blocks}${note}]`;
}

/** The result of a call that returned: structured content with a text block, or the value's own content blocks. */
export function returnedResult(
  table: ToolTable,
  { called, isWrapped }: ResultForm,
  revision: Revision,
  { output, outputJson, reply }: Extract<CallEnd, { kind: "returned" }>,
  ofRun: OfRun | null = null,
): string {
  const meta = ofRun === null ? {} : { run: ofRun.run };
  const note = ofRun === null || ofRun.note === null ? "" : `,${textBlock(ofRun.note)}`;
  if (reply?.kind === "mcp") return result(table, revision, `"content":${withNote(reply.contentJson, note)}`, meta);
  const content = `"content":[${textBlock(typeof output === "string" ? output : outputJson)}${note}]`;
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  if (revision === "2026-07-28") {
    const structured = isObject || called.validateOutput !== null;
    return result(table, revision, structured ? `${content},"structuredContent":${outputJson}` : content, meta);
  }
  // In earlier revisions, structured content must be an object. Without it, some clients read the text as JSON, and
  // fail for any other text.
  const structured = (isWrapped ?? !isObject) ? `{"result":${outputJson}}` : outputJson;
  return result(table, revision, `${content},"structuredContent":${structured}`, meta);
}

/** A result that tells the model about the failure, in safe words. */
export function failedResult(
  table: ToolTable,
  revision: Revision,
  requestId: string,
  {
    code,
    message,
    details,
    isGeneric,
    ofFunction,
  }: Pick<CallFailure, "code" | "message" | "details" | "isGeneric" | "ofFunction">,
  run?: RunMeta,
): string {
  const docs = ofFunction !== true && isErrorCode(code) ? { docs: errorDocs(code) } : {};
  const error = { code, requestId, ...docs, ...(details === undefined ? {} : { details }) };
  // Clients show a model only the text, so the text includes the request id for people who investigate.
  const text = isGeneric === true ? `${message} Request id: ${requestId}` : message;
  return result(table, revision, `"content":[${textBlock(text)}],"isError":true`, { error, run });
}

/** The result of a call whose run has not ended: a text that says what it waits for. */
export const unfinishedResult = (table: ToolTable, revision: Revision, text: string, run: RunMeta): string =>
  result(table, revision, `"content":[${textBlock(text)}]`, { run });
