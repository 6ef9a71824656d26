import { erasedSubject, givenErasure } from "@ferrule/contract/resources/erasure.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { openCache } from "../../data/cache/open-cache.ts";
import { beginErasure } from "../../whole/erasures/begin-erasure.ts";
import { countErased } from "../../whole/erasures/count-erased.ts";
import { findErasure } from "../../whole/erasures/queries.ts";
import { runErasures } from "../../whole/erasures/run-erasures.ts";
import { openArchive } from "../../observed/executions/archive/archive.ts";
import { explainStartFailure } from "../../ground/explain-start-failure.ts";
import { findProjectBySlug } from "../../people/projects/queries.ts";
import { archiveSettingsOf } from "../../ground/settings.ts";
import { openDatabase, readCommandSettings } from "./open-database.ts";

/*
 * `ferrule erase` runs as a separate program. It reads the control plane's settings, and needs the database and, if it
 * is set, REDIS_URL. Exit codes: 0 done, 1 failed with the reason printed. If it ends early, a control plane finishes
 * the erasure.
 */
process.title = "ferrule erase";
const settings = readCommandSettings([
  "REDIS_URL",
  "ARCHIVE_URL",
  "ARCHIVE_ACCESS_KEY_ID",
  "ARCHIVE_SECRET_ACCESS_KEY",
]);
const log = createLog("erase", "warn");

interface Options {
  project: string;
  tenant?: string;
  caller?: string;
  reason?: string;
  yes?: boolean;
}
const { project: slug, tenant, caller, reason, yes } = JSON.parse(process.argv[2] ?? "{}") as Options;

class EraseError extends Error {
  override name = "EraseError";
}

function readSubject() {
  if ((tenant === undefined) === (caller === undefined)) throw new EraseError("Name either --tenant or --caller.");
  const { success, data } = erasedSubject.safeParse(
    tenant === undefined ? { subject: "caller", name: caller } : { subject: "tenant", name: tenant },
  );
  if (!success) throw new EraseError("This is not a tenant or caller as executions show it.");
  return data;
}

function readGiven() {
  if (reason === undefined) throw new EraseError("Give the reason with --reason.");
  const { success, data } = givenErasure.safeParse({ ...readSubject(), reason });
  if (!success) throw new EraseError("The reason is at most 200 characters, and does not name the tenant or caller.");
  return data;
}

const shown = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${kind}: ${count}\n`)
    .join("");

async function openAll(owned: AsyncDisposableStack) {
  const store = await openDatabase(settings, log, owned);
  const { REDIS_URL: redisUrl, CACHE_PROJECT_MB: cacheProjectMb } = settings;
  const cache = owned.use(await openCache({ settings: { redisUrl, cacheProjectMb }, store, log }));
  const project = await store.inInstallation((scope) => findProjectBySlug(scope, slug));
  if (project === undefined) throw new EraseError(`There is no Project ${slug}.`);
  return { store, cache, projectId: project.id };
}

const archiveOf = (its: typeof settings) =>
  openArchive({
    archive: archiveSettingsOf(its),
    proxies: { httpProxy: its.HTTP_PROXY, httpsProxy: its.HTTPS_PROXY, noProxy: its.NO_PROXY },
  });

async function preview(owned: AsyncDisposableStack): Promise<string> {
  const subject = readSubject();
  const { store, cache, projectId } = await openAll(owned);
  const counts = await countErased(
    (run) => store.inProject(projectId, run, { readOnly: true }),
    (tenantId, most) => cache.count(projectId, tenantId, most),
    subject,
  );
  return `${shown(counts)}Nothing was erased. Add --yes and --reason to erase it.\n`;
}

async function erase(owned: AsyncDisposableStack): Promise<string> {
  const given = readGiven();
  const { store, cache, projectId } = await openAll(owned);
  const { id } = await store.inProject(projectId, async (scope) => {
    const row = await beginErasure(scope, given);
    const { subject, removed } = row;
    const changes = { by: "the command line", before: null, after: { subject, removed } };
    await auditSystem(scope, {
      action: "erasure.create",
      target: { kind: "erasure", id: row.id, name: subject },
      changes,
    });
    return row;
  });
  await runErasures({ store, cache, archive: archiveOf(settings), closing: new AbortController().signal });
  const row = await store.inProject(projectId, (scope) => findErasure(scope, id), { readOnly: true });
  return shown(row?.removed ?? {});
}

try {
  await using owned = new AsyncDisposableStack();
  process.stdout.write(await (yes === true ? erase(owned) : preview(owned)));
} catch (error) {
  process.stderr.write(`ferrule erase: ${explainStartFailure(error, settings.DATABASE_URL)}\n`);
  process.exitCode = 1;
}
