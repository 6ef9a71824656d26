import { createHash, randomBytes } from "node:crypto";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { insertToken, type ApiTokenRow, type NewApiToken } from "./queries.ts";

/** Stores a new API token. Only its hash is kept, so the value is shown this once. */
export async function issueToken(
  scope: InstallationScope,
  token: Omit<NewApiToken, "prefix" | "sha256">,
): Promise<{ value: string; row: ApiTokenRow }> {
  const value = `fer_pat_${randomBytes(32).toString("base64url")}`;
  const sha256 = createHash("sha256").update(value).digest("hex");
  return { value, row: await insertToken(scope, { ...token, prefix: value.slice(0, 14), sha256 }) };
}
