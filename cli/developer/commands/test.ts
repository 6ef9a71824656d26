import { Option } from "commander";
import type { AddCommand } from "../commands.ts";
import type { TestOptions } from "../function-tests/run-tests.ts";

/** `ferrule test [slug…]`: runs the tests of Functions in the installation's sandbox. */
export const test: AddCommand = (commands) => {
  commands
    .add<TestOptions>("test", "run the tests of Functions in the sandbox", async (context, options, ...slugs) => {
      // Folders need the schemas of a Project, which other commands start without.
      const { testFolder } = await import("../function-tests/test-folder.ts");
      return testFolder(context, options, slugs.flat());
    })
    .argument("[slug...]", "only the tests of these Functions")
    .option("-w, --watch", "run them again after each save")
    .option("--name <text>", "only tests with this text in their names")
    .option("--bail", "end with the first failure")
    .option("--coverage", "show which lines the tests reach")
    .addOption(new Option("--coverage-report <format>", "write it to coverage/lcov.info, too").choices(["lcov"]))
    .addOption(new Option("--reporter <name>", "how results are printed").choices(["spec", "junit"]).default("spec"))
    .option("--output <file>", "write the results to this file")
    .option("--from <request id>", "write a test of a recorded call into the Function's tests");
};
