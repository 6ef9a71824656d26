import { setTimeout as delay } from "node:timers/promises";
import { Link, type Target } from "./link.ts";

const everyMs = 250;
/** `npm test` shares its processors with other tests, so the asking side may be as slow as the asked one. */
const withinMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 1_000 : 3_000;

/** If a target refuses a connection, it is leaving or gone, and ends its connections itself. */
const whyNone = (error: unknown): "silent" | "refused" =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED" ? "refused" : "silent";

/**
 * A load balancer. It asks each target's paths, and gives connections to the targets that return 200 at the first path,
 * or, if there are none, at the second.
 * @param ending when it aborts, the balancer stops asking, so that targets see that they may leave
 */
export async function balance(ports: readonly number[], paths: readonly string[], ending: AbortSignal): Promise<Link> {
  const targets: Target[] = ports.map((port) => ({ port }));
  const link = await Link.to(...targets);
  /** The index of the first path at which each target is well; `Infinity`: none. */
  const places = new Map<Target, number>(targets.map((target) => [target, 0]));
  const placeOf = (target: Target) => places.get(target) ?? Infinity;
  const best = () => Math.min(...places.values());
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ending]);
  link.isUp = (target) => placeOf(target) < Infinity && placeOf(target) === best();

  /** The index of the first path that returns 200, or why the last one does not. */
  async function askAll(port: number): Promise<number | "silent" | "refused"> {
    let last: number | "silent" | "refused" = Infinity;
    for (const [place, path] of paths.entries()) {
      const late = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: late }).catch(whyNone);
      if (typeof answer !== "string") await answer.arrayBuffer().catch(() => undefined);
      if (typeof answer !== "string" && answer.ok) return place;
      last = typeof answer === "string" ? answer : Infinity;
    }
    return last;
  }

  async function ask(target: Target, port: number): Promise<void> {
    let silent = 0;
    while (!signal.aborted) {
      const answer = await askAll(port);
      silent = answer === "silent" ? silent + 1 : 0;
      const before = placeOf(target);
      // A target that is silent once may only be busy.
      if (silent !== 1) places.set(target, typeof answer === "number" ? answer : Infinity);
      // If a target falls behind the others or is silent twice, it loses its connections too, as with HAProxy's
      // `on-marked-down shutdown-sessions`.
      const fallsBehind = placeOf(target) > before && placeOf(target) < Infinity && placeOf(target) > best();
      if (silent >= 2 || fallsBehind) link.reset(target);
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
