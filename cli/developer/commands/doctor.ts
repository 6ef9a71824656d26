import type { AddCommand } from "../commands.ts";
import type { Context } from "../context/context.ts";
import { describedError } from "../described-error.ts";
import { checkInstallation } from "../doctor/check-installation.ts";
import { checkNode } from "../doctor/check-node.ts";
import { checkProjectFile } from "../doctor/check-project-file.ts";
import { checkSignIn } from "../doctor/check-sign-in.ts";
import type { Finding } from "../doctor/finding.ts";
import { plain } from "../terminal/plain.ts";

/** Runs all checks. It skips a check if an earlier one did not find what it needs. */
async function examine(context: Context): Promise<Finding[]> {
  const local = [checkNode(), await checkProjectFile(context)];
  if (local.some(({ state }) => state === "wrong")) return local;
  try {
    const { address } = await context.target();
    const remote = await checkInstallation(context, address);
    const isReached = remote.every(({ check }) => check !== "Network" && check !== "TLS") || remote.length > 1;
    return [...local, ...remote, ...(isReached ? [await checkSignIn(context)] : [])];
  } catch (error) {
    const { message, hint, exit } = describedError(error, context.signal);
    if (exit === "cancelled") throw error;
    return [...local, { check: "Address", state: "wrong", found: message, hint }];
  }
}

/** `ferrule doctor`: tries each step between this machine and a Project, and says what to fix. */
export const doctor: AddCommand = (commands) => {
  commands.add("doctor", "try each step between this machine and the Project", async (context) => {
    const { out, paint } = context;
    const findings = await examine(context);
    const marks = { good: paint.green("✓"), odd: paint.yellow("!"), wrong: paint.red("✗") };
    out.result({ findings }, () =>
      findings
        .map(({ check, state, found, hint }) => {
          const more = hint === undefined ? "" : `\n    ${plain(hint)}`;
          return `${marks[state]} ${paint.bold(check)}: ${plain(found)}${more}`;
        })
        .join("\n"),
    );
    return findings.some(({ state }) => state === "wrong") ? "failed" : "done";
  });
};
