import { errors, type ErrorCode } from "../errors.ts";

/** What a person or an agent should know about a code. The texts are Markdown, with links as from `docs/errors.md`. */
export interface Help {
  /** What is wrong. */
  cause: string;
  /** What to do instead. */
  fix: string;
}

/** Whether a code is one of Ferrule's catalogue, so that it has a page. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** The path of the page about an error code. The public origin serves it. */
export const errorDocs = (code: string): string => `/docs/errors/${code}`;

/** The path of the page about a code of a build. The public origin serves it. */
export const diagnosticDocs = (code: string): string => `/docs/diagnostics/${code}`;

/**
 * The header that leads from an error response to the page about its code, as a name and a value (RFC 8288, relation
 * `help`). Nothing for a code that is not Ferrule's.
 * @param origin the public origin, if the response comes from another one
 */
export const helpHeader = (code: string, origin = ""): readonly string[] =>
  isErrorCode(code) ? ["link", `<${origin}${errorDocs(code)}>; rel="help"`] : [];
