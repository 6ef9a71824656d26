import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import type { OauthRouteName, OauthRoutes } from "@ferrule/contract/sign-in/oauth-routes.ts";
import { oauthRoutes } from "@ferrule/contract/sign-in/oauth-routes.ts";
import { mediaTypeOf } from "@ferrule/kit/http/media-type.ts";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { OauthError } from "./oauth-error.ts";
import { readForm } from "./read-form.ts";

/** The input of a route, by the names of its form. */
export type Input<Name extends OauthRouteName> = OauthRoutes[Name]["input"] extends infer Form extends z.ZodType
  ? z.output<Form>
  : null;

const mostBytes = 65_536;

async function readBody({ raw }: FastifyRequest): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of raw.iterator({ destroyOnReturn: false })) {
    const piece = part as Buffer;
    bytes += piece.length;
    if (bytes > mostBytes) throw new OauthError("invalid_request", "The body is too large.", 413);
    parts.push(piece);
  }
  return Buffer.concat(parts).toString();
}

async function readSent(name: OauthRouteName, request: FastifyRequest): Promise<unknown> {
  if (oauthRoutes[name].method === "GET") return readForm(request.url.split("?").slice(1).join("?"));
  const expected = name === "register" ? "application/json" : "application/x-www-form-urlencoded";
  if (mediaTypeOf(request.headers["content-type"]).essence !== expected)
    throw new OauthError("invalid_request", `Send the body as ${expected}.`);
  const text = await readBody(request);
  if (name !== "register") return readForm(text);
  try {
    return parseJson(text);
  } catch {
    throw new OauthError("invalid_client_metadata", "The body is not JSON.");
  }
}

/** Reads and checks the input. @throws OauthError invalid_request, or the route's own code */
export async function readInput<Name extends OauthRouteName>(
  name: Name,
  request: FastifyRequest,
): Promise<Input<Name>> {
  const form: z.ZodType | null = oauthRoutes[name].input;
  if (form === null) return null as Input<Name>;
  const { data, success, error } = form.safeParse(await readSent(name, request));
  if (success) return data as Input<Name>;
  const member = String(error.issues[0]?.path[0] ?? "body");
  if (name !== "register") throw new OauthError("invalid_request", "A parameter is too long or malformed.");
  const code = member === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
  throw new OauthError(code, "The client's metadata is malformed.");
}
