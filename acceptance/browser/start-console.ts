import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { startFakeProvider, type FakeProvider } from "@ferrule/control-plane/people/identity/testing/fake-provider.ts";
import { migratedTemplate } from "@ferrule/control-plane/ground/store/schema/migrated-template.ts";
import { seedDemo } from "@ferrule/demo/seed-demo.ts";
import { openTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { startMachine, type Machine, type SignIn } from "@ferrule/one-machine/start-machine.ts";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { checkLooks, isThorough } from "./check-looks.ts";
import { findBrowser } from "./find-browser.ts";
import { keepVisits, type Visits } from "./visits.ts";

const root = join(import.meta.dirname, "..", "..");
const owner = { email: "owner@acme.example", password: "owner password 1" };

interface StartOptions {
  /** Without its demo, Ferrule has no Project at first. */
  demo?: boolean;
}

/** The whole of Ferrule with its demo Project, and a browser in front. */
export interface TestConsole extends Visits, AsyncDisposable {
  url: string;
  machine: Machine;
  dataDir: string;
  /** A provider that the control plane may contact. */
  provider: FakeProvider;
  /** The owner's client, on the demo Project. */
  client: Client;
  /**
   * Passes if no problem has occurred and axe finds none. At full length, axe checks everything in the visit's theme,
   * and contrast in the other theme. In the short run it works only with `axe`, because it would take most of the run's
   * time if every check used it. With FERRULE_SCREENSHOTS=<folder>, it takes a picture of each: `<name>-<theme>.png`.
   */
  check: (page: Page, name: string, axe?: boolean) => Promise<void>;
  /** Replaces the present demo Project by a fresh one, for everybody. */
  renewDemo: () => Promise<void>;
  stop: () => Promise<void>;
}

async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    // Every message between processes costs both of them time, so two of a page's processes run as threads of the
    // browser's.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-software-rasterizer",
      "--in-process-gpu",
      "--enable-features=NetworkServiceInProcess2",
      "--font-render-hinting=none",
      "--disable-dev-shm-usage",
      // A page lives for seconds, so optimizing its scripts costs more than it saves. Tests that measure speed leave
      // the default.
      ...(isThorough ? [] : ["--js-flags=--no-maglev,--no-turbofan,--single-threaded-gc"]),
    ],
  });
}

/**
 * Builds the console if it is stale, then starts every role and a browser. It is slow: share one in a process if you
 * can.
 */
export async function startConsole({ demo = true }: StartOptions = {}): Promise<TestConsole> {
  const dataDir = mkdtempSync(join(tmpdir(), "ferrule-browser-"));
  chmodSync(dataDir, 0o711);
  const log = createLog("browser", "silent");
  const postgres = await openTestPostgres();
  const provider = await startFakeProvider();
  const started = await Promise.allSettled([
    startMachine({
      root,
      env: {
        DATA_DIR: dataDir,
        PORT: "0",
        DATABASE_URL: await postgres.createDatabase(`browser_${randomUUID()}`, await migratedTemplate(postgres)),
        DEMO_MODE: String(demo),
        OWNER_EMAIL: owner.email,
        OWNER_PASSWORD: owner.password,
        EGRESS_ALLOW_PRIVATE: new URL(provider.issuer).host,
      },
      log,
    }),
    startBrowser(),
  ]);
  const [machineStart, browserStart] = started;
  const problems: string[] = [];
  const stop = async () => {
    if (browserStart.status === "fulfilled") await browserStart.value.close();
    if (machineStart.status === "fulfilled") await machineStart.value.stop();
    await postgres.stop();
    await provider[Symbol.asyncDispose]();
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
  let projectId = items[0]?.id ?? "";
  if (demo) await client.selectProject({ params: { projectId } });

  const accounts = new Map<Role, { email: string; password: string; projectId: string }>();
  const accountOf = async (role: Role) => {
    if (role === "owner") return owner;
    const known = accounts.get(role);
    if (known?.projectId === projectId) return known;
    const own = createClient({ baseUrl: url, cookies: "keep" });
    const account = { email: `${role}@acme.example`, password: "second password 2", projectId };
    if (known) await own.login({ body: { email: known.email, password: known.password } });
    else {
      const first = "first password 1";
      await client.createUser({ body: { email: account.email, name: `The ${role}`, role, password: first } });
      await own.login({ body: { email: account.email, password: first } });
      await own.changePassword({ body: { currentPassword: first, newPassword: account.password } });
    }
    await own.selectProject({ params: { projectId } });
    accounts.set(role, account);
    return account;
  };

  /**
   * Signs in only if necessary: another session would invalidate the CSRF token of open pages. It is necessary without
   * a session, or with one on another Project than the demo or the owner's client.
   */
  const signIn = async (context: BrowserContext, role: Role) => {
    const answer = await context.request.get("/api/auth/me");
    if (answer.ok()) {
      const { activeProject } = (await answer.json()) as Awaited<ReturnType<Client["getMe"]>>;
      const wanted = role === "owner" ? (await client.getMe()).activeProject?.id : projectId;
      if (activeProject?.id === wanted) return false;
    }
    const { email, password } = await accountOf(role);
    await context.request.post("/api/auth/login", { data: { email, password } });
    return true;
  };

  const console: TestConsole = {
    ...keepVisits(browser, url, problems, signIn),
    url,
    machine,
    dataDir,
    provider,
    client,
    stop,
    [Symbol.asyncDispose]: stop,
    async check(page, name, axe = false) {
      await checkLooks(page, name, axe);
      assert.deepEqual(problems, [], `the browser reported problems on ${name}`);
    },
    async renewDemo() {
      await console.rest();
      const params = { projectId };
      await client.updateProject({ params, body: { status: "archived" } });
      await client.deleteProject({ params });
      const seed = await seedDemo({
        url: machine.controlPlaneUrl,
        internalApiToken: machine.internalApiToken,
        publicUrl: url,
        dataDir: mkdtempSync(join(dataDir, "demo-")),
        mockIntegrationUrl: machine.mockIntegrationUrl ?? assert.fail("no mock integration service"),
        signInLink: () => machine.controlPlane.ask<SignIn>("sign-in-link"),
        log,
      });
      console.machine = { ...machine, demo: seed };
      const { items: projects } = await client.listProjects({ query: { limit: 200 } });
      projectId = projects.find(({ slug }) => slug === "demo")?.id ?? assert.fail("no demo Project");
      await client.selectProject({ params: { projectId } });
    },
  };
  return console;
}

let shared: Promise<TestConsole> | undefined;
let present: string | undefined;
after(async () => (await shared)?.stop());

/**
 * This process's console. The journeys of one `part` run one after another on its demo Project; the next part has
 * another.
 */
export async function shareConsole(part: string): Promise<TestConsole> {
  const isFirst = shared === undefined;
  shared ??= startConsole();
  const console = await shared;
  if (!isFirst && part !== present) await console.renewDemo();
  present = part;
  return console;
}
