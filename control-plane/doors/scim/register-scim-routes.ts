// Why: docs/decisions/scim-beside-the-table.md
import { PublicError } from "@ferrule/contract/errors.ts";
import { helpHeader } from "@ferrule/contract/help/help.ts";
import { scimBase, scimRoutes, type ScimRouteName } from "@ferrule/contract/sign-in/scim-routes.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import PQueue from "p-queue";
import { Counter } from "prom-client";
import type { App } from "../../ground/app.ts";
import { insertAuditEvent } from "../../ground/audit/queries.ts";
import { allowedMethods } from "../http/allowed-methods.ts";
import { denialLedger } from "../http/pipeline/denial-ledger.ts";
import { readBody } from "../http/pipeline/read-body.ts";
import { toPublicError } from "../../ground/handler/to-public-error.ts";
import { authenticateClient } from "../../people/scim/authenticate-client.ts";
import { scimEvent, type ScimClient } from "../../people/scim/client.ts";
import {
  createOneGroup,
  deleteOneGroup,
  getGroup,
  listAllGroups,
  patchOneGroup,
  replaceGroup,
} from "../../people/scim/groups/serve-groups.ts";
import { limits } from "../../people/scim/limits.ts";
import {
  getConfig,
  getResourceType,
  getSchema,
  listResourceTypes,
  listSchemas,
} from "../../people/scim/protocol/serve-protocol.ts";
import { errorBody, ScimError } from "../../people/scim/scim-error.ts";
import type { ScimAnswer, ScimHandler } from "../../people/scim/scim-request.ts";
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  patchOneUser,
  replaceUser,
} from "../../people/scim/users/serve-users.ts";

const handlers: Record<ScimRouteName, ScimHandler> = {
  getConfig,
  listResourceTypes,
  getResourceType,
  listSchemas,
  getSchema,
  listUsers,
  createUser,
  getUser,
  replaceUser,
  patchUser: patchOneUser,
  deleteUser,
  listGroups: listAllGroups,
  createGroup: createOneGroup,
  getGroup,
  replaceGroup,
  patchGroup: patchOneGroup,
  deleteGroup: deleteOneGroup,
};

const mediaType = "application/scim+json; charset=utf-8";
const bodyTypes = ["application/scim+json", "application/json"] as const;
/**
 * Changes of one provider wait for each other in the database. The limit leaves connections for people who sign in
 * meanwhile.
 */
const atOnce = 4;
const mostWaiting = 200;

interface Refusal {
  status: number;
  body: object;
  /** The header that leads to the page about it (RFC 8288): RFC 7644 has no member for that in the body. */
  help: readonly string[];
  retryAfterSeconds?: number | undefined;
}

const scimHelp = ["link", '</docs/company-sign-in#users-and-groups-by-scim>; rel="help"'];

/** Any error in SCIM's form. Our own errors keep their sentence; all others get the catalogue's safe sentence. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof ScimError) {
    return { status: error.status, body: errorBody(error.status, error.message, error.scimType), help: scimHelp };
  }
  const { status, message, code, retryAfterSeconds } = toPublicError(error);
  const scimType =
    code === "MALFORMED_JSON" ? "invalidSyntax" : code === "VALIDATION_ERROR" ? "invalidValue" : undefined;
  return { status, body: errorBody(status, message, scimType), help: helpHeader(code), retryAfterSeconds };
}

function sendAnswer(reply: FastifyReply, { status, body, version, location }: ScimAnswer): FastifyReply {
  if (version !== undefined) reply.header("etag", version);
  if (location !== undefined) reply.header("location", location);
  reply.code(status);
  return body === null ? reply.send() : reply.header("content-type", mediaType).send(JSON.stringify(body));
}

function sendRefusal(app: App, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, help, retryAfterSeconds } = refusalOf(error);
  if (status >= 500) app.log.error({ err: error, requestId: reply.request.id }, "a request of a SCIM client failed");
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="scim"');
  const [name, link] = help;
  if (name !== undefined) reply.header(name, link);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(Math.ceil(retryAfterSeconds)));
  return reply.code(status).header("content-type", mediaType).send(JSON.stringify(body));
}

/**
 * Writes the audit event of a change that is never allowed, outside the transaction that was rolled back. If the write
 * fails, the client still gets the same answer.
 */
async function recordDenial(client: ScimClient, name: ScimRouteName, id: string, error: unknown): Promise<void> {
  const { audit } = scimRoutes[name];
  if (audit === null || !(error instanceof ScimError) || error.status !== 403) return;
  const target = { kind: audit.split(".", 1)[0] ?? "user", id: id === "" ? null : id.slice(0, 128), name: null };
  const event = scimEvent(client, { action: audit, target, changes: { reason: error.message }, outcome: "denied" });
  const denial = { ...event, changes: { ...event.changes, code: "FORBIDDEN" } };
  if (!denialLedger(client.app).admits(denial)) return;
  try {
    await client.app.store.inInstallation((scope) => insertAuditEvent(scope, denial));
  } catch (err) {
    client.app.log.error({ err, requestId: client.requestId }, "a denial could not be recorded");
  }
}

async function serve(app: App, queue: PQueue, name: ScimRouteName, request: FastifyRequest): Promise<ScimAnswer> {
  const client = await authenticateClient(app, request);
  const { id = "" } = request.params as { id?: string };
  const hasBody = ["POST", "PUT", "PATCH"].includes(scimRoutes[name].method);
  const body = hasBody ? await readBody(request.raw, limits.bodyBytes, bodyTypes) : undefined;
  if (hasBody && (typeof body !== "object" || body === null || Array.isArray(body))) {
    throw new ScimError(400, "The body must be one JSON object.", "invalidSyntax");
  }
  if (id.includes("\0")) throw new ScimError(404, "Not found.");
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = request.headers;
  if (queue.size >= mostWaiting) throw new PublicError("RATE_LIMITED", undefined, { retryAfterSeconds: 5 });
  try {
    const asked = { client, id, url: request.url, body, ifMatch, ifNoneMatch };
    return await queue.add(() => handlers[name](asked));
  } catch (error) {
    await recordDenial(client, name, id, error);
    throw error;
  }
}

/** Serves the routes that SCIM clients of providers call. It has its own table and its own errors (RFC 7644). */
export function registerScimRoutes(server: FastifyInstance, app: App): void {
  const refusals = new Counter({
    name: "ferrule_scim_refusals_total",
    help: "Requests of SCIM clients that were refused, by route and status.",
    labelNames: ["route", "status"],
    registers: [app.metrics],
  });
  const queue = new PQueue({ concurrency: atOnce });
  for (const name of Object.keys(scimRoutes) as ScimRouteName[]) {
    const { method, path } = scimRoutes[name];
    server.route({
      method,
      url: path,
      handler: async (request, reply) => {
        try {
          return sendAnswer(reply, await serve(app, queue, name, request));
        } catch (error) {
          sendRefusal(app, reply, error);
          refusals.inc({ route: name, status: String(reply.statusCode) });
          return reply;
        }
      },
    });
  }
  server.all(`${scimBase}/*`, (request, reply) => {
    const allowed = allowedMethods(request.url.split("?", 1)[0] ?? "");
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    const status = allowed.length > 0 ? 405 : 404;
    const detail = status === 405 ? "This path does not support that method." : "Not found.";
    return sendRefusal(app, reply, new ScimError(status, detail));
  });
}
