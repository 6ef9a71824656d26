import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folderOf = (input: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];

/** The packages in a bundle, with the texts of their licences: most licences require the text with each copy. */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((input) => folderOf(input.replaceAll("\\", "/")) ?? []));
  const parts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      name: string;
      version: string;
      license?: string;
    };
    const files = readdirSync(join(root, folder)).filter((file) => /^licen[cs]e(?:\.|$)/i.test(file));
    const texts = files.map((file) => readFileSync(join(root, folder, file), "utf8").trim());
    return [`${name} ${version} (${license ?? "see below"})`, ...texts].join("\n\n");
  });
  return `${parts.sort().join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
