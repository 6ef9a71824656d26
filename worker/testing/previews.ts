import type { PreviewState } from "@ferrule/contract/internal/changes.ts";
import { previewKeyValue, previewState, type TestFunction } from "./deployed.ts";
import type { Behaviour } from "./stand-in.ts";
import { startTestWorker, until, type TestWorker, type TestWorkerOptions } from "./test-worker.ts";

/** A Function with a route and a tool of its name, which returns what `behaviours` says. */
export const named = (name: string): TestFunction => ({ name, code: name, route: `GET /${name}` });
/** What these Functions return. */
export const behaviours: Record<string, Behaviour> = {
  live: () => "live",
  first: () => "first",
  second: () => "second",
};

/** A worker whose Development serves the route `live`. */
export const startWorker = (options: TestWorkerOptions = {}) =>
  startTestWorker({ functions: [named("live")], behaviours, ...options });

/** The HTTP API of preview `pr-7`. */
export const place = "/http/preview-pr-7/one/api";

interface Called {
  status: number;
  value: unknown;
  code: string | undefined;
  message: string | undefined;
}

/** Calls a route with the preview's key, unless told otherwise. */
export async function call(
  worker: TestWorker,
  path: string,
  key: string | undefined = previewKeyValue,
): Promise<Called> {
  const answer = await worker.fetch(path, { headers: { "x-api-key": key } });
  const value: unknown = await answer.json();
  const { error } = (value ?? {}) as { error?: { code: string; message: string } };
  return { status: answer.status, value, code: error?.code, message: error?.message };
}

export const statusOf = async (worker: TestWorker, path: string, key?: string) =>
  (await call(worker, path, key)).status;

/** Announces a preview of these Functions and waits until the worker has it in force. */
export async function preview(
  worker: TestWorker,
  functions: readonly TestFunction[],
  change: Partial<PreviewState> = {},
  policy: object = {},
): Promise<PreviewState> {
  const state = previewState(worker.publish(functions), change, policy);
  await announce(worker, state);
  return state;
}

/** Announces a state and waits until the worker has it in force. */
export async function announce(worker: TestWorker, state: Parameters<TestWorker["feed"]["say"]>[0]): Promise<void> {
  const before = worker.serving.inForce()?.sequence ?? 0;
  worker.feed.say(state);
  await until("it is in force", () => (worker.serving.inForce()?.sequence ?? 0) > before);
}
