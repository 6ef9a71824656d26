import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach } from "node:test";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { openTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { startMachine, type Machine } from "@ferrule/one-machine/start-machine.ts";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { findBrowser } from "./find-browser.ts";
import { turnPage } from "./turn-page.ts";

const root = join(import.meta.dirname, "..", "..");
const owner = { email: "owner@acme.example", password: "owner password 1" };

interface StartOptions {
  /** Without its demo, Ferrule has no Project at first. */
  demo?: boolean;
}

interface Visit {
  /** Who looks; the owner unless it says otherwise. `null`: nobody is signed in. */
  role?: Role | null;
  /** Light and dark in turn unless it says otherwise. */
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** With cookies and storage of its own; otherwise the visits of a role share a browser profile, as tabs do. */
  alone?: boolean;
  /** Console messages that this test provokes, such as a refused request's. */
  allow?: readonly RegExp[];
}

/** The whole of Ferrule with its demo Project, and a browser in front. */
export interface TestConsole extends AsyncDisposable {
  url: string;
  machine: Machine;
  dataDir: string;
  /** The owner's client, on the demo Project. */
  client: Client;
  /**
   * Opens a page, newly signed in. Any console error, page error or policy violation fails the test at `check`,
   * and at the end.
   */
  open: (path: string, visit?: Visit) => Promise<Page>;
  /**
   * No problem so far, and axe finds nothing: at full length everything in the theme of the visit and contrast in the
   * other one, in the short run with `axe`, of which it would be the larger part if every check did.
   * With FERRULE_SCREENSHOTS=<folder> a picture of each, `<name>-<theme>.png`.
   */
  check: (page: Page, name: string, axe?: boolean) => Promise<void>;
  stop: () => Promise<void>;
}

const expected = [
  /Failed to load resource: the server responded with a status of 401 \(Unauthorized\).*\/api\/auth\/me/,
];

function watch(page: Page, problems: string[], allow: readonly RegExp[]): void {
  const note = (text: string) => {
    if (![...expected, ...allow].some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") note(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => note(`page error: ${error.stack ?? error.message}`));
}

/** How many visits of one test there are at most; the oldest are closed for new ones. */
const openAtOnce = 4;
/** Which test runs: what earlier ones have opened may be used again. */
let running = 0;
beforeEach(() => {
  running += 1;
});

/** Takes from a page what the visit before has given it. */
async function release(page: Page): Promise<void> {
  for (const type of ["console", "pageerror", "dialog"]) page.removeAllListeners(type);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(0, 0);
}

/**
 * Makes a page ready to load another address. A new one would begin in a process of its own, which compiles every script
 * again: with one that has them a visit takes two thirds of the time.
 */
async function empty(page: Page): Promise<void> {
  // Somebody who had not saved is asked before the page goes.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  page.removeAllListeners("dialog");
}

/** The address of a page without what it is about: where it was loaded once, the next visit follows a link. */
const kindOf = (path: string) => (path.split(/[?#]/)[0] ?? "").replaceAll(/[a-z]+_\w+/g, ":id");
/** At full length, and when pictures are taken, every check looks with axe, and in both themes. */
const isThorough = process.env["FERRULE_TEST_LENGTH"] === "full" || process.env["FERRULE_SCREENSHOTS"] !== undefined;
const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** Nothing here has frames of other origins, for which axe would open one more page each time. */
const axeOf = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"], iframes: false });

/** Takes the picture of a page as it stands, and fails if axe finds something. */
async function checkLooks(page: Page, name: string, theme: string, axe: AxeBuilder): Promise<void> {
  const folder = process.env["FERRULE_SCREENSHOTS"];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`), fullPage: true });
  }
  const { violations } = await axe.analyze();
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 5)
        .map(({ target, failureSummary }) => `${String(target)} ${failureSummary ?? ""}`)
        .join(" | ")}`,
  );
  assert.deepEqual(told, [], `axe on ${name} (${theme})`);
}

async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    // Every message between processes costs both of them: two that a page's own needs are threads of the browser's.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-software-rasterizer",
      "--in-process-gpu",
      "--enable-features=NetworkServiceInProcess2",
      "--font-render-hinting=none",
      "--disable-dev-shm-usage",
    ],
  });
}

/** Builds the console if it is stale, starts every role, and a browser. Slow: once a process, where it will do. */
export async function startConsole({ demo = true }: StartOptions = {}): Promise<TestConsole> {
  const dataDir = mkdtempSync(join(tmpdir(), "ferrule-browser-"));
  chmodSync(dataDir, 0o711);
  const postgres = await openTestPostgres();
  const started = await Promise.allSettled([
    startMachine({
      root,
      env: {
        DATA_DIR: dataDir,
        PORT: "0",
        DATABASE_URL: await postgres.createDatabase(`browser_${randomUUID()}`),
        DEMO_MODE: String(demo),
        OWNER_EMAIL: owner.email,
        OWNER_PASSWORD: owner.password,
      },
      log: createLog("browser", "silent"),
    }),
    startBrowser(),
  ]);
  const [machineStart, browserStart] = started;
  let visits: { page: Page; context: BrowserContext; isAlone: boolean; test: number; signedIn: number }[] = [];
  /** How often each profile was signed in: a page that was there before has a token that has gone. */
  const signedIn = new Map<BrowserContext, number>();
  const loaded = new Set<string>();
  /** One for each role: what a page has read is in its cache for the next one. */
  const profiles = new Map<Role, BrowserContext>();
  let opened = 0;
  const problems: string[] = [];
  const stop = async () => {
    if (browserStart.status === "fulfilled") await browserStart.value.close();
    if (machineStart.status === "fulfilled") await machineStart.value.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
    assert.deepEqual(problems, [], "the browser reported problems");
  };
  if (machineStart.status === "rejected" || browserStart.status === "rejected") {
    await stop();
    throw new Error("The console could not be started", {
      cause: started.map((one) => (one.status === "rejected" ? (one.reason as Error) : null)),
    });
  }
  const [machine, browser] = [machineStart.value, browserStart.value];
  const { url } = machine;
  const client = createClient({ baseUrl: url, cookies: "keep" });
  await client.login({ body: owner });
  const { items } = await client.listProjects({ query: { limit: 10 } });
  const projectId = items[0]?.id ?? "";
  if (demo) await client.selectProject({ params: { projectId } });

  const accounts = new Map<Role, { email: string; password: string }>([["owner", owner]]);
  const accountOf = async (role: Role) => {
    const known = accounts.get(role);
    if (known) return known;
    const email = `${role}@acme.example`;
    await client.createUser({ body: { email, name: `The ${role}`, role, password: "first password 1" } });
    const own = createClient({ baseUrl: url, cookies: "keep" });
    await own.login({ body: { email, password: "first password 1" } });
    const password = "second password 2";
    await own.changePassword({ body: { currentPassword: "first password 1", newPassword: password } });
    await own.selectProject({ params: { projectId } });
    accounts.set(role, { email, password });
    return { email, password };
  };

  /** Whether a profile has a session, and the owner's is on the Project that their client has chosen. */
  const isSignedIn = async (context: BrowserContext, role: Role) => {
    const answer = await context.request.get("/api/auth/me");
    if (!answer.ok() || role !== "owner") return answer.ok();
    const { activeProject } = (await answer.json()) as Awaited<ReturnType<Client["getMe"]>>;
    return activeProject?.id === (await client.getMe()).activeProject?.id;
  };

  const newProfile = async () => {
    const context = await browser.newContext({ baseURL: url, locale: "en-US", reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return context;
  };

  return {
    url,
    machine,
    dataDir,
    client,
    stop,
    [Symbol.asyncDispose]: stop,
    async open(
      path,
      {
        role = "owner",
        theme = opened++ % 2 === 0 ? "light" : "dark",
        width = 1280,
        height = 860,
        alone = false,
        allow = [],
      } = {},
    ) {
      const isAlone = alone || role === null;
      const context = (isAlone ? undefined : profiles.get(role)) ?? (await newProfile());
      if (!isAlone) profiles.set(role, context);
      // Only where it must: another session would take the CSRF token from the pages that are open.
      if (role !== null && !(await isSignedIn(context, role))) {
        await context.request.post("/api/auth/login", { data: await accountOf(role) });
        signedIn.set(context, (signedIn.get(context) ?? 0) + 1);
      }
      const used = visits.find((visit) => visit.context === context && visit.test < running && !visit.page.isClosed());
      if (used) await release(used.page);
      const page = used?.page ?? (await context.newPage());
      const visit = { page, context, isAlone, test: running, signedIn: signedIn.get(context) ?? 0 };
      visits = [...visits.filter((each) => each !== used), visit];
      // Pages of tests that have ended would go on asking the server for news.
      const [oldest] = visits.length > openAtOnce ? visits.splice(0, 1) : [];
      if (oldest) await (oldest.isAlone ? oldest.context : oldest.page).close();
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      page.setDefaultTimeout(60_000);
      watch(page, problems, allow);
      const isKnown = !isThorough && loaded.has(kindOf(path)) && used?.signedIn === visit.signedIn;
      loaded.add(kindOf(path));
      if (isKnown && (await turnPage(page, path))) return page;
      if (used) await empty(page);
      await page.goto(path);
      return page;
    },
    async check(page, name, axe = false) {
      await page.locator("main").first().waitFor({ state: "attached" });
      // Skeletons stand for what has not come yet.
      await page.waitForFunction(
        () => !document.querySelector('[role="status"][aria-label^="Loading"]:not([inert] *)'),
      );
      const first =
        (await page.evaluate(() => document.documentElement.dataset["theme"])) === "dark" ? "dark" : "light";
      const second = first === "dark" ? "light" : "dark";
      if (isThorough || axe) await checkLooks(page, name, first, axeOf(page).withTags(tags));
      if (isThorough) {
        await page.emulateMedia({ colorScheme: second });
        const turned = await page.evaluate(async (wanted) => {
          if (document.documentElement.dataset["theme"] !== wanted) return false;
          await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
          await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
          return true;
        }, second);
        if (turned) await checkLooks(page, name, second, axeOf(page).withRules(["color-contrast"]));
        await page.emulateMedia({ colorScheme: first });
      }
      assert.deepEqual(problems, [], `the browser reported problems on ${name}`);
    },
  };
}

let shared: Promise<TestConsole> | undefined;
after(async () => (await shared)?.stop());

/** The one of this process, with the demo Project: the journeys of one test file follow each other on it. */
export function shareConsole(): Promise<TestConsole> {
  shared ??= startConsole();
  return shared;
}
