const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const visible = /^[\t\x20-\x7e]*$/;

const isBlank = (unit: number) => unit === 0x20 || unit === 0x09;

/**
 * Removes the blanks around it. A regular expression for trailing blanks would start again at each blank in the middle.
 */
function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * Decodes a mirrored header value, including `=?base64?…?=`. Null when it is malformed (MCP 2026-07-28, Streamable
 * HTTP, "Value encoding").
 */
export function decodeHeaderValue(sent: string): string | null {
  const value = trimmed(sent);
  if (!visible.test(value)) return null;
  if (!value.startsWith("=?base64?") || !value.endsWith("?=") || value.length < 11) return value;
  const payload = value.slice(9, -2);
  if (!base64.test(payload)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(payload, "base64"));
  } catch {
    return null;
  }
}
