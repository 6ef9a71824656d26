import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { RuntimeEndpointRow } from "./queries.ts";

const told = (row: RuntimeEndpointRow) => ({
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

/** What an audit event says about a change to an endpoint. */
export const auditedEndpoint = auditedRow("runtime-endpoint", told, { nameOf: ({ slug }) => slug });
