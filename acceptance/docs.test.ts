import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { errors } from "@ferrule/contract/errors.ts";
import { settings } from "@ferrule/contract/settings/settings.ts";
import { demoCurl } from "@ferrule/one-machine/announce.ts";
import { brokenLinks } from "./docs/broken-links.ts";
import { decisionProblems } from "./docs/decisions.ts";
import { errorSections } from "./docs/error-sections.ts";
import { generatedParts, withPart } from "./docs/generated-parts.ts";
import { keepSession, sessionFile } from "./docs/keep-session.ts";
import { assertOutputs, blocksOf, openReaderTerminal, shellOf, type ReaderTerminal } from "./docs/reader-terminal.ts";
import { typeCheckExamples } from "./docs/type-check-examples.ts";

const root = join(import.meta.dirname, "..");
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|\.[^/]+)(\/|$)/.test(path) });
const pages = filesOf("**/*.md");
const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("the documentation is true of the code", () => {
  test("every relative link leads to a file, and to a heading of it", () => {
    assert.ok(pages.includes("README.md") && pages.includes(join("docs", "api.md")), pages.join());
    assert.deepEqual(
      pages.flatMap((page) => brokenLinks(join(root, page), root)),
      [],
    );
  });

  test("every decision is linked, has its parts, and names the files that name it", () => {
    const decisions = pages.filter((page) => /^docs\Wdecisions\W(?!README)/.test(page));
    assert.ok(decisions.length > 50, decisions.join());
    assert.deepEqual(decisionProblems(root, decisions, filesOf("**/*.ts")), []);
  });

  for (const part of generatedParts) {
    test(`the ${part.name} of ${part.file} are those of the code`, () => {
      const page = read(part.file);
      assert.equal(page, withPart(page, part), `node acceptance/docs/write-parts.ts, or npm run fix, writes it anew`);
    });
  }

  test("every error code has its section with status and sentence, and every section its code", () => {
    const sections = errorSections(read("docs/errors.md"));
    assert.deepEqual(
      Object.fromEntries(sections.map(({ code, status, message }) => [code, { status, message }])),
      Object.fromEntries(Object.entries(errors).map(([code, { status, message }]) => [code, { status, message }])),
    );
    for (const { code, text } of sections) assert.ok(text.length > 40, `${code} says when it comes and what to do`);
  });

  test("every code that a Function gets from its context is described, and no other", () => {
    const declarations = ["ferrule.d.ts", "ferrule-runs.d.ts"].map((file) => read(`contract/guest/${file}`)).join("\n");
    const unions = [...declarations.matchAll(/type (?:Host|Run)ErrorCode =([^;]+);/g)].map((match) => match[1]).join();
    const declared = [...unions.matchAll(/"([A-Z_]+)"/g)].map((match) => match[1]);
    const described = [...read("docs/errors.md").matchAll(/^### `([A-Z_]+)`$/gm)].map((match) => match[1]);
    assert.ok(declared.length > 3);
    assert.deepEqual(new Set(described), new Set(declared));
  });

  test("every TypeScript example builds as a Function", async () => {
    const examples = pages.flatMap((page) =>
      blocksOf(page)
        .filter(({ language }) => language === "ts")
        .map((block) => ({ ...block, page })),
    );
    assert.ok(examples.length > 5);
    assert.deepEqual(await typeCheckExamples(examples), []);
  });

  test("every table begins with its head, and no blank line cuts one", () => {
    for (const page of pages) {
      for (const [table] of read(page).matchAll(/(?:^\|.*\n?)+/gm)) {
        assert.match(table, /^.*\n\|(?:\s*:?-+:?\s*\|)+\n/, `${page}: ${table.slice(0, 80)}`);
      }
    }
  });

  test("every JSON example is JSON", () => {
    for (const page of pages) {
      for (const { language, text, line } of blocksOf(page)) {
        if (language === "json") assert.doesNotThrow(() => JSON.parse(text), `${page}:${line}`);
      }
    }
  });

  test("every setting in an example is one of Ferrule, or of Node and the standards it names", () => {
    const foreign = /^(?:NODE_|OTEL_|(?:HTTPS?|NO)_PROXY$)/;
    const assignments = pages.flatMap((page) => blocksOf(page).filter(({ language }) => language === "env"));
    const names = assignments.flatMap(({ text }) => [...text.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? ""));
    assert.ok(names.length > 10);
    assert.deepEqual(
      names.filter((name) => !(name in settings || foreign.test(name))),
      [],
    );
  });

  test("the README calls the demo as npm start says it", () => {
    const mcpUrl = "http://localhost:8080/mcp/development/demo/assistant";
    const demo = { mcpUrl, mcpKey: "fer_key_…", httpUrl: "", httpKey: "", mockIntegrationUrl: "" };
    assert.ok(blocksOf("README.md").some(({ text }) => text.trim() === demoCurl(demo)));
  });
});

/** On a reader's machine a second is enough, but maybe not on one that runs other tests. */
const untilListed = `until api "$URL/api/executions?requestId=my-first-call" | grep -q '"id"'; do sleep 0.1; done`;

/** Adds a refused request after the commands. The quickstart's own commands show refusals. */
const refusalsFail = `curl() { command curl --fail-with-body "$@"; }`;

const quickstart = join("docs", "quickstart.md");
const continuing = pages.filter((page) => /^docs\W/.test(page) && page !== quickstart && shellOf(page).length > 0);

const hasJq = spawnSync("bash", ["-c", "command -v jq"]).status === 0;
const needsJq = (page: string) => shellOf(page).some(({ text }) => /\bjq /.test(text));

describe("a reader pastes", () => {
  let terminal: ReaderTerminal;
  before(async () => {
    terminal = await openReaderTerminal();
  });
  after(() => terminal?.[Symbol.asyncDispose]());

  test("the quickstart, from npm start to a live tool call and its execution", async () => {
    const commands = shellOf(quickstart).map(({ text }) => text.replace(/^sleep 1$/m, untilListed));
    assert.ok(commands.length >= 10 && commands.some((text) => text.includes(untilListed)));
    const outputs = await terminal.run([...commands, keepSession(commands), `echo "$MCP_URL $KEY"`]);
    assertOutputs(quickstart, outputs);
    assert.ok(outputs.some((output) => output.includes('"structuredContent":{"greeting":"Hello, Ada!!"}')));
    assert.ok(outputs.some((output) => output.startsWith("succeeded\n")));
    const [mcpUrl = "", key = ""] = outputs.at(-1)?.split(" ") ?? [];
    await runClientExamples({ MCP_URL: mcpUrl, KEY: key });
  });

  for (const page of continuing) {
    const skip = needsJq(page) && !hasJq && "needs jq";
    test(`the commands of ${page} into the same terminal`, { skip }, async () => {
      const [, ...outputs] = await terminal.run([
        `. ./${sessionFile}\n${refusalsFail}`,
        ...shellOf(page).map(({ text }) => text),
      ]);
      assertOutputs(page, outputs);
    });
  }
});

/** The examples of both SDK lines in docs/mcp.md, run against the quickstart's endpoint. */
async function runClientExamples(env: Record<string, string>): Promise<void> {
  const examples = blocksOf("docs/mcp.md").filter(({ language }) => language === "js");
  assert.equal(examples.length, 2);
  for (const { text, line } of examples) {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", text], {
      cwd: root,
      env: { PATH: process.env["PATH"] ?? "", ...env },
      timeout: 60_000,
    });
    assert.match(stdout, /Hello, Ada!/, `docs/mcp.md:${line}`);
  }
}
