import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { App } from "../../ground/app.ts";
import { stillSignedIn } from "./still-signed-in.ts";
import type { Actor } from "../../ground/handler/handler.ts";

/**
 * How long it takes at most to notice a session that expires, or one that ended while the notification connection was
 * lost.
 */
const checkEveryMs = 3_000;

interface Watched {
  app: App;
  actor: Actor;
  /** The Project that was active when the answer began; null when the operation has none. */
  projectId: string | null;
}

/** Calls `ended` once, as soon as the caller may no longer receive the answer, whichever replica caused that. */
function watchSignIn({ app, actor, projectId }: Watched, ended: () => void): Disposable {
  let isOver = false;
  let checking = false;
  let again = false;
  const stop = () => {
    isOver = true;
    clearInterval(timer);
    unsubscribe();
  };
  const look = () =>
    unwaited(check(), (err) => app.log.error({ err }, "could not check whether somebody is still signed in"));
  async function check(): Promise<void> {
    again = checking;
    if (checking || isOver) return;
    checking = true;
    try {
      const isAllowed = await stillSignedIn(app, actor, projectId);
      if (isOver || isAllowed) return;
      stop();
      ended();
    } catch (err) {
      app.log.debug({ err }, "whether somebody is still signed in could not be read");
    } finally {
      checking = false;
      if (again) look();
    }
  }
  const unsubscribe = app.notifications.subscribe("sign_ins", (payload) => {
    if (payload === "" || payload === actor.userId) look();
  });
  const timer = setInterval(look, checkEveryMs);
  // Look once: there was no notification for a session that ended before we subscribed.
  look();
  return { [Symbol.dispose]: stop };
}

/**
 * Passes a long answer on while its caller may receive it. When the session ends, it stops without waiting for the next
 * chunk: an event stream ends normally; a download breaks off, so that nobody believes that it is complete.
 */
export async function* whileSignedIn(watched: Watched, chunks: AsyncIterable<string>, isDownload: boolean) {
  const iterator = chunks[Symbol.asyncIterator]();
  let isEnded = false;
  let wake: () => void = () => undefined;
  const isOver = () => isEnded;
  using _watch = watchSignIn(watched, () => {
    isEnded = true;
    wake();
  });
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<string> | null>((resolve, reject) => {
        wake = () => resolve(null);
        if (isEnded) wake();
        else iterator.next().then(resolve, reject);
      });
      if (next === null || isOver()) {
        if (isDownload) throw new Error("the session ended before the download did");
        return;
      }
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: the iterator may be waiting for its next chunk. It ends with the connection.
    iterator.return?.().catch((err: unknown) => watched.app.log.debug({ err }, "a stream ended with an error"));
  }
}
