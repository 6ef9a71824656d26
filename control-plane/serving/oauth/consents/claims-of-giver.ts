import { createHash } from "node:crypto";
import type { GrantRow } from "../../../ground/store/tables/oauth.ts";
import type { CallerFacts } from "../queries/caller-sessions.ts";

/** The person who gives, or gave, a consent: a user of this Ferrule, or a caller whom a provider signed in. */
export type Giver = Pick<GrantRow, "userId" | "callerIssuer" | "callerSubject"> & { email: string | null };

export const giverOfUser = ({ userId, email }: { userId: string; email: string }): Giver => ({
  userId,
  email,
  callerIssuer: null,
  callerSubject: null,
});

export const giverOfCaller = ({
  issuer,
  subject,
  email,
}: Pick<CallerFacts, "issuer" | "subject" | "email">): Giver => ({
  userId: null,
  email,
  callerIssuer: issuer,
  callerSubject: subject,
});

/** The subject of a caller. It can equal neither the id of a user nor the subject of another provider's caller. */
const subjectOf = (issuer: string, subject: string) =>
  `caller_${createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("base64url")}`;

/**
 * The claims of an access token about the person who gave the consent; none for a machine. Rules look at these claims.
 */
export function claimsOfGiver({ userId, callerIssuer, callerSubject, email }: Giver): {
  sub?: string;
  email?: string;
  caller_issuer?: string;
  caller_subject?: string;
} {
  const address = email === null ? {} : { email };
  if (userId !== null) return { sub: userId, ...address };
  if (callerIssuer === null || callerSubject === null) return {};
  const sub = subjectOf(callerIssuer, callerSubject);
  return { sub, ...address, caller_issuer: callerIssuer, caller_subject: callerSubject };
}
