import { describeProblems, readRoleSettings } from "@ferrule/contract/settings/read-role-settings.ts";
import { launchPostgres } from "@ferrule/embedded-postgres/launch-postgres.ts";
import { closeInherited } from "@ferrule/kit/process/close-inherited.ts";
import { giveBackMemory } from "@ferrule/kit/process/give-back-memory.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { onTermination } from "@ferrule/kit/process/termination.ts";
import { issueSignInLink } from "./people/users/bootstrap-owner.ts";
import { explainStartFailure } from "./ground/explain-start-failure.ts";
import { controlPlaneSettings } from "./ground/settings.ts";
import { startControlPlane } from "./start-control-plane.ts";

process.title = "ferrule control-plane";
closeInherited();
const { settings, problems } = readRoleSettings("control-plane", process.env);
if (problems.length > 0) {
  process.stderr.write(`${describeProblems("control-plane", problems)}\n`);
  process.exit(1);
}
const log = createLog("control-plane", settings.LOG_LEVEL);
const owned = new AsyncDisposableStack();
onTermination(log, () => owned.disposeAsync());

async function databaseUrl(): Promise<string> {
  if (settings.DATABASE_URL !== undefined) return settings.DATABASE_URL;
  return owned.use(await launchPostgres({ dataDir: settings.DATA_DIR, log })).url;
}

try {
  const controlPlane = owned.use(await startControlPlane(controlPlaneSettings(settings, await databaseUrl()), { log }));
  const { app, port, internalPort } = controlPlane;
  process.on("message", (message: { kind?: unknown } | null) => {
    if (message?.kind !== "sign-in-link") return;
    issueSignInLink(app).then(
      (link) => process.send?.({ kind: "sign-in-link", ...link }),
      (error: unknown) => log.error({ err: error }, "no sign-in link could be issued"),
    );
  });
  owned.use(giveBackMemory());
  process.send?.({ kind: "listening", port, internalPort });
} catch (error) {
  log.fatal({ err: error }, "control plane did not start");
  process.stderr.write(`${explainStartFailure(error, settings.DATABASE_URL)}\n`);
  await owned.disposeAsync();
  process.exit(1);
}
