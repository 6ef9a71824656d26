import { z } from "zod";
import { givenLine, time } from "./fields.ts";

const address = givenLine(2_000, 1).refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && search + hash + username + password === "";
}, "must be the receiver's address, such as https://logs.example.com/ferrule, without user, query or fragment");

/** Fields that belong to the connection or the batch. */
const taken =
  /^(?:host|connection|content-.*|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|user-agent|x-ferrule-.*)$/;
const headerName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9-]+$/, "must be the name of a header in small letters, such as authorization")
  .refine((name) => !taken.test(name), "is a header that Ferrule sets itself");

const settings = {
  /** The address for batches, sent by POST; null: we send none. */
  url: address.nullable(),
  auditEvents: z.boolean(),
  executions: z.boolean(),
  paused: z.boolean(),
  /** The header that carries the authorization: `authorization`, or the receiver's own, such as `dd-api-key`. */
  headerName,
};

/** `failing`: the latest attempt failed, and another one will follow. */
export const exportStates = ["off", "paused", "running", "failing"] as const;

/** The continuous export of audit events and executions, and its progress. */
export const exportResource = z.object({
  ...settings,
  /** Whether batches carry that header. No response contains its value. */
  withHeader: z.boolean(),
  state: z.enum(exportStates),
  /** The number of the next batch. */
  nextBatch: z.number().int(),
  sentAuditEvents: z.number().int(),
  sentExecutions: z.number().int(),
  sentAt: time.nullable(),
  /** The number of unsent audit events. */
  waitingAuditEvents: z.number().int(),
  /** The record time of the oldest unsent execution; null if none waits. */
  waitingSince: time.nullable(),
  /** The problem of the latest attempt, if it failed. */
  failure: z.object({ message: z.string(), at: time, attempts: z.number().int() }).nullable(),
  updatedAt: time,
  revision: z.number().int(),
});
export type ExportResource = z.infer<typeof exportResource>;

/** Omitted fields stay unchanged, and so does the authorization. */
export const changedExport = z
  .strictObject({
    ...settings,
    /** The value of that header, such as `Bearer …`; null: none. */
    authorization: givenLine(2_000, 1)
      .regex(/^[\x20-\x7e]+$/, "must be printable ASCII")
      .nullable(),
  })
  .partial();

/** Whether the receiver accepted a batch with a single line, which says that it is a test. */
export const exportTest = z.object({ ok: z.boolean(), message: z.string() });
