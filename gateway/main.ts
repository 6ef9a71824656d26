import { describeProblems, readRoleSettings } from "@ferrule/contract/read-role-settings.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { onTermination } from "@ferrule/kit/termination.ts";
import { gatewaySettings } from "./gateway-settings.ts";
import { startGateway } from "./start-gateway.ts";

process.title = "ferrule gateway";
const { settings, problems } = readRoleSettings("gateway", process.env);
if (problems.length > 0) {
  process.stderr.write(`${describeProblems("gateway", problems)}\n`);
  process.exit(1);
}
const log = createLog("gateway", settings.LOG_LEVEL);
try {
  const gateway = await startGateway(gatewaySettings(settings), { log });
  onTermination(log, gateway.close);
  process.send?.({ kind: "listening", port: gateway.port });
} catch (error) {
  log.fatal({ err: error }, "gateway did not start");
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
