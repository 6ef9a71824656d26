import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../../ground/app.ts";
import { giveLeaseBack, renewLease, takeLease } from "../../../ground/store/leases.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { Interrupted } from "./interrupted.ts";

/** Longer than one object takes: it is read, written, and read back. */
const leaseMs = 180_000;

/** One run of the archiver. */
export interface ArchiveRun {
  /** Has a transaction fail if this run does not hold the lease any more. @throws Interrupted */
  hold: (scope: AnyScope) => Promise<void>;
}

/**
 * Does this unless another replica archives just now; answers whether. A run that was stopped for so long that another one has begun
 * cannot commit anything any more: each of its transactions asks for the lease.
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
