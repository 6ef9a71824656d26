import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import { redirectUriProblem } from "@ferrule/contract/sign-in/redirect-uri-problem.ts";
import { z } from "zod";
import type { ClientDocument } from "../../../ground/store/tables/oauth.ts";

export interface FetchedDocument {
  document: ClientDocument | null;
  /** Why the document is not usable, as a sentence for the client's developer. */
  problem: string | null;
  keepMs: number;
}

const form = z.object({
  client_id: z.string(),
  client_name: z.string().trim().min(1).max(200).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(20),
  token_endpoint_auth_method: z.string().optional(),
});

/** Whether a `client_id` is the address of a document: https, with a path, in its canonical form. */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith("https://") || clientId.length > 1_000 || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  return url.href === clientId && url.pathname !== "/" && !clientId.includes("#") && url.username + url.password === "";
}

/** Control characters and direction marks could make one name look like another. */
const plainName = (name: string) => name.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, " ").slice(0, 120);

/** Reads a document that was fetched from `url`, or says what is wrong with it. */
export function readClientDocument(url: string, text: string): { document: ClientDocument } | { problem: string } {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { problem: "The client's metadata document is not JSON." };
  }
  const { data, success } = form.safeParse(value);
  if (!success) return { problem: "The client's metadata document lacks a client_id or redirect_uris." };
  if (data.client_id !== url) return { problem: "The client's metadata document names another client_id." };
  if (data.redirect_uris.some((uri) => redirectUriProblem(uri) !== null)) {
    return { problem: "The client's metadata document has a redirect URI that is not allowed." };
  }
  if (data.token_endpoint_auth_method !== undefined && data.token_endpoint_auth_method !== "none") {
    return { problem: "The client's metadata document requires an authentication method that is not supported." };
  }
  return { document: { name: plainName(data.client_name ?? new URL(url).host), redirectUris: data.redirect_uris } };
}
