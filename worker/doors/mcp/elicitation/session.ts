import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { AdmittedCall } from "../../../calls/admission/function-call.ts";
import { placeOf } from "../../http-api/idempotency/idempotency-key.ts";
import type { Sealer } from "./sealer.ts";

const mostChars = 2_000;
const known = ["elicitation", "sampling", "roots"];

const boundTo = (admitted: AdmittedCall) => placeOf(admitted, "session", admitted.caller.subject ?? "");

/** The capabilities that matter to Functions, without whatever else a client writes there. */
function inShort(capabilities: unknown): Record<string, unknown> {
  if (!isObject(capabilities)) return {};
  const short: Record<string, unknown> = {};
  for (const name of known) {
    const declared = capabilities[name];
    if (!isObject(declared)) continue;
    const modes = ["form", "url"].filter((mode) => isObject(declared[mode]));
    short[name] = name === "elicitation" ? Object.fromEntries(modes.map((mode) => [mode, {}])) : {};
  }
  return short;
}

/**
 * The `Mcp-Session-Id` for a client of a revision with a handshake: what it can, sealed for its caller and endpoint.
 * Nothing is stored, so it never ends, and any worker reads it. Null: the client can ask nothing.
 */
export function sessionFor(sealer: Sealer, admitted: AdmittedCall, capabilities: unknown): string | null {
  const short = inShort(capabilities);
  return short["elicitation"] === undefined ? null : sealer.seal(JSON.stringify(short), boundTo(admitted));
}

/** What the client of a request can, by its session. A foreign session counts as none. */
export function capabilitiesOf(sealer: Sealer, admitted: AdmittedCall, session: unknown): Record<string, unknown> {
  if (typeof session !== "string" || session.length > mostChars) return {};
  const text = sealer.open(session, boundTo(admitted));
  return text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
}
