import { createHash } from "node:crypto";
import { urlOf } from "@ferrule/contract/call-operation.ts";
import type { BuildJob, BuiltFunction, Job, JobResult } from "@ferrule/contract/internal/jobs.ts";
import { internalRoutes, type InternalRouteName } from "@ferrule/contract/internal/routes.ts";

export interface Answered {
  status: number;
  // The body as received: the tests say what they expect of it.
  body: Record<string, unknown>;
  headers: Headers;
}

/** A worker as the control plane sees it: HTTP on `/internal`. */
export interface TestWorker {
  id: string;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;
  /** The same by a route's name: `id` is the parameter of its path. */
  ask: (name: InternalRouteName, body?: unknown, id?: string) => Promise<Answered>;
  /** `builder`: what this worker builds with, as SHA-256 in hex. */
  claim: (kinds?: Job["kind"][], builder?: string) => Promise<Job | null>;
  progress: (job: Job, report?: object) => Promise<Answered>;
  complete: (job: Job, result: JobResult | null, failure?: { code: string; message: string }) => Promise<Answered>;
  /** Uploads a bundle and returns its digest. */
  upload: (code: string) => Promise<string>;
  /** Builds a job as if every Function were fine, with `each` overriding the results. */
  build: (job: BuildJob, each?: (id: string, slug: string) => Partial<BuiltFunction>) => Promise<JobResult>;
}

export const inputSchema = { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] };

/** A client of the private listener at `url`, which authenticates with `token`. */
export function connectWorker(url: string, token: string, id: string): TestWorker {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        "x-worker-token": token,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, body: parsed, headers: response.headers };
  }

  const ask: TestWorker["ask"] = (name, body, id = "") => {
    const { method, path } = internalRoutes[name];
    return call(method, urlOf("", path, { params: { id, digest: id } }), body);
  };

  async function upload(code: string): Promise<string> {
    const digest = createHash("sha256").update(code).digest("hex");
    await ask("storeBundles", { bundles: [{ digest, code, sourceMap: "{}" }] });
    return digest;
  }

  const holder = (job: Job) => ({ workerId: id, attempt: job.attempt });
  return {
    id,
    call,
    ask,
    upload,
    async claim(kinds = ["build", "validate", "test"], builder) {
      const { body } = await ask("claimJob", { workerId: id, kinds, builder });
      return body["job"] as Job | null;
    },
    progress: (job, report = {}) => ask("reportJob", { ...holder(job), ...report }, job.id),
    complete: (job, result, failure) =>
      ask("completeJob", { ...holder(job), result, failure: failure ?? null }, job.id),
    async build(job, each = () => ({})) {
      const functions: BuiltFunction[] = [];
      for (const { id: functionId, slug, source } of job.functions)
        functions.push({
          id: functionId,
          valid: true,
          diagnostics: [],
          derived: { inputSchema, outputSchema: null, description: `Derived for ${slug}.` },
          bundleDigest: await upload(`export default ${JSON.stringify(source)};`),
          ...each(functionId, slug),
        });
      return { kind: "build", functions };
    },
  };
}
