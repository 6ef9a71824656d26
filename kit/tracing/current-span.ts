import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "./span.ts";

const storage = new AsyncLocalStorage<Span>();

/** The sampled step that the running code belongs to. Undefined for nearly every call. */
export const currentSpan = (): Span | undefined => storage.getStore();

/** Runs `run` as a part of a step. Without a step it just runs it. */
export const within = <T>(span: Span | undefined, run: () => T): T =>
  span === undefined ? run() : storage.run(span, run);

/** Runs `run` as a part of a step, and ends the step with it. The step has failed if `run` fails. */
export async function spanning<T>(span: Span | undefined, run: () => Promise<T>): Promise<T> {
  if (span === undefined) return run();
  try {
    return await storage.run(span, run);
  } catch (error) {
    span.fail(error instanceof Error ? error.name : "Error");
    throw error;
  } finally {
    span.end();
  }
}
