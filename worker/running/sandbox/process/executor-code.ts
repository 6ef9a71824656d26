import type { Log } from "@ferrule/kit/log.ts";
import { findConfinement } from "../../../ground/confinement/find-confinement.ts";
import { findAddon } from "./addon-path.ts";
import { buildGuest, rebuildGuest } from "./build-guest.ts";
import type { ExecutorCode } from "./executor-process.ts";
import { keptSnapshot } from "./kept-guest.ts";

/** The code of executors, and the folder that keeps it for the next start. */
export interface KeptCode {
  /** Its members change when the code is built again. */
  code: ExecutorCode;
  /** Keeps the snapshot that an executor has made. It never fails. */
  keep: (snapshot: Buffer) => Promise<void>;
  /** Discards the kept code, and builds it again from its sources. */
  retake: () => Promise<void>;
}

/**
 * Reads the code that earlier processes left in `folder`, if it matches the current sources. Builds everything else
 * now.
 */
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
