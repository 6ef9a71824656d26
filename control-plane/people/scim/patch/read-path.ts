import { parseFilter, plainPath, type Filter } from "../filter/parse-filter.ts";
import { limits } from "../limits.ts";
import { ScimError } from "../scim-error.ts";

/** The target of a PATCH's step; names are in lower case. */
export interface PatchPath {
  attribute: string;
  filter: Filter | null;
  sub: string | null;
}

const form = /^([A-Za-z$][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;

/**
 * Reads a path (RFC 7644, section 3.5.2, figure 7): `active`, `name.givenName`, `emails[type eq "work"].value`. An
 * attribute of another schema than the core one keeps its whole name, and so matches nothing that we keep.
 * @throws ScimError invalidPath, invalidFilter
 */
export function readPath(text: string): PatchPath {
  if (text.length > limits.filter) throw new ScimError(400, "A path is too long.", "invalidPath");
  const isOfSchema = /^urn:[\w.:-]+$/i.test(text);
  const [head = "", ...rest] = text.split("[");
  const short = [plainPath(head), ...rest].join("[");
  if (isOfSchema && short.startsWith("urn:")) return { attribute: short, filter: null, sub: null };
  const found = form.exec(short);
  if (found === null) throw new ScimError(400, "A path is malformed.", "invalidPath");
  const [, attribute = "", filter, sub] = found;
  return {
    attribute: attribute.toLowerCase(),
    filter: filter === undefined ? null : parseFilter(filter),
    sub: sub?.toLowerCase() ?? null,
  };
}
