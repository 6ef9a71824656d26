import { errors } from "@ferrule/contract/errors.ts";
import { diagnosticHelp } from "@ferrule/contract/help/diagnostic-help.ts";
import { errorHelp } from "@ferrule/contract/help/error-help.ts";
import type { Help } from "@ferrule/contract/help/help.ts";
import { hostErrorHelp } from "@ferrule/contract/help/host-error-help.ts";
import type { Page } from "./page.ts";

/** The texts of the tables have links as from this page. */
const file = "docs/errors.md";
const sources = {
  api: "The management API responds with it.",
  runtime: "MCP Endpoints and HTTP APIs respond with it.",
  both: "The management API, MCP Endpoints and HTTP APIs respond with it.",
} as const;

const texts = ({ cause, fix }: Help) => `## What is wrong\n\n${cause}\n\n## What to do\n\n${fix}\n`;
const seeAlso = "\n[All codes](errors.md) · [Troubleshooting](troubleshooting.md)\n";
const inFunction = (help: Help) =>
  `## In a Function\n\nA call of the context throws it as the code of a \`FunctionError\`. ${help.cause}\n\n**What to do:** ${help.fix}\n`;

const entriesOf = <Value>(table: Readonly<Record<string, Value>>) => new Map(Object.entries(table));

/** A page for each error code and each code of a build, made from the tables of the contract. */
export function codePages(): Page[] {
  const [catalogue, help, ofHost] = [entriesOf(errors), entriesOf(errorHelp), entriesOf(hostErrorHelp)];
  const codes = new Set([...catalogue.keys(), ...ofHost.keys()]);
  const ofErrors = [...codes].map((code) => {
    const [entry, own, inside] = [catalogue.get(code), help.get(code), ofHost.get(code)];
    const head =
      entry === undefined || own === undefined
        ? ""
        : `**${entry.status}** · ${entry.message} ${sources[own.from]}\n\n${texts(own)}\n`;
    const markdown = `# ${code}\n\n${head}${inside === undefined ? "" : inFunction(inside)}${seeAlso}`;
    return { slug: `errors/${code}`, file, title: code, markdown };
  });
  const ofBuilds = Object.entries(diagnosticHelp).map(([code, one]) => ({
    slug: `diagnostics/${code}`,
    file,
    title: code,
    markdown: `# ${code}\n\nA build or a deployment reports it.\n\n${texts(one)}${seeAlso}`,
  }));
  return [...ofErrors, ...ofBuilds];
}
