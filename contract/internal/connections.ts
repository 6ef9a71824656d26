import { z } from "zod";
import { connectionKinds, connectionName, tlsModes } from "../resources/connection.ts";
import { environments } from "../states.ts";

/**
 * What a worker asks `openConnection` for: what a connection is made with, for a call whose grant has its name,
 * which the worker has checked, or for a job. 404 `NOT_FOUND` without such a connection; 503 `UNAVAILABLE` when its URL cannot
 * be opened with the keys that are configured.
 */
export const connectionRequest = z.strictObject({
  projectId: z.string(),
  environment: z.enum(environments),
  name: connectionName,
});
export type ConnectionRequest = z.infer<typeof connectionRequest>;

/** Held in memory only, by both sides, and never logged. */
export const openedConnection = z.strictObject({
  id: z.string(),
  /** Another number with every change. */
  revision: z.number().int(),
  kind: z.enum(connectionKinds),
  url: z.string(),
  tls: z.enum(tlsModes),
  caCertificate: z.string().nullable(),
  readOnly: z.boolean(),
  statementTimeoutMs: z.number().int(),
  maxRows: z.number().int(),
  maxBytes: z.number().int(),
  poolSize: z.number().int(),
});
export type OpenedConnection = z.infer<typeof openedConnection>;
