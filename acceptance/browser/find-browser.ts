import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A Chromium that can be started, and what its environment needs. */
export interface FoundBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Whoever asks for the same name waits until this is disposed of, or its process has ended: a listening socket in Linux's
 * abstract namespace. Elsewhere nobody waits.
 */
async function takeTurn(name: string): Promise<AsyncDisposable> {
  for (;;) {
    const server = createServer();
    const refused = await new Promise<string | undefined>((resolve) => {
      server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
      server.listen(`\0${name}`, () => resolve(undefined));
    });
    if (refused === "EADDRINUSE") {
      await sleep(100);
      continue;
    }
    return { [Symbol.asyncDispose]: () => new Promise((closed) => void server.close(() => closed())) };
  }
}

/** Puts the parts of the npm package into a folder, whole or not at all, unless they are there. */
async function unpackInto(folder: string, home: string): Promise<void> {
  if (existsSync(folder)) return;
  const staging = mkdtempSync(join(tmpdir(), "ferrule-chromium-new-"));
  const { inflate } = await import("@sparticuz/chromium");
  const before = process.env["TMPDIR"];
  // Where the package unpacks to.
  process.env["TMPDIR"] = staging;
  try {
    const parts = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"];
    await Promise.all(parts.map((part) => inflate(join(home, "bin", part))));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  try {
    renameSync(staging, folder);
  } catch {
    // Another process was first, where nobody waits.
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The Chromium of the npm package, unpacked: it takes seconds, so test files that start together do it once. */
async function unpack(): Promise<FoundBrowser> {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const home = dirname(dirname(main));
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const folder = join(tmpdir(), `ferrule-chromium-${version}`);
  if (!existsSync(folder)) {
    await using _ = await takeTurn(folder);
    await unpackInto(folder, home);
  }
  return {
    executablePath: join(folder, "chromium"),
    // The system's own libraries first; those that came along where a bare system lacks them.
    env: { LD_LIBRARY_PATH: ["/usr/lib/x86_64-linux-gnu", join(folder, "al2023", "lib")].join(":") },
  };
}

/**
 * The Chromium that came by npm where it runs: it draws without a window's machinery, and the same journeys take it half
 * to two thirds of the time of a whole one. Otherwise an installed one.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const executablePath = installed.find((path) => existsSync(path));
  const isHere = process.platform === "linux" && process.arch === "x64";
  return isHere || executablePath === undefined ? unpack() : { executablePath, env: {} };
}
