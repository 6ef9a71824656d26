import { closeInherited } from "@ferrule/kit/process/close-inherited.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { onStrayErrors } from "@ferrule/kit/process/stray-errors.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { announce } from "./one-machine/announce.ts";
import { StartError } from "./one-machine/data-dir.ts";
import { startMachine } from "./one-machine/start-machine.ts";

/**
 * `npm start`: the whole of Ferrule on this machine. If it cannot start, it prints one sentence and exits with code 1.
 */
const log = createLog("start", process.env["LOG_LEVEL"] || "warn");
closeInherited();
const startedAt = performance.now();
let stopping = false;
let platform: Awaited<ReturnType<typeof startMachine>> | undefined;

async function stop(reason: string, exitCode = 0): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (process.stdout.isTTY) process.stdout.write(`\nStopping (${reason}) …\n`);
  await platform?.stop();
  process.exit(exitCode);
}

const stopFor = (reason: string, exitCode?: number) => {
  unwaited(stop(reason, exitCode), (error) => {
    log.error({ err: error }, "not everything could be stopped");
    process.exit(1);
  });
};
onStrayErrors(log, (exitCode) => stopFor("an error that nobody has caught", exitCode));

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopFor(signal));
if (process.connected) process.on("disconnect", () => stopFor("the starting process has gone"));

try {
  platform = await startMachine({ root: import.meta.dirname, env: process.env, log });
  if (stopping) await platform.stop();
  else process.stdout.write(announce(platform, performance.now() - startedAt));
} catch (error) {
  if (stopping) process.exit(0);
  const sentence = error instanceof StartError || (error as Error).name === "EmbeddedPostgresError";
  process.stderr.write(`ferrule: ${sentence ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
