import { HostTypeError, type HostCall, type HostCallContext } from "../host-call.ts";
import type { OpenBody } from "./open-body.ts";

/** Bodies that are being read, by call and number. They are dropped when their call ends. */
export function createOpenBodies() {
  const bodies = new WeakMap<AbortSignal, Map<number, OpenBody>>();
  let next = 1;

  function find(argument: unknown, { ended }: HostCallContext): { number: number; body: OpenBody | undefined } {
    const number = Number((argument as { body?: unknown } | null)?.body);
    return { number, body: bodies.get(ended)?.get(number) };
  }

  /** `fetch.read`: the next bytes of a body. `done` comes after the last bytes. */
  const read: HostCall = async (argument, _bytes, context) => {
    const { number, body } = find(argument, context);
    if (body === undefined) throw new HostTypeError("fetch failed: there is no such body.");
    const chunk = await body.read();
    if (chunk !== null) return { value: { done: false }, bytes: chunk };
    bodies.get(context.ended)?.delete(number);
    return { value: { done: true } };
  };

  /** `fetch.cancel`: drops the rest. */
  const cancel: HostCall = (argument, _bytes, context) => {
    const { number, body } = find(argument, context);
    body?.cancel();
    bodies.get(context.ended)?.delete(number);
    return Promise.resolve({});
  };

  return {
    read,
    cancel,
    /** Keeps a body for later. Returns the number by which it can be read. */
    keep(body: OpenBody, ended: AbortSignal): number {
      let held = bodies.get(ended);
      if (held === undefined) {
        bodies.set(ended, (held = new Map()));
        const all = held;
        ended.addEventListener("abort", () => {
          for (const one of all.values()) one.cancel();
          all.clear();
        });
      }
      held.set(next, body);
      if (ended.aborted) body.cancel();
      return next++;
    },
  };
}
