import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from "../platform.ts";
import { fencedBlocks, type FencedBlock } from "./fenced-blocks.ts";
import { runCommands } from "./run-commands.ts";

const root = join(import.meta.dirname, "..", "..");

/** A terminal in the folder where somebody has started Ferrule for the first time. */
export interface ReaderTerminal extends AsyncDisposable {
  platform: TestPlatform;
  /** What each block of commands wrote. `env` is added to the environment. */
  run: (blocks: readonly string[], env?: Record<string, string>) => Promise<string[]>;
}

/** Starts a platform as `npm start` does. `options.env` adds settings; `linked` names files of the repository that the folder has. */
export async function openReaderTerminal(
  options: TestPlatformOptions = {},
  linked: readonly string[] = [],
): Promise<ReaderTerminal> {
  const parent = mkdtempSync(join(tmpdir(), "ferrule-reader-"));
  const folder = join(parent, "ferrule");
  const platform = await startTestPlatform({
    ...options,
    env: { OWNER_EMAIL: "", OWNER_PASSWORD: "", ...options.env },
  });
  mkdirSync(folder);
  // Where `npm start` keeps its files, seen from the folder it is started in.
  symlinkSync(platform.dataDir, join(folder, ".ferrule"));
  for (const name of linked) symlinkSync(join(root, name), join(folder, name));
  return {
    platform,
    run: (blocks, env = {}) => runCommands(blocks, folder, { URL: `http://localhost:${platform.port}`, ...env }),
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** The fenced blocks of a page, by its path from the repository's root. */
export const blocksOf = (page: string): FencedBlock[] => fencedBlocks(readFileSync(join(root, page), "utf8"));

/** The commands of a page that a reader pastes. */
export const shellOf = (page: string): FencedBlock[] => blocksOf(page).filter(({ language }) => language === "sh");

/** Compares what each block wrote with the `text` block behind it. */
export function assertOutputs(page: string, outputs: readonly string[]): void {
  const blocks = blocksOf(page);
  const commands = blocks.filter(({ language }) => language === "sh");
  for (const [at, command] of commands.entries()) {
    const next = blocks[blocks.indexOf(command) + 1];
    if (next?.language === "text") assert.equal(outputs[at], next.text.trim(), `${page}:${command.line}`);
  }
}
