import type { CallFailure } from "../../calls/admission/call-failure.ts";
import type { CallEnd } from "../../calls/admission/run-call.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import type { Revision } from "../../deployed/endpoints/bindings/revisions.ts";
import type { CompiledTool, ToolTable } from "../../deployed/endpoints/bindings/tool-table.ts";

const textBlock = (text: string) => `[{"type":"text","text":${JSON.stringify(text)}}]`;

function result(table: ToolTable, revision: Revision, fields: string): string {
  return revision === "2026-07-28" ? `{"resultType":"complete",${fields}${table.modernEnd}` : `{${fields}}`;
}

/** The result of a call that returned: structured content with a text block, or the value's own content blocks. */
export function returnedResult(
  table: ToolTable,
  { called, isWrapped }: CompiledTool,
  revision: Revision,
  { output, outputJson, reply }: Extract<CallEnd, { kind: "returned" }>,
): string {
  if (reply?.kind === "mcp") return result(table, revision, `"content":${reply.contentJson}`);
  const content = `"content":${textBlock(typeof output === "string" ? output : outputJson)}`;
  const isObject = typeof output === "object" && output !== null && !Array.isArray(output);
  if (revision === "2026-07-28") {
    const structured = isObject || called.validateOutput !== null;
    return result(table, revision, structured ? `${content},"structuredContent":${outputJson}` : content);
  }
  // In earlier revisions, structured content must be an object. Without it, some clients read the text as JSON, and
  // fail for any other text.
  const structured = (isWrapped ?? !isObject) ? `{"result":${outputJson}}` : outputJson;
  return result(table, revision, `${content},"structuredContent":${structured}`);
}

/** A result that tells the model about the failure, in safe words. */
export function failedResult(
  table: ToolTable,
  revision: Revision,
  requestId: string,
  { code, message, details, isGeneric }: Pick<CallFailure, "code" | "message" | "details" | "isGeneric">,
): string {
  const error = { code, requestId, ...(details === undefined ? {} : { details }) };
  // Clients show a model only the text, so the text includes the request id for people who investigate.
  const text = isGeneric === true ? `${message} Request id: ${requestId}` : message;
  const failed = `"content":${textBlock(text)},"isError":true`;
  if (revision !== "2026-07-28") return `{${failed},"_meta":${JSON.stringify({ "ferrule/error": error })}}`;
  const meta = table.modernEnd.slice(0, -2);
  return `{"resultType":"complete",${failed}${meta},"ferrule/error":${JSON.stringify(error)}}}`;
}

/** A sentence by which a model can correct its arguments. */
export function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.map(({ path, message }) => `- ${path.replace(/^input\.?/, "") || "arguments"}: ${message}`);
  return `The arguments do not match the tool's schema:\n${lines.join("\n")}`;
}
