import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a process of a role tells about its memory, in bytes, after a collection. */
export interface MemoryUse {
  /** Of JavaScript and its buffers. */
  heap: number;
  /** Of the whole process. */
  resident: number;
}

/** A role in a process of its own, so that its memory can be measured alone. */
export interface RoleProcess extends AsyncDisposable {
  /** Sends a request to the process, and returns its answer. */
  ask: <T>(what: string, argument?: unknown) => Promise<T>;
  memory: () => Promise<MemoryUse>;
}

/** Starts the program `<name>.ts` of this folder, which calls `serveParent`. */
export async function startRoleProcess(name: string, argument: unknown = null): Promise<RoleProcess> {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = fork(path, { execArgv: ["--expose-gc"], serialization: "advanced" });
  const waiting = new Map<number, (answer: { value?: unknown; error?: string }) => void>();
  let last = 0;
  child.on("message", (message: { number: number; value?: unknown; error?: string }) => {
    waiting.get(message.number)?.(message);
    waiting.delete(message.number);
  });
  const ask = async <T>(what: string, asked: unknown = null): Promise<T> => {
    last += 1;
    const { promise, resolve } = Promise.withResolvers<{ value?: unknown; error?: string }>();
    waiting.set(last, resolve);
    child.send({ number: last, what, argument: asked });
    const { value, error } = await promise;
    if (error !== undefined) throw new Error(error);
    return value as T;
  };
  await ask("start", argument);
  return {
    ask,
    memory: () => ask<MemoryUse>("memory"),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

type Handler = (argument: never) => unknown;

/** Answers the requests of the parent process. */
export function serveParent(handlers: Readonly<Record<string, Handler>>): void {
  const memory = (): MemoryUse => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    return { heap: heapUsed + external, resident: rss };
  };
  const all: Record<string, Handler> = { memory, ...handlers };
  process.on("message", ({ number, what, argument }: { number: number; what: string; argument: never }) => {
    Promise.resolve()
      .then(() => all[what]!(argument))
      .then(
        (value) => process.send!({ number, value: value ?? null }),
        (error: unknown) => process.send!({ number, error: String((error as Error).stack) }),
      );
  });
  process.on("disconnect", () => process.exit(0));
}
