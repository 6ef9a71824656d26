import type { IncomingHttpHeaders } from "node:http";
import { decodeHeaderValue } from "../../../deployed/endpoints/bindings/header-value.ts";
import { rpcErrors } from "./json-rpc.ts";
import type { Method, Params } from "./method.ts";
import {
  clientCapabilitiesKey,
  isLegacy,
  modernRevision,
  protocolVersionKey,
  supportedRevisions,
  type Revision,
} from "../../../deployed/endpoints/bindings/revisions.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";

/** Why we cannot serve a request at all. The response is always HTTP 400. */
export interface Misfit {
  rpcCode: number;
  message: string;
  data?: Record<string, unknown>;
}

interface RequestMessage {
  /** The name of its method. */
  name: string;
  /** Undefined: no revision has it. */
  method: Pick<Method, "mirrored"> | undefined;
  params: Params | undefined;
}

const misfit = (rpcCode: number, message: string, data?: Record<string, unknown>): Misfit =>
  data === undefined ? { rpcCode, message } : { rpcCode, message, data };

const unsupported = (requested: string): Misfit =>
  misfit(rpcErrors.unsupportedVersion, "Unsupported protocol version", { supported: supportedRevisions, requested });

/** A header that Node may return as a list. Several values are as wrong as a different value. */
const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(", ") : header?.trim();

/** The version of a request that does not name one itself: its header's, or 2025-03-26 without a header. */
export function headerRevision(headers: IncomingHttpHeaders): Revision | Misfit {
  const version = one(headers["mcp-protocol-version"]);
  if (version === undefined) return "2025-03-26";
  if (isLegacy(version) || version === modernRevision) return version;
  return unsupported(version);
}

/** Checks the mirrored headers of a modern request (MCP 2026-07-28, Streamable HTTP). */
function mismatch({ name, method, params }: RequestMessage, headers: IncomingHttpHeaders): Misfit | null {
  const sentMethod = one(headers["mcp-method"]);
  if (sentMethod !== name) {
    const what = sentMethod === undefined ? "is missing" : "does not match the body's method";
    return misfit(rpcErrors.headerMismatch, `Header mismatch: Mcp-Method ${what}`);
  }
  const mirrored = method?.mirrored;
  if (mirrored === undefined) return null;
  const sentName = one(headers["mcp-name"]);
  const value = params?.[mirrored];
  if (typeof value !== "string" && sentName === undefined) return null;
  if (sentName === undefined) return misfit(rpcErrors.headerMismatch, "Header mismatch: Mcp-Name is missing");
  if (decodeHeaderValue(sentName) !== value) {
    return misfit(rpcErrors.headerMismatch, `Header mismatch: Mcp-Name does not match the body's params.${mirrored}`);
  }
  return null;
}

/**
 * The revision whose rules apply to a request, or the reason why there is none. If `_meta` names a version, that
 * decides. Otherwise `initialize` stands for the revisions with a handshake, and the header decides for any other
 * request.
 */
export function classify(message: RequestMessage, headers: IncomingHttpHeaders): Revision | Misfit {
  const meta = isObject(message.params?.["_meta"]) ? message.params["_meta"] : undefined;
  const claimed = meta?.[protocolVersionKey];
  const header = one(headers["mcp-protocol-version"]);
  if (claimed === undefined || isLegacy(claimed)) {
    if (message.name === "initialize") return "2025-11-25";
    const revision = headerRevision(headers);
    if (revision !== modernRevision) return revision;
    return misfit(rpcErrors.invalidParams, `Invalid params: _meta["${protocolVersionKey}"] is missing`);
  }
  if (typeof claimed !== "string") {
    return misfit(rpcErrors.invalidParams, `Invalid params: _meta["${protocolVersionKey}"] must be a string`);
  }
  if (header !== claimed) {
    const what = header === undefined ? "is missing" : "does not match the body's _meta";
    return misfit(rpcErrors.headerMismatch, `Header mismatch: MCP-Protocol-Version ${what}`);
  }
  if (claimed !== modernRevision) return unsupported(claimed);
  if (!isObject(meta?.[clientCapabilitiesKey])) {
    return misfit(rpcErrors.invalidParams, `Invalid params: _meta["${clientCapabilitiesKey}"] is missing`);
  }
  return mismatch(message, headers) ?? modernRevision;
}
