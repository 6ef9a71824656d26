import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ControlPlaneSettings } from "../ground/settings.ts";

/** The addresses where a control plane in another thread listens. */
export interface Listening {
  port: number;
  internalPort: number;
}

const program = new URL("./control-plane-thread.ts", import.meta.url);

/** Starts a control plane in a thread of its own. Disposing ends it in order. An error in the thread ends this process. */
export async function startControlPlaneThread(settings: ControlPlaneSettings): Promise<Listening & AsyncDisposable> {
  const thread = new Worker(program, { workerData: settings });
  const [listening] = (await once(thread, "message")) as [Listening];
  return {
    ...listening,
    async [Symbol.asyncDispose]() {
      const ended = once(thread, "exit");
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows take one, not threads
      thread.postMessage("stop");
      await ended;
    },
  };
}
