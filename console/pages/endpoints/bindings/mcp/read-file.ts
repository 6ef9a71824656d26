import { mostContentBytes, type McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { bytes } from "../../../../components/format.ts";

const typesByEnding: Readonly<Record<string, string>> = {
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  csv: "text/csv",
  html: "text/html",
  htm: "text/html",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  xml: "application/xml",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

const isTextType = (type: string) => type.startsWith("text/") || /^application\/(?:.*\+)?(?:json|yaml|xml)$/.test(type);

/** Base64 in pieces: the arguments of one call are limited. */
function base64Of(given: Uint8Array): string {
  let text = "";
  for (let at = 0; at < given.length; at += 8_192) text += String.fromCharCode(...given.subarray(at, at + 8_192));
  return btoa(text);
}

function textOf(given: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(given);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

type ReadFile = { content: McpContent; mimeType: string | null } | { problem: string };

/**
 * A file as the content of a resource. Its media type comes from its name, otherwise from the browser; what is UTF-8
 * and no image becomes a text.
 */
export async function readFile(file: Pick<File, "name" | "type" | "size" | "arrayBuffer">): Promise<ReadFile> {
  if (file.size > mostContentBytes)
    return {
      problem: `${file.name} has ${bytes(file.size)}. The Project keeps at most ${bytes(mostContentBytes)}; return a larger content from a Function.`,
    };
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  const known = (Object.hasOwn(typesByEnding, ending) ? typesByEnding[ending] : undefined) ?? (file.type || null);
  const given = new Uint8Array(await file.arrayBuffer());
  const text = known === null || isTextType(known) ? textOf(given) : null;
  if (text !== null) return { content: { text }, mimeType: known ?? "text/plain" };
  return { content: { base64: base64Of(given) }, mimeType: known };
}
