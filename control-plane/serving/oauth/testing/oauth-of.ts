import { createHash, randomBytes } from "node:crypto";
import type { Client } from "@ferrule/contract/client.ts";
import type { OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { TestControlPlane } from "../../../testing/test-control-plane.ts";

export const redirectUri = "https://client.example/callback";
export const verifier = randomBytes(32).toString("base64url");
export const challenge = createHash("sha256").update(verifier).digest("base64url");

export interface OauthAnswer {
  status: number;
  /** `error` of the body, or of the redirect. */
  error: string | undefined;
  description: string | undefined;
  location: URL | null;
  body: Record<string, string>;
  headers: Headers;
}

async function answerOf(response: Response): Promise<OauthAnswer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  const body = (isJson ? JSON.parse(text) : {}) as Record<string, string>;
  const to = response.headers.get("location");
  const location = to === null ? null : new URL(to);
  const error = location?.searchParams.get("error") ?? body["error"];
  const description = location?.searchParams.get("error_description") ?? body["error_description"];
  return { status: response.status, error, description, location, body, headers: response.headers };
}

type Members = Record<string, string | undefined>;

const formOf = (members: Members) =>
  new URLSearchParams(Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The authorization server of a control plane as its clients reach it, without a browser. */
export function oauthOf(plane: TestControlPlane) {
  const post = async (path: string, members: Members | URLSearchParams) => {
    const body = members instanceof URLSearchParams ? members : formOf(members);
    return answerOf(await fetch(plane.url + path, { method: "POST", body }));
  };
  const authorize = async (members: Members | string, headers: Record<string, string> = {}) => {
    const query = typeof members === "string" ? members : formOf(members).toString();
    return answerOf(await fetch(`${plane.url}/oauth/authorize?${query}`, { redirect: "manual", headers }));
  };
  const register = async (metadata: unknown) => {
    const headers = { "content-type": "application/json" };
    return answerOf(
      await fetch(`${plane.url}/oauth/register`, { method: "POST", headers, body: JSON.stringify(metadata) }),
    );
  };
  return { post, authorize, register, token: (members: Members | URLSearchParams) => post("/oauth/token", members) };
}

let endpoints = 0;

/** An endpoint in Development to which callers sign in, and a client for it. */
export async function openSignIn(admin: Client, oauth: Partial<OauthPolicy> = {}) {
  const { id: endpointId } = await admin.createRuntimeEndpoint({
    body: { kind: "mcp", slug: `sign-in-${(endpoints += 1)}` },
  });
  const params = { endpointId };
  const caller = { mode: "oauth" as const, oauth };
  await admin.replaceAuthPolicy({ params, body: { environment: "development", caller } });
  const body = { use: "person" as const, name: "Assistant", environment: "development" as const };
  const client = await admin.createOauthClient({ params, body: { ...body, redirectUris: [redirectUri] } });
  const { urls } = await admin.getRuntimeEndpoint({ params });
  const asked = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: urls.development,
    state: "a-state",
  };
  return { endpointId, clientId: client.id, resource: urls.development, asked };
}

export const requestOf = ({ location }: OauthAnswer): string => location?.searchParams.get("request") ?? "";
