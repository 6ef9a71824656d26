import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { SignInPolicyRow } from "../../ground/store/tables/identity.ts";

export const readPolicy = ({ tx }: InstallationScope): Promise<SignInPolicyRow> =>
  tx.selectFrom("signInPolicy").selectAll().executeTakeFirstOrThrow();

/** Reads the policy and holds it unchanged until the transaction ends. */
export const holdPolicy = ({ tx }: InstallationScope): Promise<SignInPolicyRow> =>
  tx.selectFrom("signInPolicy").selectAll().forShare().executeTakeFirstOrThrow();

/** Reads and locks the policy until the transaction ends. */
export const lockPolicy = ({ tx }: InstallationScope): Promise<SignInPolicyRow> =>
  tx.selectFrom("signInPolicy").selectAll().forUpdate().executeTakeFirstOrThrow();

export const changePolicy = (
  { tx }: InstallationScope,
  changes: Partial<Pick<SignInPolicyRow, "localSignIn" | "breakGlassUserId">>,
): Promise<SignInPolicyRow> =>
  tx
    .updateTable("signInPolicy")
    .set((eb) => ({ ...changes, updatedAt: sharedDate(), revision: eb("revision", "+", 1) }))
    .returningAll()
    .executeTakeFirstOrThrow();
