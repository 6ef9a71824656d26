import { Command } from "commander";
import { version } from "./version.ts";

/** A program without commands that reports every wrong command line in the same way. */
export const emptyProgram = (description: string): Command =>
  new Command("ferrule")
    .description(description)
    .version(version)
    .showHelpAfterError("(`ferrule --help` lists the commands)")
    .exitOverride();
