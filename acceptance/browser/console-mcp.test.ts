// The journeys through resources, prompts and questions, on a Ferrule of their own: its demo Project gets an MCP
// Endpoint that offers them, by forms alone.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { createFunction, deploy } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startConsole, type TestConsole } from "./start-console.ts";

const order = `interface Input {
  orderId: string;
}

/** Reads one order. */
export default function readOrder({ orderId }: Input) {
  return "# Order " + orderId + "\\n\\nIt is *on its way*.";
}

export const complete = ({ value }: { value: string }) => ["A-1001", "A-1002", "B-7"].filter((id) => id.startsWith(value));
`;

const refund = `import type { McpContext } from "ferrule";

interface Input {
  orderId: string;
}

export default async function refundOrder(input: Input, ctx: McpContext) {
  const order = await ctx.step("load", () => ({ id: input.orderId, total: 120 }));
  const answer = await ctx.mcp.elicit({
    message: \`Refund order \${order.id}?\`,
    schema: {
      type: "object",
      properties: {
        amount: { type: "number", title: "Amount", minimum: 0, maximum: 120, default: 120 },
        reason: { type: "string", title: "Reason", oneOf: [{ const: "late", title: "Too late" }, { const: "broken", title: "Broken" }] },
        note: { type: "string", title: "Note" },
        tell: { type: "boolean", title: "Tell the customer" },
      },
      required: ["amount", "reason"],
    },
  });
  if (answer.action !== "accept") return \`Nothing was refunded (\${answer.action}).\`;
  return \`Refunded \${answer.content.amount} (\${answer.content.reason}).\`;
}
`;

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFklEQVR4nGP8z8DAgA0wMTAwDAUJAAAuHAEPsM8PfQAAAABJRU5ErkJggg==",
  "base64",
);

const patience = 40_000;
const isFull = process.env["FERRULE_TEST_LENGTH"] === "full";

let shown: TestConsole;
let desk: string;
let refundOrder: string;

const visit = async (path: string, options: Parameters<TestConsole["open"]>[1] = {}): Promise<Page> => {
  const page = await shown.open(path, options);
  page.setDefaultTimeout(patience);
  return page;
};

/** The page, looked at as it is, narrow, and in the dark where time allows. */
async function lookAt(page: Page, name: string): Promise<void> {
  await shown.check(page, name, true);
  await page.setViewportSize({ width: 360, height: 740 });
  await shown.check(page, `${name}-360`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${name} is ${wide} px wide`);
  await page.setViewportSize({ width: 1280, height: 900 });
}

before(async () => {
  shown = await startConsole();
  const { client } = shown;
  await createFunction(client, "read-order", order);
  refundOrder = await createFunction(client, "refund-order", refund);
  const caller = { mode: "none" } as const;
  desk = (await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "desk", name: "Desk" } })).id;
  const policy = { environment: "development", caller } as const;
  await client.replaceAuthPolicy({ params: { endpointId: desk }, body: policy });
  await client.createMcpBinding({
    params: { endpointId: desk },
    body: { functionId: refundOrder, toolName: "refund_order", description: "Refunds an order." },
  });
});
after(() => shown.stop());

describe("an MCP Endpoint", () => {
  test("offers a kept text, which is looked at while it is written", async () => {
    const page = await visit(`/endpoints/${desk}?tab=bindings`);
    await page.getByRole("button", { name: "Add a binding" }).click();
    await page.getByRole("radio", { name: /^Resource/ }).check();
    const form = page.getByRole("dialog", { name: "Offer a resource" });
    await form.getByRole("button", { name: "Add resource" }).click();
    await form.getByText("must have at least 1 character").first().waitFor();
    await form.getByLabel("URI", { exact: true }).fill("docs://hand book");
    await form
      .getByRole("region", { name: "What clients see" })
      .getByText(/The URI must be a URI/)
      .waitFor();
    await form.getByLabel("URI", { exact: true }).fill("docs://handbook");
    await form.getByLabel("Name", { exact: true }).fill("handbook");
    const text = "# Handbook\n\nReply within *one* day.\n\n<script>alert(1)</script>\n\n[bad](javascript:alert(1))";
    await form.getByLabel("Content", { exact: true }).fill(text);
    const preview = form.getByRole("region", { name: "What clients see" });
    await preview.getByText("one", { exact: true }).waitFor();
    await preview.getByText("<script>alert(1)</script>").waitFor();
    assert.equal(await preview.locator("script, a").count(), 0, "nothing of the text becomes markup");
    await form.getByLabel("Meant for").click();
    await page.getByRole("option", { name: "people" }).click();
    await form.getByLabel("Priority").fill("0.8");
    await lookAt(page, "mcp-resource-form");
    await form.getByRole("button", { name: "Add resource" }).click();
    await page.getByRole("link", { name: "handbook" }).waitFor();
    const [made] = (await shown.client.listMcpBindings({ params: { endpointId: desk }, query: { kind: "resource" } }))
      .items;
    assert.deepEqual(
      [made?.uri, made?.mimeType, made?.audience, made?.priority],
      ["docs://handbook", "text/markdown", ["user"], 0.8],
    );
  });

  test("offers an image from a file, and refuses one that is too large", async () => {
    const page = await visit(`/endpoints/${desk}?tab=bindings&binding=new&offer=resource`);
    const form = page.getByRole("dialog", { name: "Offer a resource" });
    await form.getByLabel("URI", { exact: true }).fill("docs://logo");
    await form.getByLabel("Name", { exact: true }).fill("logo");
    const file = form.getByLabel("Or take a file: a text, or an image");
    await file.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(1_100_000) });
    await form.getByText(/big\.png has 1 MiB\. The Project keeps at most 1 MiB/).waitFor();
    await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
    await form.getByRole("img", { name: "logo" }).waitFor();
    assert.equal(await form.getByLabel("Media type").inputValue(), "image/png");
    await shown.check(page, "mcp-resource-image", true);
    await form.getByRole("button", { name: "Add resource" }).click();
    await page.getByRole("link", { name: "logo" }).waitFor();
  });

  test("offers a template, whose variables are read from its URI", async () => {
    const page = await visit(`/endpoints/${desk}?tab=bindings&binding=new&offer=resource`);
    const form = page.getByRole("dialog", { name: "Offer a resource" });
    await form.getByRole("radio", { name: /^Returned by a Function/ }).check();
    await form.getByRole("combobox", { name: "Function" }).fill("read-order");
    await page.getByRole("option", { name: /read-order/ }).click();
    assert.equal(await form.getByLabel("Name", { exact: true }).inputValue(), "read_order");
    await form.getByLabel("URI", { exact: true }).fill("orders://{orderId}");
    const variable = form.getByRole("group", { name: "Variable orderId" });
    await variable.getByLabel("Description").fill("The number on the invoice.");
    await lookAt(page, "mcp-template-form");
    await form.getByRole("button", { name: "Add resource" }).click();
    await page.getByRole("link", { name: "read_order" }).waitFor();
  });

  test("offers a prompt, and says while it is written which argument is missing", async () => {
    const page = await visit(`/endpoints/${desk}?tab=bindings&binding=new&offer=prompt`);
    const form = page.getByRole("dialog", { name: "Offer a prompt" });
    await form.getByLabel("Name", { exact: true }).first().fill("review_order");
    await form.getByLabel("Text", { exact: true }).fill("Check order {{orderId}} for {{reason}}.");
    await form.getByText("There is no argument orderId and reason.").waitFor();
    await form.getByRole("button", { name: "Add an argument" }).click();
    const first = form.getByRole("group", { name: "argument 1" });
    await first.getByLabel("Name", { exact: true }).fill("orderId");
    await form.getByText("There is no argument reason.").waitFor();
    await form.getByRole("button", { name: "Add prompt" }).click();
    await form.getByText("names reason, which is none of the arguments").waitFor();
    await form.getByRole("button", { name: "Add an argument" }).click();
    const second = form.getByRole("group", { name: "argument 2" });
    await second.getByLabel("Name", { exact: true }).fill("reason");
    await second.getByLabel("Values to offer").fill("late\nbroken");
    await second.getByRole("switch", { name: "Required" }).click();
    await form.getByRole("button", { name: "Move argument 2 up" }).click();
    await form
      .getByRole("list", { name: "Messages with examples" })
      .getByText("Check order ‹orderId› for late.")
      .waitFor();
    await lookAt(page, "mcp-prompt-form");
    await form.getByRole("button", { name: "Add prompt" }).click();
    await page.getByRole("link", { name: "review_order" }).waitFor();
    const [made] = (await shown.client.listMcpBindings({ params: { endpointId: desk }, query: { kind: "prompt" } }))
      .items;
    assert.deepEqual(made?.arguments, [
      { name: "reason", required: false, values: ["late", "broken"] },
      { name: "orderId", required: true },
    ]);
  });

  test("lists all kinds, and opens each in its own form", async () => {
    const page = await visit(`/endpoints/${desk}?tab=bindings`);
    await page.getByRole("link", { name: "handbook" }).waitFor();
    await lookAt(page, "mcp-bindings");
    await page.getByRole("group", { name: "What to list" }).getByRole("button", { name: "Prompts" }).click();
    await page.getByRole("link", { name: "handbook" }).waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "review_order" }).click();
    const prompt = page.getByRole("dialog", { name: "Edit review_order" });
    assert.equal(
      await prompt.getByLabel("Text", { exact: true }).inputValue(),
      "Check order {{orderId}} for {{reason}}.",
    );
    await prompt.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("group", { name: "What to list" }).getByRole("button", { name: "Resources" }).click();
    await page.getByRole("link", { name: "handbook" }).click();
    const resource = page.getByRole("dialog", { name: "Edit handbook" });
    await resource.getByLabel("Content", { exact: true }).fill("# Handbook\n\nReply within **two** days.");
    await resource.getByRole("button", { name: "Save" }).click();
    await page.getByText("The resource was saved").waitFor();
    await deploy(shown.client, "completed", "Resources and prompts");
  });

  test("is tried: a text, a template with completion, and a prompt", async () => {
    const page = await visit(`/endpoints/${desk}?tab=try&target=resource:handbook`);
    await page.getByRole("button", { name: "Read handbook" }).click();
    await page.getByText("two", { exact: true }).waitFor();
    await shown.check(page, "mcp-try-resource", true);
    await page.getByRole("group", { name: "Tools, resources and prompts" }).getByText("read_order").click();
    await page.getByLabel("orderId").fill("A");
    await page.getByText("Suggested: A-1001, A-1002").waitFor();
    await page.getByLabel("orderId").fill("A-1001");
    await page.getByText("orders://A-1001").first().waitFor();
    await page.getByRole("button", { name: "Read read_order" }).click();
    await page.getByText("Order A-1001").first().waitFor();
    await lookAt(page, "mcp-try-template");
    await page.getByRole("group", { name: "Tools, resources and prompts" }).getByText("review_order").click();
    await page.getByLabel("orderId").fill("B-7");
    await page.getByLabel("reason").focus();
    await page.getByText("Suggested: late, broken").waitFor();
    await page.getByLabel("reason").fill("late");
    await page.getByRole("button", { name: "Get review_order" }).click();
    await page.getByRole("list", { name: "Messages" }).getByText("Check order B-7 for late.").waitFor();
    await shown.check(page, "mcp-try-prompt", true);
  });

  test("says in executions what was read, and finds it", async () => {
    const uri = "orders://A-1001";
    await eventually(async () => {
      const { items } = await shown.client.listExecutions({ query: { uri } });
      return items.length > 0 || undefined;
    }, patience);
    const page = await visit("/executions?mcpKind=resource");
    const table = page.getByRole("table", { name: "Executions" });
    await table.getByText(uri).waitFor();
    await table.getByText("Kept in the Project").first().waitFor();
    await lookAt(page, "mcp-executions");
    await table.getByRole("link", { name: "read-order" }).first().click();
    await page.getByRole("link", { name: uri }).click();
    await page.waitForURL(/uri=orders/);
    await page.getByRole("table", { name: "Executions" }).getByRole("link", { name: "read-order" }).waitFor();
    if (isFull) await shown.check(page, "mcp-executions-uri", true);
  });
});

describe("a Function that asks", () => {
  test("is tested with a form made of its schema, which is accepted or declined", async () => {
    const page = await visit(`/functions/${refundOrder}?panel=test`);
    await page.getByLabel("orderId").fill("A-1001");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const question = page.getByRole("form", { name: "Question question" });
    await question.getByText("Refund order A-1001?").waitFor();
    await question.getByRole("button", { name: "Accept" }).click();
    await question.getByText("is required").waitFor();
    await question.getByLabel("Amount").fill("500");
    await question.getByLabel("Reason").click();
    await page.getByRole("option", { name: "Too late" }).click();
    await question.getByRole("button", { name: "Accept" }).click();
    await question.getByText(/120/).last().waitFor();
    await lookAt(page, "mcp-question");
    await question.getByLabel("Amount").fill("99.5");
    await question.getByRole("button", { name: "Accept" }).click();
    await page.getByText("Refunded 99.5 (late).").waitFor();
    await shown.check(page, "mcp-question-answered", true);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByText("Nothing was refunded (decline).").waitFor();
  });
});
