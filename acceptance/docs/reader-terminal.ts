import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from "../platform.ts";
import { fencedBlocks, type FencedBlock } from "./fenced-blocks.ts";
import { runCommands } from "./run-commands.ts";

const root = join(import.meta.dirname, "..", "..");

/** A terminal in the folder of a user who has started Ferrule for the first time. */
export interface ReaderTerminal extends AsyncDisposable {
  platform: TestPlatform;
  /** The output of each block of commands. `env` adds to the environment. */
  run: (blocks: readonly string[], env?: Record<string, string>) => Promise<string[]>;
}

/**
 * Starts a platform as `npm start` does. `options.env` adds settings; `linked` names files of the repository to put
 * into the folder.
 */
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
  // The folder of `npm start`'s files, relative to the folder in which it was started.
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

/** The commands on a page for a reader to paste. */
export const shellOf = (page: string): FencedBlock[] => blocksOf(page).filter(({ language }) => language === "sh");

/** Compares each block's output with the `text` block after it. */
export function assertOutputs(page: string, outputs: readonly string[]): void {
  const blocks = blocksOf(page);
  const commands = blocks.filter(({ language }) => language === "sh");
  for (const [at, command] of commands.entries()) {
    const next = blocks[blocks.indexOf(command) + 1];
    if (next?.language === "text") assert.equal(outputs[at], next.text.trim(), `${page}:${command.line}`);
  }
}
