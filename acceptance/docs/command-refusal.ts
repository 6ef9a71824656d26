import { developerProgram } from "@ferrule/cli/developer/program.ts";

/** Why the developers' command would refuse these words; null if it would accept them. It runs nothing. */
export function commandRefusal(words: readonly string[]): string | null {
  const { env, stdin, stdout, stderr } = process;
  const signal = new AbortController().signal;
  let command = developerProgram({ env, cwd: process.cwd(), stdin, stdout, stderr, signal }, () => undefined);
  let depth = 0;
  for (;;) {
    const next = command.commands.find((each) => each.name() === words[depth]);
    if (next === undefined) break;
    command = next;
    depth += 1;
  }
  if (depth === 0 || command.commands.length > 0) return `${words.join(" ")} is not a command`;
  const { operands, unknown } = command.parseOptions(words.slice(depth));
  if (unknown.length > 0) return `${command.name()} has no ${unknown.join(" ")}`;
  const args = command.registeredArguments;
  const isFew = operands.length < args.filter(({ required }) => required).length;
  const isMany = operands.length > args.length && args.at(-1)?.variadic !== true;
  return isFew || isMany ? `${command.name()} takes ${args.length}: ${operands.join(" ")}` : null;
}
