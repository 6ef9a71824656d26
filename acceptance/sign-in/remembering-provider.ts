import assert from "node:assert/strict";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";

interface Remembered {
  /** The address to which the client wants to send its person's browser. */
  asked: URL[];
  tokens: { access_token: string; refresh_token?: string } | undefined;
}

interface ProviderOptions {
  redirectUrl: string;
  /** A client that was registered beforehand. */
  clientId?: string;
  /** The address of its metadata document. */
  documentUrl?: string;
}

/** The state that an MCP client keeps between the steps of its sign-in: the SDK does everything else. */
export function rememberingProvider({ redirectUrl, clientId, documentUrl }: ProviderOptions) {
  const held: Remembered = { asked: [], tokens: undefined };
  let information = clientId === undefined ? undefined : { client_id: clientId };
  let verifier = "";
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(documentUrl === undefined ? {} : { clientMetadataUrl: documentUrl }),
    clientMetadata: { redirect_uris: [redirectUrl], client_name: "Journey", token_endpoint_auth_method: "none" },
    state: () => "state-of-the-journey",
    clientInformation: () => information,
    saveClientInformation: (given) => void (information = given),
    tokens: () => held.tokens as ReturnType<OAuthClientProvider["tokens"]>,
    saveTokens: (given) => void (held.tokens = given as Remembered["tokens"]),
    redirectToAuthorization: (url) => void held.asked.push(url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    invalidateCredentials: () => void (held.tokens = undefined),
  };
  const lastAsked = (): URL => {
    const url = held.asked.at(-1);
    assert.ok(url, "the client did not ask its person to sign in");
    return url;
  };
  return { provider, held, lastAsked };
}
