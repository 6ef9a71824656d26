/** The ways in which a Function may write a value. */
export const encodings = ["raw", "json", "json-in-json", "url", "form", "base64", "base64url", "hex", "HEX"] as const;
export type Encoding = (typeof encodings)[number];

/** The places of a record where a Function, or its caller, may put it. */
export const channels = [
  "input",
  "output",
  "output-name",
  "log-message",
  "log-data",
  "log-name",
  "log-split",
  "log-lines",
  "error-message",
  "error-code",
  "error-stack",
  "error-details",
  "call-path",
  "progress",
  "mcp-content",
  "http-header",
  "http-body",
] as const;
export type Channel = (typeof channels)[number];

/** A Function that writes its secret to the given place, in the given way. */
export const leakingFunction = (origin: string): string => `
import { FunctionError, type Context } from "ferrule";

interface Input {
  secret: string;
  channel: string;
  encoding: string;
  before: string;
  after: string;
  note?: string;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const base64 = (text: string) => btoa(Array.from(bytesOf(text), (byte) => String.fromCharCode(byte)).join(""));
const hex = (text: string) => Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, "0")).join("");

function write(text: string, encoding: string): string {
  if (encoding === "json") return JSON.stringify({ text });
  if (encoding === "json-in-json") return JSON.stringify(JSON.stringify({ text }));
  if (encoding === "url") return encodeURIComponent(text);
  if (encoding === "form") return new URLSearchParams({ text }).toString();
  if (encoding === "base64") return base64(text);
  if (encoding === "base64url") return base64(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (encoding === "hex") return hex(text);
  if (encoding === "HEX") return hex(text).toUpperCase();
  return text;
}

/** Leaks. */
export default async function leak(input: Input, ctx: Context): Promise<unknown> {
  const value = await ctx.secrets.get(input.secret);
  const said = write(input.before + value + input.after, input.encoding);
  const half = said.length >> 1;
  switch (input.channel) {
    case "output": return { deep: [{ said }] };
    case "output-name": return { [said]: 1 };
    case "log-message": ctx.log.info(said); break;
    case "log-data": ctx.log.info("data", { deep: [said], number: 1 }); break;
    case "log-name": ctx.log.info("data", { [said]: true }); break;
    case "log-split": console.log(said.slice(0, half), said.slice(half)); break;
    case "log-lines": for (const part of [said.slice(0, half), said.slice(half)]) console.warn(part); break;
    case "error-message": throw new FunctionError("LEAK", said);
    case "error-code": throw new FunctionError(said, "code");
    case "error-stack": throw Object.assign(new Error("stack"), { stack: "Error: " + said });
    case "error-details": throw new FunctionError("LEAK", "details", { details: { said } });
    case "call-path": await fetch(${JSON.stringify(origin)} + "/" + encodeURIComponent(said) + "?q=" + encodeURIComponent(said)).catch(() => null); break;
    case "progress": await ctx.progress(1, 2, said); break;
    case "mcp-content": return ctx.mcp!.content([{ type: "text", text: said }]);
    case "http-header": return ctx.http!.respond({ status: 200, headers: { "x-said": encodeURIComponent(said) }, body: "" });
    case "http-body": return ctx.http!.respond({ status: 200, headers: {}, body: said });
  }
  return null;
}
`;
