import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ContentView } from "../../../components/show/content-view.tsx";

/** One content of `resources/read`, or the resource in a content block. */
export interface ReadContent {
  uri?: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

/** A block of a tool's result or of a prompt's message (MCP 2025-11-25, ContentBlock). */
export interface Block {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  uri?: string;
  resource?: ReadContent;
}

const contentOf = ({ text, blob }: ReadContent): McpContent | null =>
  typeof text === "string" ? { text } : typeof blob === "string" ? { base64: blob } : null;

/** A content that a client has read. */
export function ReadView({ content }: { content: ReadContent }) {
  const shown = contentOf(content);
  const label = content.uri ?? "content";
  return shown === null ? (
    <CodeBlock title={label} text={JSON.stringify(content, null, 2)} wrap />
  ) : (
    <ContentView content={shown} mimeType={content.mimeType ?? null} label={label} />
  );
}

/** A block as people look at it: a text, an image, a resource. Anything else is its JSON. */
export function BlockView({ block }: { block: Block }) {
  const { type, text, data, mimeType, resource } = block;
  if (type === "image" && typeof data === "string")
    return <ReadView content={{ uri: "image", blob: data, ...(mimeType === undefined ? {} : { mimeType }) }} />;
  if (type === "resource" && resource !== undefined) return <ReadView content={resource} />;
  return <CodeBlock title={`Content, ${type}`} text={text ?? JSON.stringify(block, null, 2)} wrap />;
}
