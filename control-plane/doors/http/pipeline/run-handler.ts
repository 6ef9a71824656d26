import { PublicError } from "@ferrule/contract/errors.ts";
import { isMutation } from "@ferrule/contract/operation.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { cookieNames } from "../../../people/session/cookie/cookie-names.ts";
import type { Exchange } from "./exchange.ts";
import { agentRequest } from "../../../ground/handler/agent-request.ts";
import {
  askForConfirmation,
  requireConfirmation,
  Unconfirmed,
} from "../../../whole/confirmations/require-confirmation.ts";
import type { Audited, AuditTarget, RawAnswer, Reply } from "../../../ground/handler/handler.ts";
import { holdAsker } from "./hold-asker.ts";
import { holdEditable } from "./hold-editable.ts";
import { claimKey, keepAnswer, type KeptAnswer } from "./idempotency.ts";
import { PreparedAnswer } from "../../../ground/handler/prepared-answer.ts";
import { whileSignedIn } from "../../../people/session/while-signed-in.ts";
import { locationOf } from "./location-of.ts";
import { writeAudit } from "./write-audit.ts";

/** The response to send. */
export interface Outcome extends KeptAnswer {
  reply: Reply;
  raw: RawAnswer["raw"] | null;
  /** A prepared answer, sent in place of `body`. */
  prepared?: PreparedAnswer;
  /** The answer of an earlier request with the same `Idempotency-Key`. */
  replayed: boolean;
}

type Scope = ProjectScope | InstallationScope;

/** Aborts a handler's own transaction when an earlier request already did the work. */
class Replayed extends Error {
  override name = "Replayed";
  readonly kept: KeptAnswer;

  constructor(kept: KeptAnswer) {
    super("answered by an earlier request");
    this.kept = kept;
  }
}

const emptyReply = (): Reply => ({ cookies: [], headers: {} });
const replay = (kept: KeptAnswer): Outcome => ({ ...kept, reply: emptyReply(), raw: null, replayed: true });

function inScope<T>(exchange: Exchange, readOnly: boolean, run: (scope: Scope) => Promise<T>): Promise<T> {
  const { app, operation, project } = exchange;
  return operation.scope === "project"
    ? app.store.inProject(project?.id ?? "", run, { readOnly })
    : app.store.inInstallation(run, { readOnly });
}

const isRaw = (answer: unknown): answer is RawAnswer =>
  typeof answer === "object" && answer !== null && "raw" in answer;

/** Ends a long answer when its caller has lost the right to receive it. */
function guarded({ app, actor, operation, project }: Exchange, raw: RawAnswer["raw"]): RawAnswer["raw"] {
  if (typeof raw.chunks === "string" || !actor) return raw;
  const projectId = operation.scope === "project" ? (project?.id ?? null) : null;
  const isDownload = !raw.contentType.startsWith("text/event-stream");
  return { ...raw, chunks: whileSignedIn({ app, actor, projectId }, raw.chunks, isDownload) };
}

/**
 * Parses the answer by its schema, which drops every field that the schema does not name. So no secret leaves by
 * accident.
 */
function conclude(exchange: Exchange, answer: unknown, reply: Reply): Outcome {
  const { operation, request } = exchange;
  if (operation.alternative !== undefined && isRaw(answer)) {
    return {
      status: operation.status,
      body: null,
      location: null,
      reply,
      raw: guarded(exchange, answer.raw),
      replayed: false,
    };
  }
  if (operation.prepared === true && answer instanceof PreparedAnswer)
    return {
      status: operation.status,
      body: null,
      location: null,
      reply,
      raw: null,
      prepared: answer,
      replayed: false,
    };
  const body = operation.response === null ? null : operation.response.parse(answer);
  return {
    status: operation.status,
    body,
    location: locationOf(operation, request.url, body),
    reply,
    raw: null,
    replayed: false,
  };
}

/** Throws when a retried transaction reads a body again: the body is used up, and must not look empty. */
const bodyOf = ({ request: { raw } }: Exchange): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]() {
    if (raw.readableDidRead)
      throw new PublicError("UNAVAILABLE", "Another request changed the same data. Send yours again.");
    return raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  },
});

function commonContext(exchange: Exchange, reply: Reply) {
  const { app, operation, requestId, ip, userAgent, ifMatch, signal, actor, params, query, body, request } = exchange;
  const given = request.headers["last-event-id"];
  const lastEventId = typeof given === "string" ? given : null;
  const names = cookieNames(app.settings);
  const sent = {
    accept: request.headers.accept ?? "*/*",
    lastEventId,
    deviceCookie: request.cookies[names.device],
    flowCookie: request.cookies[names.flow],
    callerCookie: request.cookies[names.caller],
    sessionCookie: request.cookies[names.session],
  };
  return {
    app,
    operation,
    requestId,
    ip,
    userAgent,
    ifMatch,
    signal,
    reply,
    actor,
    params,
    query,
    body,
    chunks: bodyOf(exchange),
    ...sent,
  };
}

/** Ends a change: an agent needs a person's confirmation for some, and each one has its audit event. */
async function concludeChange(
  exchange: Exchange,
  scope: Scope,
  answer: unknown,
  audits: Audited<unknown>["audit"],
): Promise<void> {
  const { name, actor, params, query, body, ifMatch } = exchange;
  const [audit] = [audits].flat() as [AuditTarget, ...AuditTarget[]];
  if (agentRequest() !== undefined && actor !== null && "projectId" in scope)
    await requireConfirmation(scope, { name, actor, params, query, body, ifMatch }, { answer, audit });
  await writeAudit(exchange, scope, audits);
}

/** Runs the whole handler and its audit event in one transaction: if it throws, everything is rolled back. */
function runInPipeline(exchange: Exchange): Promise<Outcome> {
  const { operation, handler } = exchange;
  return inScope(exchange, !isMutation(operation), async (scope) => {
    const kept = await claimKey(exchange, scope);
    if (kept) return replay(kept);
    // Both come after the key, which may have waited.
    await holdAsker(exchange, scope);
    await holdEditable(exchange, scope);
    const reply = emptyReply();
    const result = await handler({ ...commonContext(exchange, reply), scope } as never);
    const { answer, audit } = operation.audit === null ? { answer: result, audit: null } : (result as Audited<unknown>);
    if (audit) await concludeChange(exchange, scope, answer, audit);
    const outcome = conclude(exchange, answer, reply);
    await keepAnswer(exchange, scope, outcome);
    return outcome;
  });
}

/** The handler opens short transactions itself; each write includes its audit event. */
async function runWithOwnTransactions(exchange: Exchange): Promise<Outcome> {
  const { operation, handler, project } = exchange;
  const reply = emptyReply();
  const write = <T>(run: (scope: Scope) => Promise<Audited<T>>) =>
    inScope(exchange, false, async (scope) => {
      const kept = await claimKey(exchange, scope);
      if (kept) throw new Replayed(kept);
      await holdAsker(exchange, scope);
      await holdEditable(exchange, scope);
      const { answer, audit } = await run(scope);
      await concludeChange(exchange, scope, answer, audit);
      if (exchange.idempotencyKey !== null) await keepAnswer(exchange, scope, conclude(exchange, answer, reply));
      return answer;
    });
  try {
    const answer = await handler({
      ...commonContext(exchange, reply),
      projectId: operation.scope === "project" ? (project?.id ?? null) : null,
      read: <T>(run: (scope: Scope) => Promise<T>) => inScope(exchange, true, run),
      write,
    } as never);
    return conclude(exchange, answer, reply);
  } catch (error) {
    if (error instanceof Replayed) return replay(error.kept);
    throw error;
  }
}

/** Step 8: the handler itself, its audit event and the stored answer. */
export async function runHandler(exchange: Exchange): Promise<Outcome> {
  const { app, operation, name, actor, project } = exchange;
  try {
    return await (operation.transaction === "handler" ? runWithOwnTransactions(exchange) : runInPipeline(exchange));
  } catch (error) {
    if (!(error instanceof Unconfirmed) || actor === null) throw error;
    const client = agentRequest()?.client ?? null;
    throw await askForConfirmation(app, project?.id ?? "", { name, actor, client }, error);
  }
}
