import { versionOf } from "./shown.ts";
import { ScimError } from "./scim-error.ts";

const tagsOf = (header: string | undefined) =>
  new Set(
    (header ?? "")
      .slice(0, 2_000)
      .split(",")
      .map((tag) => tag.trim().replace(/^W\//, "")),
  );

/** Whether a header names this version, weakly or not (RFC 7644, section 3.14). */
function names(header: string | undefined, revision: number): boolean {
  const tags = tagsOf(header);
  return tags.has("*") || tags.has(versionOf({ revision }).slice(2));
}

/** @throws ScimError 412 when `If-Match` names only other versions */
export function requireMatch(header: string | undefined, { revision }: { revision: number }): void {
  if (header === undefined || names(header, revision)) return;
  throw new ScimError(412, "It has changed since you read it.");
}

/** Whether a reader has this version already. */
export const isKnown = (header: string | undefined, { revision }: { revision: number }): boolean =>
  header !== undefined && names(header, revision);
