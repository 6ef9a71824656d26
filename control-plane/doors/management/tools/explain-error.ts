import { z } from "zod";
import { PublicError } from "@ferrule/contract/errors.ts";
import { diagnosticHelp } from "@ferrule/contract/help/diagnostic-help.ts";
import { errorHelp } from "@ferrule/contract/help/error-help.ts";
import { diagnosticDocs, errorDocs, isErrorCode, type Help } from "@ferrule/contract/help/help.ts";
import { hostErrorHelp } from "@ferrule/contract/help/host-error-help.ts";
import { tool } from "./tool.ts";

const ofTypeScript: Help = {
  cause: "TypeScript found it. Its message says what is wrong, and line and column where.",
  fix: "Mend the source there: write_function with edits.",
};

const others: Readonly<Record<string, Help>> = { ...hostErrorHelp, ...diagnosticHelp };

function helpFor(code: string): (Help & { page?: string }) | undefined {
  if (isErrorCode(code)) return { ...errorHelp[code], page: errorDocs(code) };
  if (/^TS\d+$/.test(code)) return ofTypeScript;
  const help = Object.hasOwn(others, code) ? others[code] : undefined;
  return help && { ...help, ...(Object.hasOwn(diagnosticHelp, code) ? { page: diagnosticDocs(code) } : {}) };
}

/** What an error code or a diagnostic of a build means, and what to do. */
export const explainError = tool({
  name: "explain_error",
  title: "Explain an error",
  description: "What a code of an error, an execution, a deployment or a diagnostic means, and what to do about it.",
  scope: "read",
  hints: { readOnlyHint: true },
  input: z.strictObject({
    code: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{1,63}$/)
      .describe("Such as FUNCTION_TIMEOUT or SCHEMA_ROOT."),
  }),
  output: { code: z.string(), cause: z.string(), fix: z.string() },
  run: async ({ publicUrl }, { code }) => {
    const help = helpFor(code);
    if (help === undefined)
      throw new PublicError("NOT_FOUND", `Ferrule has no code ${code}. It may be one that the Function throws itself.`);
    const { cause, fix, page } = help;
    return { code, cause, fix, ...(page === undefined ? {} : { docs: publicUrl + page }) };
  },
});
