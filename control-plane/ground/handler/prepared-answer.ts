import { createHash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { preconditionOf } from "@ferrule/kit/http/precondition.ts";
import type { FastifyReply } from "fastify";
import { compressBody, encodingFor } from "./compress-body.ts";

/**
 * JSON text that stays the same for the life of this process. It is serialized once, sent with an ETag, and compressed
 * once per encoding.
 */
export class PreparedAnswer {
  readonly #text: string;
  readonly #etag: string;
  readonly #compressed = new Map<string, ReturnType<typeof compressBody>>();

  constructor(value: unknown) {
    this.#text = JSON.stringify(value);
    this.#etag = createHash("sha256").update(this.#text).digest("base64url").slice(0, 22);
  }

  /** Sends 304 to a client that already has it (RFC 9110, section 13.1.2), otherwise the whole text. */
  async send(reply: FastifyReply): Promise<FastifyReply> {
    const { headers } = reply.request;
    const etag = `W/"${this.#etag}"`;
    // Weak, because the same tag stands for all encodings.
    reply.header("etag", etag).header("vary", "accept-encoding");
    const condition = preconditionOf(headers, { etag });
    if (condition === "failed") throw new PublicError("PRECONDITION_FAILED");
    if (condition === "unchanged") return reply.code(304).send();
    reply.header("content-type", "application/json; charset=utf-8");
    const encoding = encodingFor(headers["accept-encoding"]);
    if (encoding === null) return reply.send(this.#text);
    const compressing = this.#compressed.get(encoding) ?? compressBody(this.#text, encoding);
    this.#compressed.set(encoding, compressing);
    const compressed = await compressing;
    if (!compressed) return reply.send(this.#text);
    return reply.header("content-encoding", compressed.encoding).send(compressed.body);
  }
}
