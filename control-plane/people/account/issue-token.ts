import { createHash, randomBytes } from "node:crypto";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { insertToken, toApiToken, type NewApiToken } from "./queries.ts";

/**
 * Stores a new API token. Only this answer contains the value; only its hash is stored. Whoever calls it holds the user
 * (see `holdUser`).
 */
export async function issueToken(scope: InstallationScope, token: Omit<NewApiToken, "prefix" | "sha256">) {
  const value = `fer_pat_${randomBytes(32).toString("base64url")}`;
  const sha256 = createHash("sha256").update(value).digest("hex");
  const row = await insertToken(scope, { ...token, prefix: value.slice(0, 14), sha256 });
  return { token: toApiToken(row), value };
}
