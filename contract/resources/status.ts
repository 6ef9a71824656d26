import { z } from "zod";
import { time } from "./fields.ts";

const lastSeen = {
  id: z.string(),
  version: z.string(),
  /** `lost`: silent for 15 seconds. The list omits those that shut down in order. */
  status: z.enum(["up", "lost"]),
  lastSeenAt: time,
};
const queue = z.object({
  waiting: z.number().int(),
  running: z.number().int(),
  /** The delay of the one that has waited longest. */
  oldestMs: z.number(),
});

/** The installation as its operators see it. */
export const status = z.object({
  controlPlanes: z.array(z.object({ ...lastSeen, startedAt: time })),
  /** The gateways that have asked a control plane for its health. */
  gateways: z.array(z.object(lastSeen)),
  workers: z.array(
    z.object({
      ...lastSeen,
      startedAt: time,
      running: z.number().int(),
      waiting: z.number().int(),
      capacity: z.number().int(),
      /** The number of changes that it has not applied yet; null if it has not reported. */
      behind: z.number().int().nullable(),
    }),
  ),
  queues: z.object({
    /** Builds, validations and tests. */
    jobs: queue,
    crons: queue,
    deliveries: queue,
    /** Attempts of runs that a worker may begin now. */
    runs: queue,
    /** Audit events that are not sealed yet. */
    unsealedAuditEvents: z.number().int(),
  }),
  /** `pingMs`: the duration of a round trip. */
  database: z.object({ version: z.string(), sizeBytes: z.number(), connections: z.number().int(), pingMs: z.number() }),
  /** Days of executions in object storage; null: there is no archive. */
  archive: z
    .object({
      /** The latest stored day: `2026-11-21`. */
      lastDay: z.string().nullable(),
      archivedAt: time.nullable(),
      objects: z.number().int(),
      bytes: z.number(),
      executions: z.number(),
      /** The failure since then, if any. */
      failure: z.object({ message: z.string(), at: time, attempts: z.number().int() }).nullable(),
    })
    .nullable(),
  /** The latest errors in the logs of control planes and workers, newest first, at most fifty. */
  errors: z.array(
    z.object({ at: time, role: z.enum(["control-plane", "worker"]), id: z.string(), message: z.string() }),
  ),
});
export type Status = z.infer<typeof status>;
