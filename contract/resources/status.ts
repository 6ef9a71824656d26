import { z } from "zod";
import { time } from "./fields.ts";

const lastSeen = {
  id: z.string(),
  version: z.string(),
  /** `lost`: not heard of for 15 seconds. One that ended in order is not listed. */
  status: z.enum(["up", "lost"]),
  lastSeenAt: time,
};
const queue = z.object({
  waiting: z.number().int(),
  running: z.number().int(),
  /** How long the one that has waited longest has waited, beyond when it was due. */
  oldestMs: z.number(),
});

/** The installation as its operators see it. */
export const status = z.object({
  controlPlanes: z.array(z.object({ ...lastSeen, startedAt: time })),
  /** Those that have asked a control plane how it is. */
  gateways: z.array(z.object(lastSeen)),
  workers: z.array(
    z.object({
      ...lastSeen,
      startedAt: time,
      running: z.number().int(),
      waiting: z.number().int(),
      capacity: z.number().int(),
      /** Changes that it has not in force yet; null: it has not said. */
      behind: z.number().int().nullable(),
    }),
  ),
  queues: z.object({
    /** Builds, validations and tests. */
    jobs: queue,
    crons: queue,
    deliveries: queue,
    /** Audit events that are not sealed yet. */
    unsealedAuditEvents: z.number().int(),
  }),
  /** `pingMs`: what a question to it takes. */
  database: z.object({ version: z.string(), sizeBytes: z.number(), connections: z.number().int(), pingMs: z.number() }),
  /** Days of executions in object storage; null: there is no archive. */
  archive: z
    .object({
      /** The latest day that is there: `2026-11-21`. */
      lastDay: z.string().nullable(),
      archivedAt: time.nullable(),
      objects: z.number().int(),
      bytes: z.number(),
      executions: z.number(),
      /** What failed since then, if anything. */
      failure: z.object({ message: z.string(), at: time, attempts: z.number().int() }).nullable(),
    })
    .nullable(),
  /** What control planes and workers have logged as errors, newest first, at most fifty. */
  errors: z.array(
    z.object({ at: time, role: z.enum(["control-plane", "worker"]), id: z.string(), message: z.string() }),
  ),
});
export type Status = z.infer<typeof status>;
