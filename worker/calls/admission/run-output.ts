import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import type { Outcome } from "../../running/sandbox/call/invocation.ts";
import type { SettledEnd } from "./settled-end.ts";

type Returned = Extract<Outcome, { kind: "returned" }>;

/** Marks stored content blocks, as their type in `ferrule-mcp.d.ts` does. */
const mark = "~ferrule";
const blocksMark = "mcp-content";

/** The JSON text to store of what a run returned. Content blocks are marked: an array of the same JSON is not blocks. */
export const storedOutput = ({ outputJson, reply }: Pick<Returned, "outputJson" | "reply">): string =>
  reply?.kind === "mcp" ? `{"${mark}":"${blocksMark}","content":${reply.contentJson}}` : outputJson;

/** What a run returned that has succeeded, in the form in which a call returns it. */
export function returnedByRun(report: Pick<RunReport, "output">): Extract<SettledEnd, { kind: "returned" }> {
  const outputJson = report.output ?? "null";
  const output = JSON.parse(outputJson) as unknown;
  if (!isObject(output) || output[mark] !== blocksMark || !Array.isArray(output["content"]))
    return { kind: "returned", outputJson, output, reply: null };
  const { content } = output;
  return {
    kind: "returned",
    outputJson: JSON.stringify({ content }),
    output: { content },
    reply: { kind: "mcp", contentJson: JSON.stringify(content) },
  };
}
