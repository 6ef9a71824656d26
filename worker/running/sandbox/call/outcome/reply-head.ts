import { mayFunctionAnswer } from "@ferrule/contract/guest/may-function-answer.ts";
import type { AnswerHead } from "../invocation.ts";

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of a guest's reply that may be sent. One malformed header makes the whole reply malformed. */
function replyHeaders(given: Record<string, unknown>): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const values = Array.isArray(value) ? value : [value];
    const fine = (one: unknown) => typeof one === "string" && headerValue.test(one);
    if (!headerName.test(name) || !values.every(fine)) throw new TypeError("A header of the reply cannot be sent.");
    // Whether we send cookies depends on the called host, which the worker knows.
    if (mayFunctionAnswer(name) || name.toLowerCase() === "set-cookie") headers[name] = value as string | string[];
  }
  return headers;
}

/** Reads the head of a guest's response, which is untrusted. @throws TypeError, RangeError */
export function readReplyHead(given: unknown): AnswerHead {
  const { status, headers } = given as { status: number | null; headers: Record<string, unknown> };
  if (status !== null && (!Number.isInteger(status) || status < 200 || status > 599))
    throw new RangeError("The reply has no status.");
  return { status, headers: replyHeaders(headers) };
}
