import { errors } from "@ferrule/contract/errors.ts";
import { diagnosticHelp } from "@ferrule/contract/help/diagnostic-help.ts";
import { errorHelp } from "@ferrule/contract/help/error-help.ts";
import type { Help } from "@ferrule/contract/help/help.ts";
import { hostErrorHelp } from "@ferrule/contract/help/host-error-help.ts";

const texts = ({ cause, fix }: Help) => `${cause}\n\n**What to do:** ${fix}`;

/** The sections of the catalogue's codes in `docs/errors.md`. */
export const errorSectionsOfCode = (): string =>
  Object.entries(errors)
    .map(([code, { status, message }]) => {
      return `## ${code}\n\n**${status}** · ${message}\n\n${texts(errorHelp[code as keyof typeof errors])}`;
    })
    .join("\n\n");

/** The sections of the codes that Functions get from their context. */
export const hostErrorSections = (): string =>
  Object.entries(hostErrorHelp)
    .map(([code, help]) => `### \`${code}\`\n\n${texts(help)}`)
    .join("\n\n");

/** The table of the codes of builds and deployments. */
export const diagnosticTable = (): string =>
  [
    "| Code | What is wrong | What to write instead |",
    "|---|---|---|",
    ...Object.entries(diagnosticHelp).map(([code, { cause, fix }]) => `| \`${code}\` | ${cause} | ${fix} |`),
  ].join("\n");
