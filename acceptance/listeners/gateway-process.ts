import { startGateway, type RunningGateway } from "@ferrule/gateway/start-gateway.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { internalToken, publicUrl } from "@ferrule/worker/testing/test-worker.ts";
import { serveParent } from "./role-process.ts";

let gateway: RunningGateway;

serveParent({
  async start(workerUrl: string) {
    gateway = await startGateway(
      {
        port: 0,
        host: "127.0.0.1",
        publicUrl,
        controlPlaneUrl: "http://127.0.0.1:9",
        workerUrls: [workerUrl],
        internalApiToken: internalToken,
        trustedProxies: [],
      },
      { log: createLog("gateway", "silent"), bounds: { probeTimeoutMs: 10_000, healthyWaitMs: 20_000 } },
    );
  },
  port: () => gateway.port,
  close: () => gateway.close(),
});
