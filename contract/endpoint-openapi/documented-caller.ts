import { basicScope, type AuthPolicy } from "../resources/runtime-endpoint.ts";
import type { SignaturePolicy } from "../resources/signature-policy.ts";
import { signatureHeader } from "../webhook-senders.ts";

/** The part of a document about how callers authenticate. */
export interface DocumentedCaller {
  mode: AuthPolicy["caller"]["mode"];
  /** Whether API keys open the endpoint. */
  keys: boolean;
  /** The scopes besides the basic one; only with sign-in. */
  scopes: readonly { name: string; description: string; targets: readonly string[] }[];
  /** The issuer of the tokens, if it is not this Ferrule. */
  issuer: string | null;
  signature: SignaturePolicy | null;
}

/** The same, from a policy in its written form. */
export function documentedCaller({ mode, oauth, jwt, signature }: AuthPolicy["caller"]): DocumentedCaller {
  return {
    mode,
    keys: mode === "oauth" ? oauth?.keys !== false : mode === "jwt" ? jwt?.keys !== false : mode !== "signature",
    scopes: oauth?.scopes ?? [],
    issuer: jwt?.issuer ?? null,
    signature: signature ?? null,
  };
}

const apiKey = { type: "apiKey", in: "header", name: "x-api-key" };

/** In OpenAPI, a signature's header looks like the header of a key. */
const signedBy = (rule: SignaturePolicy) => ({
  type: "apiKey",
  in: "header",
  name: signatureHeader(rule),
  description: `The signature of the request as it is sent, as the sender "${rule.sender}" makes it.`,
});

function signIn({ scopes }: DocumentedCaller, authority: string) {
  const all = { [basicScope]: "Call what needs no other scope" } as Record<string, string>;
  for (const { name, description } of scopes) all[name] = description;
  const tokenUrl = `${authority}/oauth/token`;
  return {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: `${authority}/oauth/authorize`,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes: all,
      },
      clientCredentials: { tokenUrl, scopes: all },
    },
  };
}

/** The ways to authenticate, by name. `authority`: the origin of PUBLIC_URL, which issues access tokens. */
export function securitySchemes(caller: DocumentedCaller, authority: string): Record<string, object> {
  const { mode, keys, issuer, signature } = caller;
  if (mode === "signature") return signature === null ? {} : { signature: signedBy(signature) };
  const schemes: Record<string, object> = keys ? { apiKey } : {};
  if (mode === "oauth") schemes["oauth2"] = signIn(caller, authority);
  else if (mode === "jwt") {
    const description = `An access token of ${issuer ?? "the issuer"}`;
    schemes["bearer"] = { type: "http", scheme: "bearer", bearerFormat: "JWT", description };
  } else schemes["bearer"] = { type: "http", scheme: "bearer", description: "An API key" };
  return schemes;
}

/** The schemes that open the endpoint, or a tool or route with a scope of its own; any one is enough. */
export function securityOf(
  { mode, keys, scopes }: DocumentedCaller,
  target?: { name: string; scope?: string | undefined },
) {
  if (mode === "none") return [];
  if (mode === "signature") return [{ signature: [] as string[] }];
  const ways: Record<string, string[]>[] = [];
  if (mode === "oauth") {
    const own =
      scopes.find(({ targets }) => target !== undefined && targets.includes(target.name))?.name ?? target?.scope;
    ways.push({ oauth2: own === undefined ? [basicScope] : [own] });
  } else if (mode === "jwt") ways.push({ bearer: [] });
  if (keys) ways.push({ apiKey: [] });
  if (mode === "api-key") ways.push({ bearer: [] });
  return ways;
}
