import { describeProblems, readRoleSettings } from "@ferrule/contract/settings/read-role-settings.ts";
import { closeInherited } from "@ferrule/kit/process/close-inherited.ts";
import { giveBackMemory } from "@ferrule/kit/process/give-back-memory.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { onTermination } from "@ferrule/kit/process/termination.ts";
import { gatewaySettings } from "./gateway-settings.ts";
import { startGateway } from "./start-gateway.ts";

process.title = "ferrule gateway";
closeInherited();
const { settings, problems } = readRoleSettings("gateway", process.env);
if (problems.length > 0) {
  process.stderr.write(`${describeProblems("gateway", problems)}\n`);
  process.exit(1);
}
const log = createLog("gateway", settings.LOG_LEVEL);
const owned = new AsyncDisposableStack();
// Install the handlers first: as a container's first process, a role without signal handlers cannot be stopped.
onTermination(log, () => owned.disposeAsync());
try {
  const gateway = owned.adopt(await startGateway(gatewaySettings(settings), { log }), ({ close }) => close());
  owned.use(giveBackMemory());
  process.send?.({ kind: "listening", port: gateway.port });
} catch (error) {
  log.fatal({ err: error }, "gateway did not start");
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
