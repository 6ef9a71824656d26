import type { FastifyReply } from "fastify";
import type { App } from "../../ground/app.ts";
import type { Channel } from "../../ground/store/notifications/notifications.ts";
import { tryUntil } from "../../ground/store/try-until.ts";
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
 * on `channel`. Returns null when the time is over, when the caller has gone (then `signal` is aborted), or when the
 * process drains. The answer may have begun meanwhile, so send it with `sendHeld`.
 */
export async function hold<T>(
  app: App,
  reply: FastifyReply,
  { channel, holdMs, matches }: Held,
  attempt: (signal: AbortSignal) => Promise<T | null>,
): Promise<T | null> {
  const { signal, release } = leaving(app, reply);
  const stopAnswering = keepAnswering(reply);
  try {
    const waiting = { channel, timeoutMs: holdMs, signal, matches, pollMs };
    return await tryUntil(app.notifications, waiting, () => attempt(signal));
  } catch (error) {
    // The answer began with a status of success, so only a cut connection can still tell the worker of a failure.
    if (reply.raw.headersSent) reply.raw.destroy();
    throw error;
  } finally {
    stopAnswering();
    release();
    // Closes this connection, which would otherwise keep the listener open although no more requests come.
    if (app.closing.aborted) reply.header("connection", "close");
  }
}
