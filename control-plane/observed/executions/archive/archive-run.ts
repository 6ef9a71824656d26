import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../../ground/app.ts";
import { giveLeaseBack, renewLease, takeLease } from "../../../ground/store/leases.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { Interrupted } from "./interrupted.ts";

/** Longer than one object takes: we read the executions, write the object, and read it back. */
const leaseMs = 180_000;

/** One run of the archiver. */
export interface ArchiveRun {
  /** Makes a transaction fail if this run no longer holds the lease. @throws Interrupted */
  hold: (scope: AnyScope) => Promise<void>;
}

/**
 * Runs `run`, unless another replica is archiving; returns whether it ran. If a run is suspended for so long that
 * another one begins, it cannot commit anything any more, because each of its transactions checks the lease.
 */
export async function asArchiver(
  { store, log }: Pick<App, "store" | "log">,
  work: (run: ArchiveRun) => Promise<void>,
): Promise<boolean> {
  const lease = { name: "archive", holder: identifier("run") };
  if (!(await store.inInstallation((scope) => takeLease(scope, lease, leaseMs)))) return false;
  try {
    await work({
      hold: async (scope) => {
        if (!(await renewLease(scope, lease, leaseMs))) throw new Interrupted("Another control plane archives by now.");
      },
    });
  } finally {
    await store
      .inInstallation((scope) => giveLeaseBack(scope, lease))
      .catch((error: unknown) => log.debug({ err: error }, "the archive's lease runs out by itself"));
  }
  return true;
}
