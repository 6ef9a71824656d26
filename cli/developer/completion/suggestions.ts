import type { Command, Option } from "commander";

/** A possible next word on a command line, with its meaning. */
export interface Suggestion {
  value: string;
  description: string;
}

const takesValue = (option: Option) => option.required || option.optional;

const named = (command: Command, flag: string): Option | undefined =>
  command.options.find(({ long, short }) => flag === long || flag === short);

const ofChoices = (choices: readonly string[] | undefined): Suggestion[] =>
  (choices ?? []).map((value) => ({ value, description: "" }));

/** The command that `words` name, and how many of its own arguments they hold. */
function commandAt(program: Command, words: readonly string[]): { command: Command; args: number } {
  let command = program;
  let args = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word.startsWith("-")) {
      const option = named(command, word);
      if (option !== undefined && takesValue(option)) at += 1;
      continue;
    }
    const next = args === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (next === undefined) args += 1;
    else command = next;
  }
  return { command, args };
}

/** All words that may stand in place of `current`, whatever it begins with. */
function candidates(program: Command, before: readonly string[], current: string): Suggestion[] {
  const { command, args } = commandAt(program, before);
  const option = named(command, before.at(-1) ?? "");
  if (option !== undefined && takesValue(option)) return ofChoices(option.argChoices);
  if (current.startsWith("-")) {
    const help = command.createHelp();
    return help
      .visibleOptions(command)
      .map(({ long, short, description }) => ({ value: long ?? short ?? "", description }));
  }
  const commands = args > 0 ? [] : command.createHelp().visibleCommands(command);
  const argument = command.registeredArguments[args];
  return [
    ...commands.map((each) => ({ value: each.name(), description: each.description() })),
    ...ofChoices(argument?.argChoices),
  ];
}

/**
 * Suggests the next word of a command line. The last of `words` is still being typed, and may be empty. A shell may
 * have split `--env=dev` at its `=`.
 */
export function suggestions(program: Command, words: readonly string[]): Suggestion[] {
  const parted = words.flatMap((word) => {
    const [, flag, value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    return flag === undefined ? [word] : [flag, value ?? ""];
  });
  const last = parted.at(-1) === "=" ? "" : (parted.at(-1) ?? "");
  const before = parted.slice(0, -1).filter((word) => word !== "=");
  return candidates(program, before, last).filter(({ value }) => value.startsWith(last));
}
