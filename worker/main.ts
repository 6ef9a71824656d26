import { describeProblems, readRoleSettings } from "@ferrule/contract/settings/read-role-settings.ts";
import { closeInherited } from "@ferrule/kit/process/close-inherited.ts";
import { giveBackMemory } from "@ferrule/kit/process/give-back-memory.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { onTermination } from "@ferrule/kit/process/termination.ts";
import { workerSettings } from "./ground/settings.ts";
import { startWorker } from "./start-worker.ts";

process.title = "ferrule worker";
closeInherited();
const { settings, problems } = readRoleSettings("worker", process.env);
if (problems.length > 0) {
  process.stderr.write(`${describeProblems("worker", problems)}\n`);
  process.exit(1);
}
const log = createLog("worker", settings.LOG_LEVEL);
const owned = new AsyncDisposableStack();
// This comes first: a role that is a container's first process could not be stopped without signal handlers.
onTermination(log, () => owned.disposeAsync());
try {
  const worker = owned.adopt(await startWorker(workerSettings(settings), { log }), ({ close }) => close());
  owned.use(giveBackMemory());
  process.send?.({ kind: "listening", port: worker.port });
} catch (error) {
  log.fatal({ err: error }, "worker did not start");
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
