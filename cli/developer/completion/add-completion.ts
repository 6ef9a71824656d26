import { Argument, type Command } from "commander";
import { scripts, type Shell, shells } from "./scripts.ts";
import { suggestions } from "./suggestions.ts";

/** Adds `ferrule completion <shell>`, and the command that a shell runs when you press the tab key. */
export function addCompletion(program: Command, stdout: NodeJS.WriteStream): void {
  program
    .command("completion")
    .description("print what a shell needs to complete this command")
    .addArgument(new Argument("<shell>").choices(shells))
    .action((shell: Shell) => {
      stdout.write(scripts[shell]);
    });
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .action((words: string[]) => {
      const lines = suggestions(program, words).map(({ value, description }) => `${value}\t${description}\n`);
      stdout.write(lines.join(""));
    });
}
