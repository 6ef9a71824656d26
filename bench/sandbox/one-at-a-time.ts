import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { callPrograms } from "./call-programs.ts";
import { measure, type Figures } from "./measure.ts";
import { kilobyte, openSandbox } from "./programs.ts";

/*
 * Makes calls one after another, on the processors on which it was started, and for comparison round trips between two
 * bare processes. Prints the figures as JSON.
 */
async function bareRoundTrips(): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-echo.ts")], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const stream = child.stdio[3] as unknown as Duplex;
  let answered = () => {};
  let received = 0;
  stream.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received === kilobyte.length) answered();
  });
  try {
    return await measure(() => {
      received = 0;
      return new Promise((resolve) => {
        answered = resolve;
        stream.write(kilobyte);
      });
    }, 1);
  } finally {
    stream.destroy();
  }
}

const bare = { "two bare processes": await bareRoundTrips() };
await using sandbox = await openSandbox();
process.stdout.write(JSON.stringify({ ...bare, ...(await callPrograms(sandbox, 1)) }));
