import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

/** A folder for PATH in which `ferrule` is the command. */
const folder = mkdtempSync(join(tmpdir(), "ferrule-completion-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const main = join(import.meta.dirname, "..", "main.ts");
writeFileSync(join(folder, "ferrule"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
chmodSync(join(folder, "ferrule"), 0o755);
const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}`, HOME: folder, TERM: "dumb" };
const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const lines = (said: string) => said.split("\n").filter((line) => line !== "");

/** The completions that bash would offer for these words; the last word is still being typed. */
const inBash = (...words: string[]): string[] => {
  const program = `source <(ferrule completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ferrule; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines(execFileSync("bash", ["--norc", "-c", program, "bash", "ferrule", ...words], { env, encoding: "utf8" }));
};

test("bash is offered commands, flags and their values", () => {
  assert.deepEqual(inBash("log"), ["login", "logout", "logs"]);
  assert.deepEqual(inBash("secrets", ""), ["list", "set", "help"]);
  assert.deepEqual(inBash("logs", "--st"), ["--status"]);
  assert.deepEqual(inBash("logs", "--status", "t"), ["timed_out"]);
  assert.deepEqual(inBash("logs", "--env", "=", "d"), ["development"]);
  assert.deepEqual(inBash("secrets", "set", "KEY", "--env", ""), ["development", "production"]);
  assert.deepEqual(inBash("completion", ""), ["bash", "zsh", "fish"]);
  assert.deepEqual(inBash("call", "greet", ""), []);
});

test("bash runs nothing of what stands on the line", () => {
  const trap = join(folder, "trap");
  for (const word of [`$(touch ${trap})`, `\`touch ${trap}\``, `'; touch ${trap}; '`, "--", "-"])
    inBash("call", word, "");
  assert.equal(existsSync(trap), false);
});

test("zsh is offered the same", { skip: !has("zsh") }, () => {
  const program = `compdef() { : }; _files() { : }; _describe() { print -l -- "\${(@P)2}" }
source <(ferrule completion zsh); words=("$@"); CURRENT=$#; _ferrule`;
  const said = execFileSync("zsh", ["-f", "-c", program, "zsh", "ferrule", "logs", "--status", ""], {
    env,
    encoding: "utf8",
  });
  assert.deepEqual(lines(said), [
    "succeeded:",
    "failed:",
    "timed_out:",
    "rejected:",
    "cancelled:",
    "failed_or_timed_out:",
  ]);
});

test("fish is offered the same, with descriptions", { skip: !has("fish") }, () => {
  const offered = (line: string) =>
    lines(
      execFileSync("fish", ["--no-config", "-c", `ferrule completion fish | source; complete -C '${line}'`], {
        env,
        encoding: "utf8",
      }),
    );
  assert.deepEqual(offered("ferrule secrets s"), [
    "set\tset a secret: the value is asked for, or read from the standard input",
  ]);
  assert.deepEqual(offered("ferrule logs --env "), ["development", "production"]);
});
