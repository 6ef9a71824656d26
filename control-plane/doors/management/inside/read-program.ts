import { createHmac } from "node:crypto";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import { z } from "zod";
import { deriveKey } from "../../../people/session/cookie/derive-key.ts";
import { cleanLine } from "../answers/clean-text.ts";

/** The program of an agent, as it describes itself. Nobody vouches for it. */
export interface Program {
  /** `claude-code 2.1`; null: it gives no name. */
  name: string | null;
  /** Whether it can show a person an address (MCP 2026-07-28, elicitation in URL mode). */
  opensUrls: boolean;
}

const info = z.object({ name: z.string(), version: z.string().optional() });
const capabilities = z.object({ elicitation: z.object({ url: z.object({}) }) });
const metaKey = "io.modelcontextprotocol/";
const envelope = z.object({
  method: z.string(),
  params: z
    .object({ clientInfo: z.unknown(), _meta: z.record(z.string(), z.unknown()).optional() })
    .partial()
    .optional(),
});
const longestName = 100;

function nameOf(value: unknown): string | null {
  const { data } = info.safeParse(value);
  if (data === undefined) return null;
  const name = cleanLine(`${data.name.slice(0, 200)} ${(data.version ?? "").slice(0, 200)}`, longestName);
  return name === "" ? null : name;
}

const sign = (sessionSecret: string, name: string) =>
  createHmac("sha256", deriveKey(sessionSecret, "agent-program")).update(name).digest("base64url");

/**
 * A session id for clients before 2026-07-28, which give their name only once. It holds the name and our signature, so
 * that nothing is stored and any replica can read it. It gives no rights.
 */
export const sessionOf = (sessionSecret: string, name: string): string =>
  `${Buffer.from(name).toString("base64url")}.${sign(sessionSecret, name)}`;

function nameInSession(sessionSecret: string, session: unknown): string | null {
  if (typeof session !== "string" || session.length > 1_000) return null;
  const [encoded = "", signature] = session.split(".");
  const name = Buffer.from(encoded, "base64url").toString();
  return tokensEqual(signature, sign(sessionSecret, name)) ? name : null;
}

/** Reads which program sent a message: from its `_meta`, from `initialize`, or from the session id. */
export function readProgram(sessionSecret: string, body: unknown, session: unknown): Program & { isNew: boolean } {
  const { data } = envelope.safeParse(Array.isArray(body) ? body[0] : body);
  const meta = data?.params?._meta ?? {};
  const isNew = data?.method === "initialize";
  const name =
    nameOf(meta[`${metaKey}clientInfo`]) ??
    (isNew ? nameOf(data.params?.clientInfo) : nameInSession(sessionSecret, session));
  return { name, opensUrls: capabilities.safeParse(meta[`${metaKey}clientCapabilities`]).success, isNew };
}
