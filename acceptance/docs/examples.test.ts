import assert from "node:assert/strict";
import { globSync, readFileSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { startSecondPostgres, type SecondPostgres } from "../databases/second-postgres.ts";
import { startChat, type Chat } from "./chat.ts";
import { keepSession, sessionFile } from "./keep-session.ts";
import { assertOutputs, blocksOf, openReaderTerminal, shellOf, type ReaderTerminal } from "./reader-terminal.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "examples");
const examples = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");

describe("the examples", () => {
  test("are listed by their titles, each of them and no other", () => {
    const listed = [...read("README.md").matchAll(/^\| \[(.+)\]\((.+)\/README\.md\) \|/gm)];
    assert.deepEqual(
      listed.map(([, title, name]) => `${name}: ${title}`).toSorted(),
      examples.map((name) => `${name}: ${/^# (.+)$/m.exec(read(name, "README.md"))?.[1]}`).toSorted(),
    );
  });

  for (const name of examples) {
    test(`the manifest of ${name} names each of its sources`, () => {
      const manifest = JSON.parse(read(name, "manifest.json")) as {
        functions: { slug: string }[];
        libraries?: { name: string }[];
      };
      const sources = [
        ...manifest.functions.map(({ slug }) => `functions/${slug}.ts`),
        ...(manifest.libraries ?? []).map((library) => `libraries/${library.name}.ts`),
      ];
      const files = globSync("{functions,libraries}/*.ts", { cwd: join(folder, name) });
      assert.deepEqual(sources.toSorted(), files.toSorted());
    });
  }
});

/** The commands of the quickstart's steps 1 and 2. */
function signIn(): string[] {
  const blocks = blocksOf("docs/quickstart.md");
  const after = blocks.findIndex(({ text }) => text.includes("/api/projects"));
  return blocks.slice(0, after).flatMap(({ language, text }) => (language === "sh" ? [text] : []));
}

/** The tests provide the packages that a page's `npx` would fetch. */
const npx = `npx() { "$@"; }`;
const path = [join(root, "acceptance", "node_modules", ".bin"), dirname(process.execPath), process.env["PATH"] ?? ""];

describe("a reader pastes", () => {
  let terminal: ReaderTerminal;
  let shop: SecondPostgres;
  let chat: Chat;
  before(async () => {
    const [chatPort = 0] = await freePorts(1);
    [shop, chat] = await Promise.all([startSecondPostgres(), startChat(chatPort)]);
    const env = { EGRESS_ALLOW_PRIVATE: new URL(chat.url).host, DATABASE_ALLOW_PRIVATE: new URL(shop.url).host };
    terminal = await openReaderTerminal({ mockIntegration: true, env }, ["examples", "node_modules"]);
    const commands = [...signIn(), ...shellOf("examples/README.md").map(({ text }) => text)];
    await terminal.run([...commands, keepSession(commands)]);
  });
  after(async () => {
    await terminal?.[Symbol.asyncDispose]();
    await chat?.[Symbol.asyncDispose]();
    await shop?.[Symbol.asyncDispose]();
  });

  for (const name of examples) {
    test(`the commands of the example ${name}`, async () => {
      const page = `examples/${name}/README.md`;
      const [, ...outputs] = await terminal.run(
        [`. ./${sessionFile}\n${npx}`, ...shellOf(page).map(({ text }) => text)],
        {
          PATH: path.join(delimiter),
          SHOP_URL: terminal.platform.mockIntegrationUrl ?? "",
          DATABASE_URL: shop.url,
          CHAT_WEBHOOK: chat.url,
        },
      );
      assertOutputs(page, outputs);
    });
  }

  test("the nightly report is in the chat", () => {
    const line = /^\d{4}-\d\d-\d\d: 5 orders, 582\.64 EUR \(1 shipped, 1 paid, 1 delivered, 1 returned, 1 packed\)$/;
    assert.equal(chat.posted.length, 2, "one of the cron's run, one of the test");
    for (const text of chat.posted) assert.match(text, line);
  });
});
