import { setTimeout as delay } from "node:timers/promises";
import { Link, type Target } from "./link.ts";

const everyMs = 250;
/** `npm test` shares its processors with other tests, and whoever asks may be as slow as who answers. */
const withinMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 1_000 : 3_000;

/** Whoever refuses a connection is about to leave or gone: it ends its connections itself. */
const whyNone = (error: unknown): "silent" | "refused" =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED" ? "refused" : "silent";

/**
 * A load balancer that asks each target's `path`, and gives connections to those that answer 200.
 * @param ending when it aborts, no target is asked any more, so that they see that they may leave
 */
export async function balance(ports: readonly number[], path: string, ending: AbortSignal): Promise<Link> {
  const targets: Target[] = ports.map((port) => ({ port }));
  const link = await Link.to(...targets);
  const down = new Set<Target>();
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ending]);
  link.isUp = (target) => !down.has(target);

  async function ask(target: Target, port: number): Promise<void> {
    let silent = 0;
    while (!signal.aborted) {
      const late = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: late }).catch(whyNone);
      if (typeof answer !== "string") await answer.arrayBuffer().catch(() => undefined);
      silent = answer === "silent" ? silent + 1 : 0;
      if (typeof answer !== "string" && answer.ok) down.delete(target);
      // Whoever is silent once may only be busy.
      else if (silent !== 1) down.add(target);
      // Whoever is silent twice loses its connections too, as with HAProxy's `on-marked-down shutdown-sessions`.
      if (silent >= 2) link.reset(target);
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
  const asking = Promise.all(ports.map((port, at) => ask(targets[at]!, port)));
  const dispose = link[Symbol.asyncDispose].bind(link);
  link[Symbol.asyncDispose] = async () => {
    closing.abort();
    await asking;
    await dispose();
  };
  return link;
}
