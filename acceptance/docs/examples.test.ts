import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { freePorts } from "@ferrule/kit/free-ports.ts";
import { startSecondPostgres, type SecondPostgres } from "../databases/second-postgres.ts";
import { startChat, type Chat } from "./chat.ts";
import { keepSession, sessionFile } from "./keep-session.ts";
import { assertOutputs, blocksOf, openReaderTerminal, shellOf, type ReaderTerminal } from "./reader-terminal.ts";

const root = join(import.meta.dirname, "..", "..");
const examples = readdirSync(join(root, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The commands of the quickstart's steps 1 and 2. */
function signIn(): string[] {
  const blocks = blocksOf("docs/quickstart.md");
  const made = blocks.findIndex(({ text }) => text.includes("/api/projects"));
  return blocks.slice(0, made).flatMap(({ language, text }) => (language === "sh" ? [text] : []));
}

describe("a reader pastes the commands of an example", () => {
  let terminal: ReaderTerminal;
  let shop: SecondPostgres;
  let chat: Chat;
  let session: string;
  before(async () => {
    const [chatPort = 0] = await freePorts(1);
    [shop, chat] = await Promise.all([startSecondPostgres(), startChat(chatPort)]);
    const env = {
      EGRESS_ALLOW_PRIVATE: new URL(chat.url).host,
      DATABASE_ALLOW_PRIVATE: new URL(shop.url).host,
    };
    terminal = await openReaderTerminal({ mockIntegration: true, env }, ["examples", "node_modules"]);
    const commands = [...signIn(), ...shellOf("examples/README.md").map(({ text }) => text)];
    await terminal.run([...commands, keepSession(commands)]);
    session = `. ./${sessionFile}`;
  });
  after(async () => {
    await terminal?.[Symbol.asyncDispose]();
    await chat?.[Symbol.asyncDispose]();
    await shop?.[Symbol.asyncDispose]();
  });

  for (const name of examples) {
    test(name, async () => {
      const page = `examples/${name}/README.md`;
      const commands = shellOf(page).map(({ text }) => text);
      assert.ok(commands.length > 2, `${page} has the commands`);
      const [, ...outputs] = await terminal.run([session, ...commands], {
        SHOP_URL: terminal.platform.mockIntegrationUrl ?? "",
        DATABASE_URL: shop.url,
        CHAT_WEBHOOK: chat.url,
      });
      assertOutputs(page, outputs);
    });
  }
});
