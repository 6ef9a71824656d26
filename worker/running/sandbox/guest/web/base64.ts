import { DOMException } from "./dom-exception.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values: Record<string, number> = { __proto__: null } as never;
for (let i = 0; i < 64; i++) values[alphabet[i]!] = i;

const invalid = (message: string) => new DOMException(message, "InvalidCharacterError");

/** https://html.spec.whatwg.org/#dom-btoa */
export function btoa(given: unknown): string {
  if (arguments.length === 0) throw new TypeError("btoa needs a string.");
  const data = String(given);
  let text = "";
  for (let i = 0; i < data.length; i += 3) {
    const a = data.charCodeAt(i);
    const b = data.charCodeAt(i + 1);
    const c = data.charCodeAt(i + 2);
    if (a > 255 || b > 255 || c > 255) throw invalid("The string has characters outside of Latin-1.");
    const bits = (a << 16) | ((b || 0) << 8) | (c || 0);
    text += alphabet[bits >> 18]! + alphabet[(bits >> 12) & 63]!;
    text += i + 1 < data.length ? alphabet[(bits >> 6) & 63]! : "=";
    text += i + 2 < data.length ? alphabet[bits & 63]! : "=";
  }
  return text;
}

/** https://infra.spec.whatwg.org/#forgiving-base64-decode */
export function atob(given: unknown): string {
  if (arguments.length === 0) throw new TypeError("atob needs a string.");
  let data = String(given).replace(/[\t\n\f\r ]+/g, "");
  if (data.length % 4 === 0) data = data.replace(/==?$/, "");
  if (data.length % 4 === 1) throw invalid("The string is not correctly encoded.");
  let text = "";
  let bits = 0;
  let held = 0;
  for (let i = 0; i < data.length; i++) {
    const value = values[data[i]!];
    if (value === undefined) throw invalid("The string is not correctly encoded.");
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      text += String.fromCharCode((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  return text;
}
