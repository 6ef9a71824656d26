import { CommanderError } from "commander";
import { emptyProgram } from "./developer/empty-program.ts";
import { addOperatorCommands } from "./operator-commands.ts";

/** All commands, of operators and of developers, in one program: for the repository and the image. */
const operators = emptyProgram("A self-hosted control plane for operational Functions.");
addOperatorCommands(operators);

const [name, next] = process.argv.slice(2);
const isOperators = name === "secrets" ? next === "rekey" : operators.commands.some((each) => each.name() === name);

// A role runs in this process, so it loads nothing of the developers' commands and handles signals itself.
if (isOperators) {
  try {
    await operators.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : 2);
  }
} else {
  const { runProcess } = await import("./developer/run-process.ts");
  const { addDeveloperCommands } = await import("./developer/program.ts");
  await runProcess((surroundings, ended) => {
    const program = emptyProgram(
      "A self-hosted control plane for operational Functions, and the command of those who write them.",
    );
    addDeveloperCommands(program, surroundings, ended);
    addOperatorCommands(program);
    return program;
  });
}
