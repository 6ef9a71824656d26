import { reflectApply } from "../../primordials.ts";
import type { Event } from "./event.ts";
import type { EventTarget } from "./events.ts";

type Handler = (event: Event) => unknown;

/**
 * An event handler attribute (https://html.spec.whatwg.org/#event-handler-attributes), such as `onabort`. It keeps the
 * place among the listeners that it got when it was first set. Returns its getter and setter for one object.
 */
export function handlerAttribute(target: EventTarget, type: string) {
  let handler: Handler | null = null;
  let listening = false;
  return {
    get: (): Handler | null => handler,
    set: (given: unknown): void => {
      handler = typeof given === "function" ? (given as Handler) : null;
      if (handler === null || listening) return;
      listening = true;
      target.addEventListener(type, (event) => {
        if (handler !== null) reflectApply(handler, target, [event]);
      });
    },
  };
}
