import type { JsonSchema } from "../internal/artifact.ts";
import { startedRunStatuses } from "../states.ts";
import { errorAnswer } from "./openapi-document.ts";

const status = { type: "string", enum: [...startedRunStatuses] };
const time = { type: "string", format: "date-time" };
const reference = { $ref: "#/components/schemas/Run" };
const retryAfter = { description: "Seconds to wait before the next request", schema: { type: "integer" } };
const preferenceApplied = { description: "What of Prefer was honored", schema: { type: "string" } };

const runSchema: JsonSchema = {
  type: "object",
  required: ["id", "status", "createdAt", "finishedAt", "waitsFor"],
  properties: {
    id: { type: "string" },
    status,
    createdAt: time,
    finishedAt: { ...time, type: ["string", "null"] },
    waitsFor: { type: ["string", "null"], description: "What it waits for, in words" },
    approvalUrl: { type: "string", format: "uri", description: "Where a person approves it" },
    output: { description: "What the Function returned, if the run succeeded" },
    error: {
      type: "object",
      description: "Why it has no output",
      required: ["code", "message"],
      properties: { code: { type: "string" }, message: { type: "string" } },
    },
  },
};

/** The component of a document with runs. */
export const runSchemas: Record<string, JsonSchema> = { Run: runSchema };

/** The header with which a caller waits for a run (RFC 7240). */
export const prefer = {
  name: "Prefer",
  in: "header",
  required: false,
  description: "`wait=10` waits up to 10 seconds for the run to end; at most 20.",
  schema: { type: "string" },
};

/** For a route whose call becomes a run: it is stored, and has not ended. */
export const startedRun = {
  202: {
    description: "The run is stored and has not ended; read its state at the address",
    headers: {
      Location: { description: "The address of its state", schema: { type: "string", format: "uri" } },
      "Retry-After": retryAfter,
      "Preference-Applied": preferenceApplied,
    },
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["run"],
          properties: {
            run: {
              type: "object",
              required: ["id", "status", "url"],
              properties: {
                id: { type: "string" },
                status,
                url: { type: "string", format: "uri" },
                approvalUrl: { type: "string", format: "uri" },
              },
            },
          },
        },
      },
    },
  },
};

/** The path of a run's state, below the endpoint. */
export const statePath = "/-/runs/{runId}";

const content = { "application/json": { schema: reference } };
const failures = { 404: errorAnswer, default: errorAnswer };

/** A name that no route's operation has. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n += 1) name = `${wanted}_${n}`;
  return name;
}

/** The operations on a run, for the caller who started it. `taken`: the other operations of the document. */
export function runState(taken: ReadonlySet<string>) {
  return {
    parameters: [{ name: "runId", in: "path", required: true, schema: { type: "string" } }],
    get: {
      operationId: freeName("get_run", taken),
      description: "The state of a run, for the caller who started it.",
      parameters: [prefer],
      responses: {
        200: { description: "Its state", headers: { "Preference-Applied": preferenceApplied }, content },
        ...failures,
      },
    },
    delete: {
      operationId: freeName("cancel_run", taken),
      description: "Gives the run up.",
      responses: { 202: { description: "It ends soon", content }, 409: errorAnswer, ...failures },
    },
  };
}
