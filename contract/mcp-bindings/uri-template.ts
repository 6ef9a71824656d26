/** The characters of a URI (RFC 3986, sections 2.1 to 2.3); others are percent-encoded. */
const character = String.raw`(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})`;
/** A variable's name (RFC 6570, section 2.3), without percent-encoded characters: a Function gets it as a property. */
const variable = String.raw`[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*`;
const operator = "[+#./;?&]";
const expression = String.raw`\{${operator}?${variable}(?:,${variable})*\}`;
const whole = new RegExp(`^(?:${character}|${expression})+$`);
const expressions = new RegExp(String.raw`\{(${operator}?)([^}]*)\}`, "g");
/** A client or a host could take these as a program, or as a file of its own. */
const refusedSchemes = new Set(["javascript:", "vbscript:", "data:", "file:", "blob:"]);

/** Whether it is a URI template, which stands for many resources. */
export const isUriTemplate = (uri: string): boolean => uri.includes("{");

/** The variables of a URI template in their order, each as often as it stands there. */
export const templateVariables = (uri: string): string[] =>
  [...uri.matchAll(expressions)].flatMap(([, , names = ""]) => names.split(","));

/** Two templates of one shape match the same URIs, whatever their variables are called. */
export const uriShape = (uri: string): string =>
  uri.replaceAll(expressions, (_, sign: string, names: string) => `{${sign}${names.replaceAll(/[^,]/g, "")}}`);

/** A segment `..` that is written out or percent-encoded: whoever resolves it, ends elsewhere. */
function hasDotSegment(uri: string): boolean {
  const path = uri.replace(/^[^:]*:/, "").split(/[?#]/)[0] ?? "";
  return path.split(/[/\\]|%2f|%5c/i).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

/**
 * What is wrong with the URI of a resource: an absolute URI (RFC 3986), or a URI template up to level 3 (RFC 6570), that
 * begins with its scheme. Null if nothing is.
 */
export function uriProblem(uri: string): string | null {
  if (!whole.test(uri))
    return isUriTemplate(uri) || uri.includes("}")
      ? "must be a URI template up to level 3 of RFC 6570, such as orders://{orderId} or docs://search{?words}"
      : "must be a URI: its characters are those of RFC 3986, others percent-encoded";
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(uri)?.[0].toLowerCase();
  if (scheme === undefined || scheme.length === uri.length) return "must begin with a scheme, such as docs://";
  if (refusedSchemes.has(scheme)) return `must not have the scheme ${scheme}`;
  const expanded = uri.replaceAll(expressions, "x");
  if (!URL.canParse(expanded)) return "must be a URI that has a scheme and, after //, a host";
  const { username, password } = new URL(expanded);
  if (username + password !== "") return "must hold no user name or password";
  if (hasDotSegment(uri)) return "must not hold . or .. as a segment";
  const names = templateVariables(uri);
  return new Set(names).size === names.length ? null : "must not use a variable twice";
}
