// Why: docs/decisions/previews-beside-development.md
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import { previewName, type ServedPreview } from "@ferrule/contract/resources/preview.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { newKey } from "../../ground/handler/new-key.ts";
import type { AuditTarget, HandlerContext, Handlers } from "../../ground/handler/handler.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { enqueueJob } from "../../ground/jobs/queries/enqueue-job.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { readSlug } from "../../people/projects/queries.ts";
import { addressesOf } from "../../releases/previews/addresses-of.ts";
import { awaitPreview } from "../../releases/previews/await-preview.ts";
import { keepContents } from "../../releases/deployments/queries/kept-contents.ts";
import { completeAtOnce } from "../../releases/previews/builds/complete-at-once.ts";
import { keepTexts } from "../../releases/previews/queries/preview-functions.ts";
import {
  cancelBuilds,
  countPreviews,
  findPreview,
  holdPreviews,
  storeSource,
  type PreviewRow,
} from "../../releases/previews/queries/previews.ts";
import { digestOf } from "./held/digest-of.ts";
import { contentsIn, previewSnapshot } from "./previewing/preview-snapshot.ts";
import { previewSource } from "./previewing/preview-source.ts";
import { readHeld } from "./held/read-held.ts";

type Context = HandlerContext<Operations["servePreview"]>;

/** A preview ends this long after somebody served it last. */
const livesMs = 24 * 3_600_000;
const mostPreviews = 50;
/** A build that no worker has claimed by then fails. */
const claimWithinMs = 60_000;

/** What was queued. */
interface Queued {
  id: string;
  buildId: string;
  /** Null: nothing had to be built. */
  jobId: string | null;
  problems: string[];
  /** Set where the preview is new. */
  key: string | undefined;
}

/** The preview's id; of a new one also its key. @throws PublicError INVALID_STATE when the Project has enough */
async function placeOf(scope: ProjectScope, name: string): Promise<{ id: string; key?: ReturnType<typeof newKey> }> {
  const row = await findPreview(scope, name);
  if (row !== undefined) return { id: row.id };
  if ((await countPreviews(scope)) >= mostPreviews)
    throw new PublicError("INVALID_STATE", `A Project has at most ${mostPreviews} previews. End one first.`);
  return { id: identifier("pvw"), key: newKey() };
}

/**
 * Stores the source in place of the one before, and queues its build. A build of the one before is cancelled. The
 * caller's transaction also has the audit event.
 */
async function queue(
  { params, body, actor }: Context,
  scope: ProjectScope,
): Promise<{ answer: Queued; audit: AuditTarget }> {
  const { name } = params;
  const { projectId } = scope;
  await holdPreviews(scope);
  const { id, key } = await placeOf(scope, name);
  await cancelBuilds(scope, id);
  const held = await readHeld(scope);
  const { result, problems } = previewSource(scope, held, body, actor);
  const { snapshot, endpoints, texts } = previewSnapshot(id, result, held);
  const buildId = identifier("bld");
  const { commit } = body;
  const source = { id, name, createdBy: actor.userId, commit, buildId, snapshot, nextEndpoints: endpoints, livesMs };
  await keepContents(scope, contentsIn(result));
  await storeSource(scope, key === undefined ? source : { ...source, keySha256: key.sha256 });
  const changed = await keepTexts(scope, id, texts);
  const mayBeBuilt = changed.every((text) => text.source === null);
  const isBuilt = mayBeBuilt && (await completeAtOnce(scope, id, snapshot));
  const job = { projectId, kind: "build", payload: {}, previewId: id, claimWithinMs } as const;
  const jobId = isBuilt ? null : await enqueueJob(scope, job);
  const changes = { buildId, source: digestOf(body.source), delete: body.delete, ...(commit && { commit }) };
  return {
    answer: { id, buildId, jobId, problems, key: key?.value },
    audit: { kind: "preview", id, name, changes },
  };
}

/** What a caller learns of a source that was queued, from the preview as it is after the build. */
function answerOf(
  { id, buildId, problems, key }: Queued,
  row: PreviewRow | undefined,
): Omit<ServedPreview, "name" | "addresses"> {
  const isOwn = row?.buildId === buildId;
  const { outcome = null, error = null } = isOwn ? row : {};
  return {
    id,
    status: isOwn ? row.status : "superseded",
    buildId,
    changed: outcome?.built ?? 0,
    diagnostics: outcome?.diagnostics ?? [],
    error,
    problems: [...problems, ...(outcome?.warnings ?? [])],
    endsAt: row?.endsAt.toISOString() ?? null,
    ...(key === undefined ? {} : { key }),
  };
}

/**
 * Serves a source beside Development: checks and builds it, waits until workers serve it, and says what was found. When
 * its build fails, the preview serves what it served before. Of two sources at once, the later one wins.
 */
export const servePreview: Handlers["servePreview"] = async (context): Promise<ServedPreview> => {
  const { app, params, read, write } = context;
  const { name } = params;
  const { error } = previewName.safeParse(name);
  if (error) throw validationError([{ path: "params.name", message: error.issues[0]?.message ?? "is not a name" }]);
  const queued = await write((scope) => queue(context, scope));
  const row = await awaitPreview(context, { name, ...queued });
  const projectSlug = await read(readSlug);
  return {
    ...answerOf(queued, row),
    name,
    addresses: addressesOf(app.settings, { name, projectSlug }, row?.endpoints ?? []),
  };
};
