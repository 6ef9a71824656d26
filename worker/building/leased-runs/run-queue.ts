import type { HeldAttempt, LeaseClaim } from "@ferrule/contract/internal/leased-runs.ts";
import type { AskOptions, ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";

/** The report about the end of an attempt. */
export type Completion = object & { workerId: string; attempt: number };

/** A kind of runs, with its routes. */
export interface RunQueue<A extends HeldAttempt = HeldAttempt, C extends Completion = Completion> {
  /** For the log. */
  name: string;
  claim: (asked: AskOptions & { body: LeaseClaim }) => Promise<{ attempts: A[]; leaseMs: number }>;
  renew: ControlPlaneClient["renewCronRuns"];
  complete: (asked: { params: { id: string }; body: C }) => Promise<undefined>;
}
