import { identityIn, type Identity, type Whose } from "../../ground/store/whose.ts";
import type { ErasureRow } from "./queries.ts";

const keyOf = ({ issuer, subject }: Identity) => `${issuer}\n${subject}`;

/** The identities of all lists, each once. */
export const merged = (...lists: readonly (readonly Identity[])[]): Identity[] => [
  ...new Map(lists.flat().map((identity) => [keyOf(identity), identity])).values(),
];

/** The owner whose data an erasure removes, with the identities that are known by now. */
export const whoseOf = ({ subject, identities }: Pick<ErasureRow, "subject" | "identities">, name: string): Whose => ({
  subject,
  name,
  identities: subject === "tenant" ? [] : merged(identityIn(name), identities),
});
