import { inspect } from "../inspect.ts";
import { log } from "../log.ts";

let present: (error: unknown) => boolean = () => false;

/** Told of every exception that nobody catches, before it is logged; it answers whether that settles it. */
export function useErrorHandler(handle: typeof present): void {
  present = handle;
}

/** https://html.spec.whatwg.org/#report-an-exception: what a listener throws ends up in the execution's log. */
export function reportException(error: unknown): void {
  if (!present(error)) log("error", `Uncaught ${inspect(error)}`);
}
