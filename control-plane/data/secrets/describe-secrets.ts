import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { secret, type Secret } from "@ferrule/contract/resources/secret.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { declarationsOf, usersOf } from "../declarations/queries.ts";
import { verifyingEndpoints } from "./verifying-endpoints.ts";
import type { SecretRow } from "./queries/secrets.ts";

/** Secrets as the API shows them, in the given order: metadata only. */
export async function describeSecrets(scope: ProjectScope, rows: readonly SecretRow[]): Promise<Secret[]> {
  const declarations = await declarationsOf(scope, "secrets", [...new Set(rows.map(({ name }) => name))]);
  const verifying = await verifyingEndpoints(scope);
  return rows.map((row) => {
    return resourceFrom(secret, row, {
      usedBy: [...new Set([...usersOf(declarations, row), ...verifying(row.environment, row.name)])].sort(),
    });
  });
}

export async function describeSecret(scope: ProjectScope, row: SecretRow): Promise<Secret> {
  const [described] = await describeSecrets(scope, [row]);
  if (!described) throw new PublicError("NOT_FOUND");
  return described;
}
