import type { Log } from "@ferrule/kit/log.ts";
import { toPublicError } from "../../../ground/handler/to-public-error.ts";

/** Proxies close a silent connection, usually after a minute. */
const sayNothingAtMostMs = 15_000;

const nobodyWaits = () => undefined;

type Send = (event: string, data: unknown) => void;

const eventText = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Server-sent events (WHATWG HTML, section 9.2), sent while `run` runs. If `run` throws, the status is already sent, so
 * the last event is an `error` of the usual shape.
 */
export async function* eventStream(
  run: (send: Send) => Promise<void>,
  { requestId, log }: { requestId: string; log: Log },
): AsyncGenerator<string> {
  const waiting: string[] = [];
  let wake: () => void = nobodyWaits;
  let ended = false;
  const push = (text: string) => {
    waiting.push(text);
    wake();
  };
  const running = run((event, data) => push(eventText(event, data)))
    .catch((error: unknown) => {
      const { code, message, details } = toPublicError(error);
      if (code === "INTERNAL") log.error({ err: error, requestId }, "a stream ended with an error");
      push(eventText("error", { error: { code, message, requestId, ...(details ? { details } : {}) } }));
    })
    .finally(() => {
      ended = true;
      wake();
    });
  const alive = setInterval(() => push(": alive\n\n"), sayNothingAtMostMs);
  try {
    for (;;) {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) yield text;
      if (ended) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    await running;
  } finally {
    clearInterval(alive);
  }
}
