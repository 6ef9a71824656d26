import type { RuntimeEndpointRow } from "./queries.ts";

/** What an audit event says about an endpoint. */
export const auditedEndpoint = (row: RuntimeEndpointRow) => ({
  kind: row.kind,
  slug: row.slug,
  name: row.name,
  description: row.description,
  instructions: row.instructions,
  unknownArguments: row.unknownArguments,
  status: row.status,
  requestsPerMinute: row.requestsPerMinute,
  maxBodyBytes: row.maxBodyBytes,
});
