import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";

const images = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/avif"]);

/** Whether a page shows bytes of this type as an image. In an `img`, an SVG runs nothing and loads nothing. */
export const isShownImage = (mimeType: string | null): mimeType is string =>
  mimeType !== null && images.has(mimeType.toLowerCase());

/** How a content looks: only what says that it is Markdown is shown as such. */
export function kindOfContent(content: McpContent, mimeType: string | null): "markdown" | "text" | "image" | "bytes" {
  if ("base64" in content) return isShownImage(mimeType) ? "image" : "bytes";
  return /^text\/(?:x-)?markdown(?:;|$)/i.test(mimeType ?? "") ? "markdown" : "text";
}

/** The bytes of a content. Base64 that is not valid counts as what it would decode to. */
export function sizeOf(content: McpContent): number {
  if ("text" in content) return new TextEncoder().encode(content.text).length;
  return Math.floor((content.base64.replace(/=+$/, "").length * 3) / 4);
}
