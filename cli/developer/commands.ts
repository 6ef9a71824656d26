import { type Command, Option } from "commander";
import { type Context, createContext, type SharedOptions, type Surroundings } from "./context/context.ts";
import { type Exit, exitCodes } from "./exit-codes.ts";

/** Runs a command. It returns the command's exit code; nothing means `done`. */
export type Run<O extends object> = (
  context: Context,
  options: O & SharedOptions,
  ...args: string[]
) => Promise<Exit | void>;

/** Commands are added to this. */
export interface Commands {
  /**
   * Adds `ferrule <name>` with the options that every command has. A name of two words, such as `functions list`, goes
   * into the group of the first. To give it arguments and more options, use the methods of commander's `Command`.
   */
  add: <O extends object>(name: string, summary: string, run: Run<O>) => Command;
  /** Gives every added command the common options, below its own. */
  shareOptions: () => void;
}

/** A command's module exports one of these. */
export type AddCommand = (commands: Commands) => void;

const everywhere = "Options of every command:";

const shared = () => [
  new Option("--json", "print JSON, for programs").helpGroup(everywhere),
  new Option("--url <address>", "the installation; otherwise FERRULE_URL, then ferrule.yaml").helpGroup(everywhere),
  new Option("--project <slug>", "the Project; otherwise FERRULE_PROJECT, then ferrule.yaml").helpGroup(everywhere),
  new Option("--no-color", "print without colours").helpGroup(everywhere),
];

const groups: Record<string, string> = {
  approvals: "the questions to people that runs wait for",
  functions: "the Functions of the Project",
  preview: "folders that are served beside Development",
  runs: "the runs of durable Functions",
  secrets: "the secrets of the Project, and how the installation keeps them",
};

/** The command group that `words` name. */
function parentOf(program: Command, words: readonly string[]): Command {
  const [group] = words;
  if (words.length < 2 || group === undefined) return program;
  const found = program.commands.find((each) => each.name() === group);
  return found ?? program.command(group).description(groups[group] ?? "");
}

/** Adds commands to `program`. They run in these surroundings, and report their exit code to `ended`. */
export function commandsOf(program: Command, surroundings: Surroundings, ended: (code: number) => void): Commands {
  const added: Command[] = [];
  return {
    shareOptions: () => {
      for (const command of added) for (const option of shared()) command.addOption(option);
    },
    add: (name, summary, run) => {
      const words = name.split(" ");
      const command = parentOf(program, words).command(words.at(-1)!).description(summary);
      added.push(command);
      return command.action(async (...given: unknown[]) => {
        // Commander passes the arguments, then the options, then the command.
        const options = given.at(-2) as never;
        const args = given.slice(0, -2) as string[];
        const context = createContext(surroundings, options);
        try {
          const exit = await run(context, options, ...args);
          ended(exitCodes[exit ?? "done"].code);
        } finally {
          await context.close();
        }
      });
    },
  };
}
