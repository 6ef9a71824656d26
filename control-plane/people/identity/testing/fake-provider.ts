import { createServer, type IncomingMessage } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

/** The faults that a test gives the provider. */
export interface Wrongs {
  /** Claims that are added to the ID token or replace the right ones; undefined removes a claim. */
  claims?: Record<string, unknown>;
  /** Signs with a key that the provider does not publish. */
  forged?: boolean;
  header?: Record<string, unknown>;
  /** Sent in place of the ID token. */
  idToken?: string;
  /** Every answer of the token endpoint, whatever the request. */
  tokenError?: string;
  refreshError?: string;
}

export interface FakeProvider extends AsyncDisposable {
  issuer: string;
  clientId: string;
  clientSecret: string;
  wrongs: Wrongs;
  /** The forms that the token endpoint received. */
  asked: URLSearchParams[];
  /** The response that the browser brings back after a sign-in that began at `url`. */
  answer: (url: string, claims: Record<string, unknown>) => { state: string; code: string; iss: string };
  /** A token of the provider with these claims. */
  sign: (claims: JWTPayload, header?: Record<string, unknown>) => Promise<string>;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
}

const kid = "fake-1";
const alg = "ES256";

/**
 * A provider that obeys a test, even when the test wants faults. `acceptance/sign-in` uses a certified provider
 * instead. It listens on 127.0.0.1 without TLS, so EGRESS_ALLOW_PRIVATE must name it. `unref`: it does not keep the
 * process alive. `port`: its port; any free one by default.
 */
export async function startFakeProvider({ unref = false, port = 0 } = {}): Promise<FakeProvider> {
  const right = await generateKeyPair(alg, { extractable: true });
  const other = await generateKeyPair(alg);
  const jwk = { ...(await exportJWK(right.publicKey)), kid, alg, use: "sig" };
  const wrongs: Wrongs = {};
  const asked: URLSearchParams[] = [];
  const codes = new Map<string, JWTPayload>();
  const [clientId, clientSecret] = ["ferrule", "a client secret of the tests"];
  const signWith = (key: CryptoKey, claims: JWTPayload, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(key);
  let issuer = "";

  async function tokens(form: URLSearchParams): Promise<[number, object]> {
    asked.push(form);
    if (wrongs.tokenError !== undefined) return [400, { error: wrongs.tokenError }];
    if (form.get("grant_type") === "refresh_token") {
      if (wrongs.refreshError !== undefined) return [400, { error: wrongs.refreshError }];
      return [200, { access_token: "at", token_type: "Bearer", refresh_token: "next" }];
    }
    const given = codes.get(form.get("code") ?? "");
    if (given === undefined) return [400, { error: "invalid_grant" }];
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...given, ...wrongs.claims };
    const claims = Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== undefined));
    const key = wrongs.forged === true ? other.privateKey : right.privateKey;
    const idToken = wrongs.idToken ?? (await signWith(key, claims, wrongs.header));
    return [200, { access_token: "at", token_type: "Bearer", id_token: idToken, refresh_token: "first" }];
  }

  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? "/", issuer);
    if (pathname === "/.well-known/openid-configuration") {
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/end`,
        id_token_signing_alg_values_supported: [alg],
        authorization_response_iss_parameter_supported: true,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
      });
    }
    if (pathname === "/keys") return send(200, { keys: [jwk] });
    if (pathname !== "/token") return send(404, {});
    const basic = `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret).replaceAll("%20", "+")}`).toString("base64")}`;
    if (request.headers.authorization !== basic) return send(401, { error: "invalid_client" });
    formOf(request)
      .then(tokens)
      .then(
        ([status, body]) => send(status, body),
        () => response.destroy(),
      );
    return undefined;
  });
  const served = await serveHere(server, port);
  if (unref) server.unref();
  issuer = served.url;
  return {
    issuer,
    clientId,
    clientSecret,
    wrongs,
    asked,
    answer(url, claims) {
      const { searchParams } = new URL(url);
      const code = `code-${codes.size}`;
      codes.set(code, { nonce: searchParams.get("nonce"), ...claims });
      return { state: searchParams.get("state") ?? "", code, iss: issuer };
    },
    sign: (claims, header) => signWith(right.privateKey, claims, header),
    [Symbol.asyncDispose]: served[Symbol.asyncDispose],
  };
}
