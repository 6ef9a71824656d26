import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { createHash, randomBytes } from "node:crypto";
import { scimBase } from "@ferrule/contract/sign-in/scim-routes.ts";
import type { App } from "../../ground/app.ts";
import type { ScimTokenRow } from "../../ground/store/tables/directory.ts";

/** A token as the API shows it: never a hash. */
export const toScimToken = ({ id, name, prefix, createdAt, lastUsedAt, previousUntil }: ScimTokenRow) => ({
  id,
  name,
  prefix,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  previousUntil: previousUntil !== null && previousUntil.getTime() > sharedNow() ? previousUntil.toISOString() : null,
});

export const hashScimToken = (value: string): string => createHash("sha256").update(value).digest("hex");

/** A new value, which we show once, and the parts that we store. */
export function newScimValue(): { value: string; kept: { prefix: string; sha256: string } } {
  const value = `fer_scim_${randomBytes(32).toString("base64url")}`;
  return { value, kept: { prefix: value.slice(0, 13), sha256: hashScimToken(value) } };
}

/** The base path of SCIM. */
export const scimUrl = ({ settings }: Pick<App, "settings">): string => settings.publicUrl + scimBase;

/** The part of a token that an audit event shows. */
export const auditedToken = ({ id, name }: ScimTokenRow, changes: Record<string, unknown>) => ({
  kind: "scim-token",
  id,
  name,
  changes,
});
