import type { SignInPolicy } from "@ferrule/contract/resources/identity-provider.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import type { SignInPolicyRow } from "../../ground/store/tables/identity.ts";
import { readPolicy } from "../sign-in-policy/queries.ts";

/** The policy as the API shows it. */
export const toPolicy = ({ localSignIn, breakGlassUserId, updatedAt, revision }: SignInPolicyRow): SignInPolicy => ({
  localSignIn,
  breakGlassUserId,
  updatedAt: updatedAt.toISOString(),
  revision,
});

export const getSignInPolicy: Handlers["getSignInPolicy"] = async ({ scope }) => toPolicy(await readPolicy(scope));
