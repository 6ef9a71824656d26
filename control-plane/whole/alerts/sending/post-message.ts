import type { IncomingHttpHeaders } from "node:http";
import { askOutside, type Egress } from "../../../ground/outside/ask-outside.ts";
import { NotTold } from "./not-told.ts";

const answerMs = 10_000;
const longestRetryMs = 3_600_000;

/** Thrown to stop reading: the status is all that counts. */
class Answered extends Error {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;

  constructor(status: number, headers: IncomingHttpHeaders) {
    super(`HTTP ${status}`);
    this.status = status;
    this.headers = headers;
  }
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3), in milliseconds and at most an hour; its other form, a date, is rare. */
const retryAfter = ({ "retry-after": given }: IncomingHttpHeaders) =>
  /^\d{1,9}$/.test(given ?? "") ? Math.min(Number(given) * 1_000, longestRetryMs) : 0;

/**
 * Posts JSON to a channel, under the rules for addresses outside: no redirects, and nothing of its body is read.
 * @returns the answer for the log
 * @throws NotTold and what `askOutside` throws
 */
export async function postMessage(
  egress: Egress,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  try {
    await askOutside(new URL(url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": "Ferrule",
        ...headers,
      },
      body,
      egress,
      mostBytes: 0,
      mostMs: answerMs,
      mayRead: (status, answered) => {
        throw new Answered(status, answered);
      },
    });
  } catch (error) {
    if (!(error instanceof Answered)) throw error;
    const answer = `HTTP ${error.status}`;
    if (error.status >= 200 && error.status <= 299) return answer;
    throw new NotTold(`It answered ${error.status}.`, answer, retryAfter(error.headers));
  }
  throw new NotTold("It answered nothing.");
}
