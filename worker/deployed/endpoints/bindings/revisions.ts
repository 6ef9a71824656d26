/**
 * The revisions with a handshake, oldest first. Clients of 2024-11-05, such as SDK 1.10, already use Streamable HTTP,
 * which came with the next revision. A client with an unknown version gets the newest of them.
 */
export const legacyRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;
export const modernRevision = "2026-07-28";
export const newestLegacy = "2025-11-25";

export type LegacyRevision = (typeof legacyRevisions)[number];
export type Revision = LegacyRevision | typeof modernRevision;

/** Newest first, for `server/discover` and for a version error. */
export const supportedRevisions: readonly Revision[] = [modernRevision, ...legacyRevisions.toReversed()];

export const isLegacy = (version: unknown): version is LegacyRevision =>
  (legacyRevisions as readonly unknown[]).includes(version);

/** The revisions before 2025-06-18: their tools have neither a title nor an output schema. */
export const isEarly = (revision: Revision): boolean => revision === "2024-11-05" || revision === "2025-03-26";

export const protocolVersionKey = "io.modelcontextprotocol/protocolVersion";
export const clientCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
export const clientInfoKey = "io.modelcontextprotocol/clientInfo";
export const serverInfoKey = "io.modelcontextprotocol/serverInfo";
