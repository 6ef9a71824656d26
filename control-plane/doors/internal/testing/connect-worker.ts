import { createHash } from "node:crypto";
import type { BuildJob, BuiltFunction, Job, JobResult } from "@ferrule/contract/internal/jobs.ts";

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

  async function upload(code: string): Promise<string> {
    const digest = createHash("sha256").update(code).digest("hex");
    await call("POST", "/internal/bundles", { bundles: [{ digest, code, sourceMap: "{}" }] });
    return digest;
  }

  const holder = (job: Job) => ({ workerId: id, attempt: job.attempt });
  return {
    id,
    call,
    upload,
    async claim(kinds = ["build", "validate", "test"], builder) {
      const { body } = await call("POST", "/internal/jobs/claim", { workerId: id, kinds, builder });
      return body["job"] as Job | null;
    },
    progress: (job, report = {}) => call("POST", `/internal/jobs/${job.id}/progress`, { ...holder(job), ...report }),
    complete: (job, result, failure) =>
      call("POST", `/internal/jobs/${job.id}/complete`, { ...holder(job), result, failure: failure ?? null }),
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
