import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { stop } from "esbuild";
import { answerRequests } from "../answer-requests.ts";
import type { BundleAnswer, BundleRequest } from "../build-messages.ts";
import { noLibraries } from "../libraries/build-libraries.ts";
import { readBufferPackages } from "./buffer-package.ts";
import { bundleFunction } from "./bundle-function.ts";

// esbuild does not show the process it starts; Node announces each on this channel.
let started: ChildProcess | undefined;
subscribe("child_process", (message) => {
  started = (message as { process: ChildProcess }).process;
});

/** Ends esbuild and waits until it is gone: otherwise it is left for a container's first process, which may never reap it. */
async function stopBundling(): Promise<void> {
  const running =
    started !== undefined && started.exitCode === null && started.signalCode === null ? started : undefined;
  if (running === undefined) return;
  running.ref();
  const ended = once(running, "exit");
  await stop();
  await ended;
}

const standIns = readBufferPackages(process.argv.slice(2));

function bundle({ source, libraries = noLibraries }: BundleRequest): Promise<BundleAnswer> {
  return bundleFunction(source, { ...libraries, packages: { ...libraries.packages, ...standIns } });
}

answerRequests(bundle, stopBundling);
