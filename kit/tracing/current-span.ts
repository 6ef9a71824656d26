import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "./span.ts";

const storage = new AsyncLocalStorage<Span>();

/** The sampled span of the running code. Undefined for nearly every call. */
export const currentSpan = (): Span | undefined => storage.getStore();

/** Runs `run` as part of a span. Without a span, it just runs it. */
export const within = <T>(span: Span | undefined, run: () => T): T =>
  span === undefined ? run() : storage.run(span, run);
