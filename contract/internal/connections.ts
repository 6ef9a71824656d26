import { z } from "zod";
import { connectionKinds, connectionName, tlsModes } from "../resources/connection.ts";
import { environments } from "../states.ts";

/**
 * A worker's request to `openConnection`: the data for opening a connection, for a job, or for a call whose grant names
 * the connection; the worker has checked that. 404 `NOT_FOUND` when there is no such connection; 503 `UNAVAILABLE` when
 * no configured key opens its URL.
 */
export const connectionRequest = z.strictObject({
  projectId: z.string(),
  environment: z.enum(environments),
  name: connectionName,
});
export type ConnectionRequest = z.infer<typeof connectionRequest>;

/** Both sides hold it in memory only, and never log it. */
export const openedConnection = z.strictObject({
  id: z.string(),
  /** Changes with every change of the connection. */
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
