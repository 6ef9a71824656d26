import { parentPort, workerData } from "node:worker_threads";
import { createLog } from "@ferrule/kit/log.ts";
import type { ControlPlaneSettings } from "../ground/settings.ts";
import { startControlPlane } from "../start-control-plane.ts";
import type { Listening } from "./start-control-plane-thread.ts";

/**
 * The program of a thread with a control plane: it sends the addresses where that listens, and ends with the first
 * message that it gets.
 */
const settings = workerData as ControlPlaneSettings;
const log = createLog("control-plane", settings.logLevel);
const controlPlane = await startControlPlane(settings, { log });
parentPort?.once("message", () => void controlPlane[Symbol.asyncDispose]());
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows take one, not threads
parentPort?.postMessage({ port: controlPlane.port, internalPort: controlPlane.internalPort } satisfies Listening);
