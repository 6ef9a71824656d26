import { developerProgram } from "@ferrule/cli/developer/program.ts";
import { exitCodes } from "@ferrule/cli/developer/exit-codes.ts";
import { tableRow } from "./table-row.ts";

type Command = ReturnType<typeof developerProgram>;

const everywhere = new Set(["--json", "--url", "--project", "--no-color"]);

/** The commands that run something, with the words that name each. This leaves out groups, help and hidden commands. */
function leaves(command: Command, words: readonly string[]): { command: Command; words: readonly string[] }[] {
  const own = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== "help");
  if (own.length === 0) return [{ command, words }];
  return own.flatMap((each) => leaves(each, [...words, each.name()]));
}

const usageOf = ({ command, words }: ReturnType<typeof leaves>[number]) => {
  const args = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? "…" : ""}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return `\`${[...words, ...args].join(" ")}\``;
};

/** Every developers' command with its own options, as a Markdown table. */
export function commandTable(): string {
  const { env, stdin, stdout, stderr } = process;
  const signal = new AbortController().signal;
  const program = developerProgram({ env, cwd: process.cwd(), stdin, stdout, stderr, signal }, () => undefined);
  const head = ["Command", "What it does", "Options of its own"];
  const rows = leaves(program, ["ferrule"]).map((leaf) => {
    const options = leaf.command.options.filter(({ long, hidden }) => !hidden && !everywhere.has(long ?? ""));
    const told = options.map(({ flags }) => `\`${flags}\``).join(" ");
    return [usageOf(leaf), leaf.command.description(), told];
  });
  return [tableRow(head), tableRow(head.map(() => "---")), ...rows.map(tableRow)].join("\n");
}

/** The meanings of the command's exit codes, as a Markdown table. */
export function exitCodeTable(): string {
  const head = ["Exit code", "Meaning"];
  const rows = Object.values(exitCodes).map(({ code, means }) => [String(code), means]);
  return [tableRow(head), tableRow(head.map(() => "---")), ...rows.map(tableRow)].join("\n");
}
