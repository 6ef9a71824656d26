import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Client } from "@ferrule/contract/client.ts";

type GivenSchema = Parameters<Client["createFunction"]>[0]["body"]["inputSchema"];
type Binding = Parameters<Client["createMcpBinding"]>[0]["body"];

/** The schema that a fixture writes by hand, because the suite expects exactly this one. */
function givenSchema(folder: string, name: string): GivenSchema {
  const file = join(folder, `${name}.schema.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as GivenSchema) : null;
}

const functionsIn = (name: string) => {
  const folder = join(import.meta.dirname, name);
  return globSync("*.ts", { cwd: folder })
    .toSorted()
    .map((file) => ({ name: basename(file, ".ts"), source: readFileSync(join(folder, file), "utf8"), folder }));
};

const uris: Record<string, string> = {
  test_template: "test://template/{id}/data",
  test_watched_resource: "test://watched-resource",
};
const kindOf = (folder: string, name: string): Partial<Binding> => {
  if (folder === "functions") return {};
  return folder === "prompts" ? { kind: "prompt" } : { kind: "resource", uri: uris[name] };
};

/** The Functions that the official conformance suite reaches under the suite's exact names, with their bindings. */
export const fixtureFunctions = ["functions", "resources", "prompts"].flatMap((kind) =>
  functionsIn(kind).map(({ name, source, folder }) => ({
    slug: name.replaceAll("_", "-"),
    source,
    inputSchema: givenSchema(folder, name),
    binding: { toolName: name, description: "Fixture.", ...kindOf(kind, name) },
  })),
);

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const skill = "---\nname: testing\ndescription: Tests servers.\n---\n\n# Testing\n\nSee [the list](lists/checks.md).\n";
const required = { required: true, values: ["park", "paris", "party"] };

/** What the fixture keeps without Functions. */
export const fixtureContents: Binding[] = [
  {
    kind: "resource",
    toolName: "static_text",
    description: "A text.",
    uri: "test://static-text",
    mimeType: "text/plain",
    content: { text: "This is the content of the static text resource." },
  },
  {
    kind: "resource",
    toolName: "static_binary",
    description: "An image.",
    uri: "test://static-binary",
    mimeType: "image/png",
    content: { base64: png },
  },
  {
    kind: "resource",
    toolName: "testing",
    description: "Tests servers.",
    uri: "skill://testing/SKILL.md",
    mimeType: "text/markdown",
    content: { text: skill },
  },
  {
    kind: "resource",
    toolName: "testing_checks",
    description: "What to check.",
    uri: "skill://testing/lists/checks.md",
    mimeType: "text/markdown",
    content: { text: "- Everything\n" },
  },
  {
    kind: "prompt",
    toolName: "test_simple_prompt",
    description: "A prompt without arguments.",
    messages: [{ role: "user", text: "This is a simple prompt for testing." }],
  },
  {
    kind: "prompt",
    toolName: "test_prompt_with_arguments",
    description: "A prompt with arguments.",
    arguments: [
      { name: "arg1", ...required },
      { name: "arg2", ...required },
    ],
    messages: [{ role: "user", text: "Prompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'" }],
  },
];
