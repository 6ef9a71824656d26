import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import type { Handlers } from "../handler/handler.ts";
import type { InstallationScope } from "../store/scope.ts";
import { exportFormats } from "./export-formats.ts";
import { toAuditEvent } from "./queries.ts";
import { findEvents, type AuditFilter } from "./queries/find-events.ts";

const batchSize = 500;

type Read = <T>(run: (scope: InstallationScope) => Promise<T>) => Promise<T>;

/** Every event that matches the filter, newest first, in short transactions: a slow reader holds none open. */
async function* batches(read: Read, filter: AuditFilter, signal: AbortSignal): AsyncGenerator<AuditEvent[]> {
  let before: number | null = null;
  while (!signal.aborted) {
    const from: number | null = before;
    const found: Awaited<ReturnType<typeof findEvents>> = await read((scope) =>
      findEvents(scope, filter, batchSize, from),
    );
    const page = found.rows.slice(0, batchSize);
    if (page.length > 0) yield page.map(toAuditEvent);
    const last = found.rows.length > batchSize ? page.at(-1) : found.upTo;
    if (!last) return;
    before = last.sequence;
  }
}

/**
 * Downloads the events that the list would show for the same filters, newest first. An API token exports only the
 * Project that it is limited to. The download is itself audited, and that event comes first.
 */
export const exportAuditEvents: Handlers["exportAuditEvents"] = async (context) => {
  const { actor, query, read, write, reply, signal } = context;
  const { format, ...asked } = query;
  const projectId = actor.tokenProjectId ?? asked.projectId;
  const isOthers = asked.projectId !== undefined && asked.projectId !== projectId;
  await write(async () => ({
    answer: undefined,
    audit: { kind: "audit-event", id: null, name: null, changes: { format, ...asked } },
  }));
  const { contentType, head, rows } = exportFormats[format];
  async function* chunks(): AsyncGenerator<string> {
    yield head;
    if (isOthers) return;
    for await (const events of batches(read, { ...asked, projectId }, signal)) yield rows(events);
  }
  const day = sharedDate().toISOString().slice(0, 10);
  reply.headers["content-disposition"] = `attachment; filename="audit-events-${day}.${format}"`;
  return { raw: { contentType, chunks: chunks() } };
};
