import type { AddCommand } from "../commands.ts";
import type { Context } from "../context/context.ts";
import type { Difference } from "../project/diff-project.ts";
import { workplaceOf } from "../project/workplace-of.ts";
import { plain } from "../terminal/plain.ts";

const sides = { here: "", server: " (changed on the server)", both: " (changed here and on the server)" } as const;
const verbs = { added: "new", changed: "changed", removed: "not here" } as const;

/** Nobody reads a value to its end that is longer, such as an image in base64. */
const mostChars = 2_000;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= mostChars ? text : `${text.slice(0, mostChars)}… (${text.length} characters)`;
}

function linesOf({ file, change, side, patch, fields = [] }: Difference, { paint }: Context): string[] {
  const colour = (line: string) =>
    line.startsWith("+") ? paint.green(line) : line.startsWith("-") ? paint.red(line) : line;
  const source =
    patch
      ?.split("\n")
      .slice(1)
      .filter((line) => line !== "") ?? [];
  const values = fields.flatMap(({ field, here, server }) => [
    ...(server === undefined ? [] : [`- ${field}: ${shown(server)}`]),
    ...(here === undefined ? [] : [`+ ${field}: ${shown(here)}`]),
  ]);
  const head = paint.bold(`${plain(file)}: ${verbs[change]}${sides[side]}`);
  return [head, ...[...source, ...values].map((line) => colour(plain(line))), ""];
}

/** `ferrule diff`: shows how the folder differs from the server. */
export const diff: AddCommand = (commands) => {
  commands
    .add<{ exitCode?: boolean }>("diff", "show how the folder differs from the server", async (context, options) => {
      // Loading a folder needs the schemas of a Project; other commands start without them.
      const { diffProject } = await import("../project/diff-project.ts");
      const differences = await diffProject(await workplaceOf(context));
      context.out.result(differences, () =>
        differences.length === 0
          ? "The folder and the server are the same."
          : differences
              .flatMap((one) => linesOf(one, context))
              .join("\n")
              .trimEnd(),
      );
      return options.exitCode === true && differences.length > 0 ? "differs" : "done";
    })
    .option("--exit-code", "end with 6 if there is a difference");
};
