import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "./span.ts";

const storage = new AsyncLocalStorage<Span>();

/** The sampled step that the running code belongs to. Undefined for nearly every call. */
export const currentSpan = (): Span | undefined => storage.getStore();

/** Runs `run` as a part of a step. Without a step it just runs it. */
export const within = <T>(span: Span | undefined, run: () => T): T =>
  span === undefined ? run() : storage.run(span, run);
