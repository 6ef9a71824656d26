/** Before the base64 of a file that is not UTF-8 text. No text of ours has a NUL. */
const mark = "\0base64,";
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes of a file as a text: itself if it is UTF-8, otherwise its base64 behind a mark. */
export function fileText(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Its bytes are not UTF-8.
  }
  return mark + Buffer.from(bytes).toString("base64");
}

export const isBinary = (text: string): boolean => text.startsWith(mark);

/** What a file holds whose text is this. */
export const fileBytes = (text: string): string | Uint8Array =>
  isBinary(text) ? Buffer.from(text.slice(mark.length), "base64") : text;

/** A content of a resource: a text, or bytes in base64. */
export type Content = { text: string } | { base64: string };

/** The text of a file as a content. */
export const contentOfFile = (text: string): Content =>
  isBinary(text) ? { base64: text.slice(mark.length) } : { text };

/** A content as the text of a file. */
export const fileOfContent = (content: Content): string =>
  "text" in content ? content.text : fileText(Buffer.from(content.base64, "base64"));

/** Bytes that are a text become one, so that the same bytes are the same content. */
export const canonicalContent = (content: Content): Content => contentOfFile(fileOfContent(content));
