import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Client } from "@ferrule/contract/client.ts";

type GivenSchema = Parameters<Client["createFunction"]>[0]["body"]["inputSchema"];

const folder = join(import.meta.dirname, "functions");

/** The schema that a fixture writes by hand, because the suite expects exactly this one. */
function givenSchema(toolName: string): GivenSchema {
  const file = join(folder, `${toolName}.schema.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as GivenSchema) : null;
}

/** The Functions that the official conformance suite calls as tools, under the suite's exact names. */
export const fixtureTools = globSync("*.ts", { cwd: folder })
  .toSorted()
  .map((file) => {
    const toolName = basename(file, ".ts");
    return {
      toolName,
      slug: toolName.replaceAll("_", "-"),
      source: readFileSync(join(folder, file), "utf8"),
      inputSchema: givenSchema(toolName),
    };
  });
