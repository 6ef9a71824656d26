import { basicScope } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { decodeJwt } from "jose/jwt/decode";
import type { InputOf } from "../../../../api/use-operation.ts";
import type { Policy } from "../policy-sentence.ts";

export type Claims = NonNullable<InputOf<"evaluateAuthPolicy">["body"]["claims"]>;

const notClaims = 'Claims are a JSON object, for example { "sub": "ada" }.';

/** The API's limit. */
const mostCharacters = 16_384;

/** A pasted token, with or without the scheme that precedes it in a header. Encrypted ones have five parts. */
const tokenText = /^(?:Bearer\s+)?([\w-]+(?:\.[\w-]*){2,4})$/i;

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** The initial claims: a signed-in person without other claims. */
export const newClaims = ({ caller }: Policy): string =>
  pretty({ sub: "someone", ...(caller.mode === "oauth" && { scope: basicScope }) });

/**
 * The claims of a pasted token as JSON; null when the text is not a token. It checks no signature (RFC 7519, section
 * 7.2).
 */
export function decodedToken(text: string): { text: string } | { problem: string } | null {
  const token = tokenText.exec(text.trim())?.[1];
  if (token === undefined) return null;
  if (token.split(".").length === 5) return { problem: "This token is encrypted. Paste its claims as JSON instead." };
  try {
    return { text: pretty(decodeJwt(token)) };
  } catch {
    return { problem: "This token has no claims that can be read. Paste the whole token, or its claims as JSON." };
  }
}

/** The claims in a text, or the problem with it. */
export function readClaims(text: string): { claims: Claims } | { problem: string } {
  const token = decodedToken(text);
  if (token !== null) return "problem" in token ? token : readClaims(token.text);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { problem: notClaims };
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return { problem: notClaims };
  if (JSON.stringify(read).length > mostCharacters) return { problem: "The claims are longer than 16 KiB." };
  if (Object.keys(read).some((name) => name === "" || name.length > 200))
    return { problem: "A claim's name has 1 to 200 characters." };
  return { claims: read as Claims };
}
