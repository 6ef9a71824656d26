import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { uriProblem } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import type { OutputForm } from "../../../calls/admission/function-call.ts";

/** One of the `contents` of a result of `resources/read`. */
export type Content = { uri: string; mimeType?: string } & ({ text: string } | { blob: string });

/** What a Function returned for a resource. */
export interface OutputContents extends OutputForm {
  /** After `problems` has found none. Null: there is no such resource. */
  readonly contents: readonly Content[] | null;
}

/** The most contents of one resource. */
const mostContents = 1_000;
const members = new Set(["uri", "mimeType", "text", "blob"]);
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

type Given = { uri?: string; mimeType?: string } & ({ text: string } | { blob: string });

/** Whether a value has the form of a content. Any other value is sent as its JSON. */
function isContent(value: unknown): value is Given {
  if (!isObject(value) || "text" in value === "blob" in value) return false;
  return Object.entries(value).every(([name, member]) => members.has(name) && typeof member === "string");
}

/** A content block of `ctx.mcp.content`, or of a returned Response or Blob, as a content. */
function contentOfBlock(block: unknown): unknown {
  if (!isObject(block)) return undefined;
  const { type, text, data, mimeType, resource } = block;
  if (type === "text") return { text };
  if (type === "image" || type === "audio") return { blob: data, mimeType };
  if (type !== "resource" || !isObject(resource)) return undefined;
  const { uri, ...content } = resource;
  // The platform gives a Blob a URI of its own, because blocks need one.
  return typeof uri === "string" && uri.startsWith("ferrule:answer/") ? content : resource;
}

function problemOf(value: unknown): string | null {
  if (!isContent(value)) return "is not a text, or an object with text or blob";
  if (value.uri !== undefined && (uriProblem(value.uri) !== null || value.uri.includes("{")))
    return "has a uri that is not a URI";
  if ("blob" in value && (value.blob.length % 4 !== 0 || !base64.test(value.blob)))
    return "has a blob that is not base64";
  return null;
}

/** The returned values in the form of contents, before they are checked. */
function listOf(output: unknown): { values: readonly unknown[]; isJson: boolean } {
  const asContent = (one: unknown) => (typeof one === "string" ? { text: one } : one);
  const list = (Array.isArray(output) ? output : [output]).map(asContent);
  if (list.every(isContent) && list.length > 0) return { values: list, isJson: false };
  return { values: [{ text: JSON.stringify(output) }], isJson: true };
}

/**
 * Reads what a Function returned for a resource: a text, a content, a list of them, content blocks, or any other value,
 * which becomes its JSON. Null means that there is no such resource.
 * @param mimeType the binding's; null: it says none
 */
export function outputContents(uri: string, mimeType: string | null): OutputContents {
  let contents: readonly Content[] | null = null;
  return {
    usesSchema: true,
    get contents() {
      return contents;
    },
    problems(output, reply) {
      if (reply === null && output === null) return null;
      const blocks =
        reply?.kind === "mcp" && isObject(output) && Array.isArray(output["content"]) ? output["content"] : null;
      const { values, isJson } =
        blocks === null ? listOf(output) : { values: blocks.map(contentOfBlock), isJson: false };
      if (values.length > mostContents) return [{ path: "output", message: `has more than ${mostContents} contents` }];
      const issues = values.flatMap((value, at): Issue[] => {
        const message = problemOf(value);
        return message === null ? [] : [{ path: `output.${at}`, message }];
      });
      if (issues.length > 0) return issues.slice(0, 20);
      const usual = mimeType ?? (isJson ? "application/json" : undefined);
      contents = (values as Given[]).map((value) => {
        const type = value.mimeType ?? usual ?? ("blob" in value ? "application/octet-stream" : "text/plain");
        return { ...value, uri: value.uri ?? uri, mimeType: type };
      });
      return null;
    },
  };
}
