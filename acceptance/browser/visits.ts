import { beforeEach } from "node:test";
import type { Role } from "@ferrule/contract/states.ts";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { isThorough } from "./check-looks.ts";
import { enterPage, leavePage } from "./turn-page.ts";

export interface VisitOptions {
  /** The visitor's role; the owner by default. `null`: a visitor who is not signed in. */
  role?: Role | null;
  /** Alternates between light and dark by default. */
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** The visit has its own cookies and storage; otherwise the visits of a role share a browser profile, like tabs. */
  alone?: boolean;
  /** Loads the page, even if a page of its kind was loaded before. */
  load?: boolean;
  /** Console messages that this test causes on purpose, for example by a refused request. */
  allow?: readonly RegExp[];
}

export interface Visits {
  /** Opens a page, signed in as the role. Console errors, page errors and policy violations become `problems`. */
  open: (path: string, options?: VisitOptions) => Promise<Page>;
  /** Leads an open page to another address. */
  go: (page: Page, path: string) => Promise<void>;
  /** Ends what all visits show. Otherwise they keep asking for news of a Project that is about to go. */
  rest: () => Promise<void>;
}

interface Profile {
  context: BrowserContext;
  isAlone: boolean;
  /** The number of its sign-ins: after each, open pages have an invalid token. */
  session: number;
}

interface Visit {
  page: Page;
  profile: Profile;
  test: number;
  session: number;
  /** The state of the page between tests: unchanged, the console without data, or blank. */
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

/** The largest number of pages; new ones close the oldest. */
const openAtOnce = 6;
/** The current test: it may reuse pages that earlier tests have opened. */
let running = 0;
beforeEach(() => {
  running += 1;
});

/** The address of a page without its subject: after the first load, the next visit follows a link. */
const kindOf = (path: string) => (path.split(/[?#]/)[0] ?? "").replaceAll(/[a-z]+_\w+/g, ":id");

/** Clears a page: otherwise it would keep asking the server for news. */
async function empty(page: Page): Promise<void> {
  // With unsaved work, the page asks before it goes.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  page.removeAllListeners("dialog");
}

/** Undoes what an earlier test did to its page. */
async function put(visit: Visit): Promise<void> {
  const { page } = visit;
  for (const type of ["console", "pageerror", "dialog"]) page.removeAllListeners(type);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(0, 0);
  visit.state = (await leavePage(page)) ? "left" : "empty";
  if (visit.state === "empty") await empty(page);
}

/**
 * The visits of all tests to one console. A visit reuses an open page, in the process that has compiled its scripts. If
 * a page of its kind was loaded before, the visit follows a link. `signIn` returns whether it had to sign in.
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
    // Two strangers in one test share nothing.
    if (alone || (role === null && isTaken(profiles.get(null)))) return makeProfile(true);
    const profile = profiles.get(role) ?? (await makeProfile(false));
    profiles.set(role, profile);
    return profile;
  };
  /** Like a new profile, but with the same process. */
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
    async rest() {
      visits = visits.filter(({ page }) => !page.isClosed());
      for (const visit of visits) {
        if (visit.state === "used") await put(visit);
        if (visit.state === "left") await empty(visit.page);
        visit.state = "empty";
      }
    },
  };
}
