import { Command } from "commander";
import { version } from "./version.ts";

/** A program without commands, which ends a wrong command line in the same way for everybody. */
export const emptyProgram = (description: string): Command =>
  new Command("ferrule")
    .description(description)
    .version(version)
    .showHelpAfterError("(`ferrule --help` lists the commands)")
    .exitOverride();
