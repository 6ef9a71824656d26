import type { Log } from "@ferrule/kit/log.ts";
import { findConfinement } from "../../../ground/confinement/find-confinement.ts";
import { findAddon } from "./addon-path.ts";
import { buildGuest, rebuildGuest } from "./build-guest.ts";
import type { ExecutorCode } from "./executor-process.ts";
import { keptSnapshot } from "./kept-guest.ts";

/** What executors run, and the place where it is kept for the next start. */
export interface KeptCode {
  /** Its members change when the code is taken again. */
  code: ExecutorCode;
  /** Keeps the snapshot that an executor made. It never fails. */
  keep: (snapshot: Buffer) => Promise<void>;
  /** Gives up what was kept, and takes the code from its sources again. */
  retake: () => Promise<void>;
}

/** Reads what earlier processes left in `folder`, where it is of just this code. The rest is made now. */
export async function findExecutorCode(folder: string | undefined, log: Log): Promise<KeptCode> {
  const [{ executor, prelude }, confinement] = await Promise.all([buildGuest(), findConfinement()]);
  log.info({ inForce: confinement.inForce }, "executors are confined by the platform");
  const addonPath = findAddon();
  const snapshots = () => (folder === undefined ? undefined : keptSnapshot(folder, code.prelude, addonPath));
  const code: ExecutorCode = { addonPath, executor, prelude, snapshot: undefined, confinement };
  code.snapshot = snapshots()?.read();
  return {
    code,
    keep: async (snapshot) => snapshots()?.keep(snapshot),
    async retake() {
      await snapshots()?.discard();
      code.snapshot = undefined;
      Object.assign(code, await rebuildGuest());
    },
  };
}
