import { approversInWords } from "@ferrule/contract/permissions/approvers-in-words.ts";
import type { ErrorCode } from "@ferrule/contract/errors.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { Approval } from "@ferrule/contract/resources/approval.ts";
import type { Person } from "./person.ts";

/** An approval as it decides about people. */
interface Question extends Pick<Approval, "by" | "people" | "notAsker" | "status" | "askedBy"> {
  /** Whether its time is over, although nothing has ended it yet. */
  isLate: boolean;
  /** The users who have decided. */
  decidedBy: readonly string[];
}

const ended = {
  approved: "It is approved already.",
  rejected: "It is rejected already.",
  expired: "It has expired.",
  cancelled: "The run was given up, or asks something else now.",
} as const;

const isEmailOf = (address: string | undefined, { email }: Person): boolean => address?.toLowerCase() === email;

/** Whether the rule names this person. */
function isNamed({ by, askedBy }: Question, person: Person): boolean {
  return (
    by.roles.includes(person.role) ||
    by.people.some((address) => isEmailOf(address, person)) ||
    by.groups.some((group) => person.groups.includes(group)) ||
    (by.caller && isEmailOf(askedBy.email, person))
  );
}

/**
 * Whether this person asked: as a user, with a token for them, or with a key whose value they have seen. An e-mail
 * address counts, whoever vouches for it.
 */
function isAsker({ kind, id, email, issuer, subject }: Caller, person: Person): boolean {
  if (kind === "user" && id === person.userId) return true;
  if (kind === "api-key") return id !== null && person.keys.includes(id);
  if (isEmailOf(email, person) || subject === person.userId) return true;
  return person.subjects.some((one) => one.issuer === issuer && one.subject === subject);
}

/** Why this person may not decide now; null if they may. */
export function whyNot(
  question: Question,
  person: Person,
): { code: Extract<ErrorCode, "INVALID_STATE" | "FORBIDDEN">; message: string } | null {
  const { status, isLate, notAsker, askedBy, decidedBy } = question;
  if (status !== "pending") return { code: "INVALID_STATE", message: ended[status] };
  if (isLate) return { code: "INVALID_STATE", message: ended.expired };
  if (person.isToken) return { code: "FORBIDDEN", message: "An API token cannot decide. Sign in to decide yourself." };
  if (!isNamed(question, person))
    return { code: "FORBIDDEN", message: `It needs approval by ${approversInWords(question)}.` };
  if (notAsker && isAsker(askedBy, person))
    return { code: "FORBIDDEN", message: "You asked for it, so somebody else must decide." };
  if (decidedBy.includes(person.userId))
    return { code: "INVALID_STATE", message: "You have approved it already. It also needs somebody else's approval." };
  return null;
}
