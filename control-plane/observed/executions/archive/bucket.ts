import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";
import { askOutside, OutsideRefused } from "../../../ground/outside/ask-outside.ts";
import type { Bucket, BucketSettings } from "../../../ground/ports/archive.ts";

/** The store refused or failed, or returned other bytes than we stored. The message holds no secret. */
export class BucketError extends Error {
  override name = "BucketError";
}

export const sha256Of = (body: Buffer | string): string => createHash("sha256").update(body).digest("hex");

const answerBytes = 65_536;
/** For one object of a few megabytes. */
const usualTimeoutMs = 30_000;

const problems: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at the address of the object storage.",
  ENOTFOUND: "The name of the object storage is not known.",
  EAI_AGAIN: "The name of the object storage could not be looked up.",
};

function toBucketError(cause: unknown): BucketError {
  if (cause instanceof BucketError) return cause;
  const { code, name } = cause as { code?: unknown; name?: unknown };
  if (cause instanceof OutsideRefused)
    return new BucketError(
      cause.reason === "private"
        ? "The object storage has a public address without TLS."
        : "The object storage returned more data than was stored.",
      { cause },
    );
  if (name === "TimeoutError") return new BucketError("The object storage did not answer in time.", { cause });
  const known = typeof code === "string" ? problems[code] : undefined;
  return new BucketError(known ?? "The connection to the object storage failed.", { cause });
}

/** Requests are path-style and signed as https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html says. */
export function openBucket(
  { url, region, accessKeyId, secretAccessKey, timeoutMs = usualTimeoutMs }: BucketSettings,
  proxies?: Proxies,
): Bucket {
  const { hostname, port, protocol } = new URL(url);
  // The operator who set the address has thereby allowed it.
  const egress = { egressAllowPrivate: [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`], proxies };

  async function ask(method: "PUT" | "GET" | "DELETE", key: string, body: Buffer | null, mostBytes: number) {
    const signed = await new AwsV4Signer({
      method,
      url: `${url}/${key}`,
      headers: { "x-amz-content-sha256": sha256Of(body ?? "") },
      body,
      accessKeyId,
      secretAccessKey,
      service: "s3",
      region,
    }).sign();
    const headers = { ...Object.fromEntries(signed.headers), "user-agent": "Ferrule" };
    return askOutside(signed.url, {
      method,
      headers: body === null ? headers : { ...headers, "content-type": "application/zstd" },
      body,
      egress,
      mostBytes: Math.max(mostBytes, answerBytes),
      mostMs: timeoutMs,
    });
  }
  const expecting = async (...request: Parameters<typeof ask>) => {
    try {
      const answer = await ask(...request);
      const { status } = answer;
      if ((status >= 200 && status <= 299) || (request[0] === "DELETE" && status === 404)) return answer;
      throw new BucketError(`The object storage answered ${status}.`);
    } catch (error) {
      throw toBucketError(error);
    }
  };

  return {
    async put(key, body) {
      await expecting("PUT", key, body, 0);
    },
    async get(key, { bytes, sha256 }) {
      const { body } = await expecting("GET", key, null, bytes);
      if (body.length === bytes && sha256Of(body) === sha256) return body;
      throw new BucketError("The object storage returned other data than was stored.");
    },
    async remove(key) {
      await expecting("DELETE", key, null, 0);
    },
  };
}
