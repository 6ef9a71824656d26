import addCompletion from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { commandsOf } from "./commands.ts";
import { whoami } from "./commands/whoami.ts";
import { diff } from "./commands/diff.ts";
import { init } from "./commands/init.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { pull } from "./commands/pull.ts";
import { push } from "./commands/push.ts";
import type { Surroundings } from "./context/context.ts";
import { emptyProgram } from "./empty-program.ts";

/** The commands of developers, in the order of the help. */
const developerCommands = [login, logout, whoami, init, pull, diff, push];

/** Adds the commands that work on a Project, over the management API of an installation. */
export function addDeveloperCommands(
  program: Command,
  surroundings: Surroundings,
  ended: (code: number) => void,
): void {
  program.commandsGroup("Your Projects:");
  const commands = commandsOf(program, surroundings, ended);
  for (const add of developerCommands) add(commands);
  commands.shareOptions();
  addCompletion(program, { completionCommandName: "completion" });
}

/** The program that an installation hands out: the commands of developers alone. */
export function developerProgram(surroundings: Surroundings, ended: (code: number) => void): Command {
  const program = emptyProgram("Work on the Functions of a Ferrule installation.");
  addDeveloperCommands(program, surroundings, ended);
  return program;
}
