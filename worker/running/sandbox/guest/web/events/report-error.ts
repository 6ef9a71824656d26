import { inspect } from "../../inspect.ts";
import { log } from "../../log.ts";

let present: (error: unknown) => boolean = () => false;

/** Registers a handler that gets every uncaught exception before it is logged, and returns whether it must not be logged. */
export function useErrorHandler(handle: typeof present): void {
  present = handle;
}

/** https://html.spec.whatwg.org/#report-an-exception. An exception in a listener goes into the execution's log. */
export function reportException(error: unknown): void {
  if (!present(error)) log("error", `Uncaught ${inspect(error)}`);
}
