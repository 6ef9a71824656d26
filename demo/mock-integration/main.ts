import { listen } from "@ferrule/kit/network/listen.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { onTermination } from "@ferrule/kit/process/termination.ts";
import { createMockIntegration } from "./create-mock-integration.ts";

const server = createMockIntegration();
const port = await listen(server, Number(process.env["PORT"] ?? 0), "127.0.0.1");
onTermination(createLog("mock-integration"), async () => {
  server.closeAllConnections();
  server.close();
});
process.send?.({ kind: "listening", port });
