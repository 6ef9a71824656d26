import { hash } from "node:crypto";
import { effectiveGrant } from "@ferrule/contract/internal/effective-grant.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";

export interface KeyedGrant {
  grant: Permissions;
  /** Equal grants have equal keys. It is part of the key by which isolates are reused. */
  grantKey: string;
}

/** The grant for calls of a Function within these policies, with its key; see `effectiveGrant`. */
export function keyedGrant(declared: Permissions, ...policies: ("*" | Permissions)[]): KeyedGrant {
  const grant = effectiveGrant(declared, policies);
  return { grant, grantKey: hash("sha256", canonicalJson(grant), "hex").slice(0, 32) };
}
