import type { Page } from "playwright-core";
import { shareConsole, type TestConsole } from "./start-console.ts";

let shown: TestConsole;

/** A loaded machine builds a Function in seconds, not in milliseconds. */
export const patience = { timeout: 60_000 };

/** The source of a Function that greets, with the Library that `beginFunctions` makes. */
export const source = `import type { Context } from "ferrule";
import { cents } from "lib/money";

interface Input {
  /** Whom to greet. @example "Ada" */
  name: string;
}

/** Greets somebody by name. */
export default async function greet(input: Input, ctx: Context) {
  ctx.log.info("greeting", { name: input.name });
  return { greeting: \`Hello \${input.name}\`, price: cents(5) };
}
`;

export async function visit(...given: Parameters<TestConsole["open"]>): Promise<Page> {
  const page = await shown.open(...given);
  page.setDefaultTimeout(patience.timeout);
  return page;
}

export const editorOf = (page: Page) => page.getByRole("textbox", { name: /^Source of / });
export const problems = (page: Page) => page.getByRole("region", { name: "Problems" });
export const quiet = (page: Page) => problems(page).getByText("No problems").waitFor(patience);

let made = 0;

/** How many were created, for unique names. */
export const madeSoFar = (): number => made;

export async function createFunction(text = source): Promise<string> {
  made += 1;
  const { id } = await shown.client.createFunction({
    body: { slug: `greeter-${made}`, name: `Greeter ${made}`, source: text },
  });
  return id;
}

/** Puts the cursor behind a text of the editor. */
export async function placeBehind(page: Page, text: string): Promise<void> {
  await editorOf(page).getByText(text, { exact: false }).first().click();
  await page.keyboard.press("End");
}

let begun: Promise<TestConsole> | undefined;

async function begin(): Promise<TestConsole> {
  shown = await shareConsole("keeping");
  await shown.client.createLibrary({
    body: {
      kind: "source",
      name: "money",
      source: "/** Cents as text. */\nexport const cents = (n: number) => `${n} ct`;\n",
    },
  });
  return shown;
}

/** The console with everything that the Functions of these journeys need, made once. */
export const beginFunctions = (): Promise<TestConsole> => (begun ??= begin());
