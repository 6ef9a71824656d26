// Why: docs/decisions/leased-runs.md
import { z } from "zod";

/** A worker leases one of these: one attempt of one run. */
export const heldAttempt = z.strictObject({ runId: z.string(), attempt: z.number().int() });
export type HeldAttempt = z.infer<typeof heldAttempt>;

const holding = z.array(heldAttempt).max(1_000);

/**
 * Claims up to `max` attempts, each under a lease of `leaseMs`; held up to 20 s while there is none. If an attempt is
 * leased to this worker but not among `holding`, its message was lost, so the worker gets it again. So no run is lost
 * when a control plane dies while it responds. With `max` 0, it returns only such attempts, at once.
 */
export const leaseClaim = z.strictObject({
  workerId: z.string().min(1).max(200),
  max: z.number().int().min(0).max(100),
  holding,
});
export type LeaseClaim = z.infer<typeof leaseClaim>;
export const leaseClaimAnswer = <A extends z.ZodType>(attempt: A) =>
  z.strictObject({ attempts: z.array(attempt), leaseMs: z.number().int() });

/** A renewal, at least every `leaseMs / 3`: the response names the attempts that no longer belong to this worker. */
export const leaseRenewal = z.strictObject({ workerId: z.string(), holding });
export const leaseRenewalAnswer = z.strictObject({ lost: z.array(z.string()) });
