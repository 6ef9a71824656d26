import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from "jose";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

/** An issuer of tokens other than Ferrule, with its metadata and keys over HTTP. */
export interface TestIssuer extends AsyncDisposable {
  issuer: string;
  jwksUrl: string;
  /** A private key that signs. Its public half is among the published keys. */
  key: CryptoKey;
  publicJwk: JWK;
  /** The published keys. A test may change them. */
  published: JWK[];
  /** How often the keys were requested. */
  asked: () => number;
  /** Sent in place of the keys. Null: the normal answer. */
  answer: (instead: ((request: IncomingMessage, response: ServerResponse) => void) | null) => void;
  sign: (claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>, by?: CryptoKey) => Promise<string>;
}

export async function generateSigner(kid: string, alg = "ES256"): Promise<{ key: CryptoKey; publicJwk: JWK }> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { key: pair.privateKey, publicJwk: { ...(await exportJWK(pair.publicKey)), kid, alg, use: "sig" } };
}

/** Starts an issuer whose tokens are for `audience` and live ten minutes, unless a claim says otherwise. */
export async function startTestIssuer(audience: string): Promise<TestIssuer> {
  const { key, publicJwk } = await generateSigner("one");
  const published = [publicJwk];
  let asked = 0;
  let instead: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const server = createServer((request, response) => {
    const json = (value: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.url === "/.well-known/openid-configuration") return json({ issuer, jwks_uri: jwksUrl });
    if (request.url !== "/keys") return response.writeHead(404).end();
    asked += 1;
    return instead === null ? json({ keys: published }) : instead(request, response);
  });
  const { url: issuer, ...served } = await serveHere(server);
  const jwksUrl = `${issuer}/keys`;
  return {
    issuer,
    jwksUrl,
    key,
    publicJwk,
    published,
    asked: () => asked,
    answer: (other) => {
      instead = other;
    },
    sign(claims = {}, header = {}, by = key) {
      const now = Math.floor(Date.now() / 1_000);
      const all = { iss: issuer, sub: "ada", aud: audience, iat: now, exp: now + 600, ...claims };
      return new SignJWT(all).setProtectedHeader({ alg: "ES256", kid: "one", typ: "JWT", ...header }).sign(by);
    },
    [Symbol.asyncDispose]: served[Symbol.asyncDispose],
  };
}
