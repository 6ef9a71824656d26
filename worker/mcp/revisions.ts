/** The revisions with a handshake, oldest first. An unknown version is answered with the newest of them. */
export const legacyRevisions = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;
export const modernRevision = "2026-07-28";
export const newestLegacy = "2025-11-25";

export type LegacyRevision = (typeof legacyRevisions)[number];
export type Revision = LegacyRevision | typeof modernRevision;

/** Newest first, as `server/discover` and a version error list them. */
export const supportedRevisions: readonly Revision[] = [modernRevision, ...legacyRevisions.toReversed()];

export const isLegacy = (version: unknown): version is LegacyRevision =>
  version === "2025-11-25" || version === "2025-06-18" || version === "2025-03-26";

export const protocolVersionKey = "io.modelcontextprotocol/protocolVersion";
export const clientCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
export const clientInfoKey = "io.modelcontextprotocol/clientInfo";
export const serverInfoKey = "io.modelcontextprotocol/serverInfo";
