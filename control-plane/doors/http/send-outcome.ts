import { Readable } from "node:stream";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { FastifyReply } from "fastify";
import type { ControlPlaneSettings } from "../../ground/settings.ts";
import { compressBody, mayCompress } from "../../ground/handler/compress-body.ts";
import { cookieNames } from "../../people/session/cookie/cookie-names.ts";
import type { Reply } from "../../ground/handler/handler.ts";
import type { Outcome } from "./pipeline/run-handler.ts";

function setCookies(reply: FastifyReply, settings: ControlPlaneSettings, cookies: Reply["cookies"]): void {
  const names = cookieNames(settings);
  for (const { name, value, expiresAt } of cookies) {
    reply.setCookie(names[name], value ?? "", {
      path: "/",
      sameSite: "lax",
      secure: names.secure,
      httpOnly: name !== "csrf",
      expires: value === null ? new Date(0) : expiresAt,
    });
  }
}

/** Sends the first chunk at once, so that a reader of events knows that it is connected. */
async function* opened(chunks: AsyncIterable<string>): AsyncIterable<string> {
  yield ": open\n\n";
  yield* chunks;
}

async function sendJson(reply: FastifyReply, operation: Operation, body: unknown): Promise<FastifyReply> {
  reply.header("content-type", "application/json; charset=utf-8");
  const text = JSON.stringify(body);
  if (!mayCompress(operation)) return reply.send(text);
  reply.header("vary", "accept-encoding");
  const compressed = await compressBody(text, reply.request.headers["accept-encoding"]);
  if (!compressed) return reply.send(text);
  return reply.header("content-encoding", compressed.encoding).send(compressed.body);
}

/** Step 9: status, `ETag` from the revision, `Location` of a created resource, cookies, body. */
export async function sendOutcome(
  reply: FastifyReply,
  operation: Operation,
  outcome: Outcome,
  settings: ControlPlaneSettings,
): Promise<FastifyReply> {
  const { status, body, location, raw } = outcome;
  setCookies(reply, settings, outcome.reply.cookies);
  reply.code(status).headers(outcome.reply.headers);
  if (location !== null) reply.header("location", location);
  if (outcome.replayed) reply.header("idempotency-replayed", "true");
  if (raw !== null) {
    reply.header("content-type", raw.contentType);
    if (typeof raw.chunks === "string") return reply.send(raw.chunks);
    reply.header("x-accel-buffering", "no");
    const chunks = raw.contentType.startsWith("text/event-stream") ? opened(raw.chunks) : raw.chunks;
    return reply.send(Readable.from(chunks, { highWaterMark: 1 }));
  }
  if (outcome.prepared) return outcome.prepared.send(reply);
  if (body === null) return reply.send();
  if (typeof body === "object" && "revision" in body && Number.isInteger(body.revision)) {
    reply.header("etag", `"${String(body.revision)}"`);
  }
  return sendJson(reply, operation, body);
}
