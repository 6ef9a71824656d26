import { beforeEach } from "node:test";
import type { Role } from "@ferrule/contract/states.ts";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { isThorough } from "./check-looks.ts";
import { enterPage, leavePage } from "./turn-page.ts";

export interface VisitOptions {
  /** Who looks; the owner unless it says otherwise. `null`: nobody is signed in. */
  role?: Role | null;
  /** Light and dark in turn unless it says otherwise. */
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** With cookies and storage of its own; otherwise the visits of a role share a browser profile, as tabs do. */
  alone?: boolean;
  /** Loads the page, though a page of its kind was loaded before. */
  load?: boolean;
  /** Console messages that this test provokes, such as a refused request's. */
  allow?: readonly RegExp[];
}

export interface Visits {
  /** Opens a page, signed in as the role. Console errors, page errors and policy violations become `problems`. */
  open: (path: string, options?: VisitOptions) => Promise<Page>;
  /** Leads an open page to another address. */
  go: (page: Page, path: string) => Promise<void>;
}

interface Profile {
  context: BrowserContext;
  isAlone: boolean;
  /** How often it was signed in: a page that was there before has a token that has gone. */
  session: number;
}

interface Visit {
  page: Page;
  profile: Profile;
  test: number;
  session: number;
  /** What is in the page between tests: as it was, the console with nothing read, or nothing at all. */
  state: "used" | "left" | "empty";
}

function watch(page: Page, problems: string[], allow: readonly RegExp[]): void {
  const note = (text: string) => {
    if (!allow.some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") note(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => note(`page error: ${error.stack ?? error.message}`));
}

/** How many pages there are at most; the oldest are closed for new ones. */
const openAtOnce = 6;
/** Which test runs: what earlier ones have opened may be used again. */
let running = 0;
beforeEach(() => {
  running += 1;
});

/** The address of a page without what it is about: where it was loaded once, the next visit follows a link. */
const kindOf = (path: string) => (path.split(/[?#]/)[0] ?? "").replaceAll(/[a-z]+_\w+/g, ":id");

/** Takes what it showed from a page: it would go on asking the server for news. */
async function empty(page: Page): Promise<void> {
  // Somebody who had not saved is asked before the page goes.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  page.removeAllListeners("dialog");
}

/** Takes from a page of an earlier test what that has given it. */
async function put(visit: Visit): Promise<void> {
  const { page } = visit;
  for (const type of ["console", "pageerror", "dialog"]) page.removeAllListeners(type);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(0, 0);
  visit.state = (await leavePage(page)) ? "left" : "empty";
  if (visit.state === "empty") await empty(page);
}

/**
 * The visits of all tests to one console. A page that was open before is used again, in the process that has its scripts
 * compiled; and where a page of its kind was loaded once, it follows a link. `signIn` answers whether it had to.
 */
export function keepVisits(
  browser: Browser,
  url: string,
  problems: string[],
  signIn: (context: BrowserContext, role: Role) => Promise<boolean>,
): Visits {
  let visits: Visit[] = [];
  const profiles = new Map<Role | null, Profile>();
  const loaded = new Set<string>();
  let opened = 0;

  const makeProfile = async (isAlone: boolean): Promise<Profile> => {
    const context = await browser.newContext({ baseURL: url, locale: "en-US", reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return { context, isAlone, session: 0 };
  };
  const isTaken = (profile: Profile | undefined) =>
    visits.some((visit) => visit.profile === profile && visit.test === running && !visit.page.isClosed());
  const profileOf = async (role: Role | null, alone: boolean): Promise<Profile> => {
    // Two strangers in one test do not know each other.
    if (alone || (role === null && isTaken(profiles.get(null)))) return makeProfile(true);
    const profile = profiles.get(role) ?? (await makeProfile(false));
    profiles.set(role, profile);
    return profile;
  };
  /** As a new profile is, but with its process. */
  const forget = async ({ profile, page, state }: Visit) => {
    await profile.context.clearCookies();
    if (state !== "left") return;
    await page.evaluate(() => localStorage.clear());
    await empty(page);
  };
  const isKnown = (path: string) => {
    const kind = kindOf(path);
    const known = loaded.has(kind);
    loaded.add(kind);
    return known && !isThorough;
  };

  return {
    async open(
      path,
      {
        role = "owner",
        theme = opened++ % 2 === 0 ? "light" : "dark",
        width = 1280,
        height = 860,
        alone = false,
        load = false,
        allow = [],
      } = {},
    ) {
      visits = visits.filter(({ page }) => !page.isClosed());
      for (const visit of visits) if (visit.test < running && visit.state === "used") await put(visit);
      const profile = await profileOf(role, alone);
      const { context } = profile;
      const used = visits.find((visit) => visit.profile === profile && visit.test < running);
      if (role === null && used) await forget(used);
      if (role === null || (await signIn(context, role))) profile.session += 1;
      const page = used?.page ?? (await context.newPage());
      const visit: Visit = { page, profile, test: running, session: profile.session, state: "used" };
      visits = [...visits.filter((each) => each !== used), visit];
      const [oldest] = visits.length > openAtOnce ? visits.splice(0, 1) : [];
      if (oldest) await (oldest.profile.isAlone ? oldest.profile.context : oldest.page).close();
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      page.setDefaultTimeout(60_000);
      watch(page, problems, allow);
      const isThere = isKnown(path) && !load && used?.state === "left" && used.session === visit.session;
      if (isThere && (await enterPage(page, path))) return page;
      await page.goto(path);
      return page;
    },
    async go(page, path) {
      if (isKnown(path) && (await leavePage(page)) && (await enterPage(page, path))) return;
      await page.goto(path);
    },
  };
}
