import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

/**
 * How the server behaves: `lies` returns 200 and stores nothing, `garbles` returns other bytes, `truncates` returns
 * fewer bytes, `silent` never responds.
 */
export type Behaviour = "works" | "refuses" | "lies" | "garbles" | "truncates" | "silent" | "slow";

export const bucketKeys = { accessKeyId: "test-access-key", secretAccessKey: "the-secret-of-the-bucket" };

/** The signature that this request should have, for the time and the headers that it names. */
async function expectedSignature({ method = "GET", headers }: IncomingMessage, url: string): Promise<string> {
  const { authorization } = await new AwsV4Signer({
    method,
    url,
    headers: { "x-amz-content-sha256": String(headers["x-amz-content-sha256"]) },
    ...bucketKeys,
    service: "s3",
    region: "eu-test-1",
    datetime: String(headers["x-amz-date"]),
  })
    .sign()
    .then((signed) => ({ authorization: signed.headers.get("authorization") }));
  return authorization ?? "";
}

/**
 * A bucket with path-style addresses. It refuses a request whose signature is wrong, or whose body does not have the
 * signed hash.
 */
export async function startBucketServer() {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const state: { behave: (method: string, key: string) => Behaviour | Promise<Behaviour> } = { behave: () => "works" };

  async function isAllowed(request: IncomingMessage, url: string, body: Buffer): Promise<boolean> {
    const hash = createHash("sha256").update(body).digest("hex");
    return (
      request.headers["x-amz-content-sha256"] === hash &&
      request.headers.authorization === (await expectedSignature(request, url))
    );
  }
  /** The response to a correctly signed request. */
  function serve(
    method: string,
    key: string,
    body: Buffer,
    how: Behaviour,
  ): { status: number; body?: Buffer | string } {
    if (method === "PUT") {
      if (how !== "lies") objects.set(key, body);
      return { status: 200 };
    }
    if (method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    }
    const found = objects.get(key);
    if (found === undefined) return { status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" };
    if (how === "truncates") return { status: 200, body: found.subarray(0, -1) };
    return { status: 200, body: how === "garbles" ? Buffer.alloc(found.length, 7) : found };
  }

  const server = createServer((request, response) => {
    const answer = async () => {
      const { method = "GET", url: path = "/" } = request;
      const body = await buffer(request);
      requests.push(`${method} ${path}`);
      const key = decodeURIComponent(path.replace(/^\/ferrule\//, ""));
      const how = await state.behave(method, key);
      if (how === "silent") return;
      if (how === "slow") await delay(100);
      const isOurs = await isAllowed(request, `${url}${path}`, body);
      const answered = how === "refuses" ? { status: 503 } : isOurs ? serve(method, key, body, how) : { status: 403 };
      response.writeHead(answered.status).end("body" in answered ? answered.body : undefined);
    };
    answer().catch(() => response.destroy());
  });
  const { url, ...served } = await serveHere(server);
  return {
    objects,
    requests,
    state,
    settings: { url: `${url}/ferrule`, region: "eu-test-1", ...bucketKeys, retentionDays: 365 },
    [Symbol.asyncDispose]: served[Symbol.asyncDispose],
  };
}
