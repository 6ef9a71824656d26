import type { FastifyReply } from "fastify";
import type { App } from "../../ground/app.ts";
import type { Channel } from "../../ground/store/notifications.ts";
import { keepAnswering } from "./held-answer.ts";

/** The most that a notification lost with its connection can cost. */
const pollMs = 5_000;

/** Aborts when the caller has gone or the process drains; `release` removes both listeners. */
function leaving(app: App, reply: FastifyReply): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (app.closing.aborted) abort();
  app.closing.addEventListener("abort", abort, { once: true });
  reply.raw.once("close", abort);
  const release = () => {
    app.closing.removeEventListener("abort", abort);
    reply.raw.off("close", abort);
  };
  return { signal: controller.signal, release };
}

interface Held {
  channel: Channel;
  holdMs: number;
  matches?: (payload: string) => boolean;
}

/**
 * Holds a request until `attempt` returns something, at most `holdMs`. It is tried at once and after each notification
 * on `channel`. Returns null when the time is over, the caller has gone (then `signal` is aborted) or the process
 * drains. The answer may have begun meanwhile, so it is sent by `sendHeld`.
 */
export async function hold<T>(
  app: App,
  reply: FastifyReply,
  { channel, holdMs, matches }: Held,
  attempt: (signal: AbortSignal) => Promise<T | null>,
): Promise<T | null> {
  const { signal, release } = leaving(app, reply);
  const deadline = performance.now() + holdMs;
  const stopAnswering = keepAnswering(reply);
  try {
    while (!signal.aborted) {
      const stopWaiting = new AbortController();
      // Subscribe before the attempt, so that nothing can happen unheard in between.
      const heard = app.notifications.wait(channel, {
        timeoutMs: Math.max(0, Math.min(deadline - performance.now(), pollMs)),
        signal: AbortSignal.any([signal, stopWaiting.signal]),
        ...(matches && { matches }),
      });
      try {
        const answer = await attempt(signal);
        if (answer !== null || performance.now() >= deadline) return answer;
        await heard;
      } finally {
        stopWaiting.abort();
      }
    }
    return null;
  } catch (error) {
    // Its beginning says that all is well, so the worker can learn otherwise only from a cut connection.
    if (reply.raw.headersSent) reply.raw.destroy();
    throw error;
  } finally {
    stopAnswering();
    release();
    // No more requests will come on this connection, which would otherwise keep the listener from closing.
    if (app.closing.aborted) reply.header("connection", "close");
  }
}
