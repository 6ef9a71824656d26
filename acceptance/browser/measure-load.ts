import type { Page } from "playwright-core";

/** The resources that a page has fetched since the measuring began. */
export interface Load {
  /** Script files that came over the network. */
  scripts: number;
  /** The compressed size of those files' bodies. */
  scriptBytes: number;
  styleBytes: number;
  /** Requests to the management API that got an answer, as `200 GET /api/auth/session`. */
  api: string[];
}

/**
 * Adds up the resources that a page fetches from now on. The result waits for requests under way, then returns the sum
 * so far.
 */
export function measureLoad(page: Page): () => Promise<Load> {
  const answers: Promise<{ type: string; url: string; bytes: number; told: string } | null>[] = [];
  page.on("requestfinished", (request) => {
    const measured = async () => {
      const response = await request.response();
      if (!response) return null;
      const { responseBodySize } = await request.sizes();
      const { pathname } = new URL(request.url());
      const told = `${response.status()} ${request.method()} ${pathname}`;
      return { type: request.resourceType(), url: pathname, bytes: responseBodySize, told };
    };
    answers.push(measured().catch(() => null));
  });
  return async () => {
    const all = (await Promise.all(answers)).filter((answer) => answer !== null);
    const sum = (type: string) => all.reduce((total, each) => total + (each.type === type ? each.bytes : 0), 0);
    return {
      scripts: all.filter(({ type }) => type === "script").length,
      scriptBytes: sum("script"),
      styleBytes: sum("stylesheet"),
      api: all.filter(({ url }) => url.startsWith("/api/")).map(({ told }) => told),
    };
  };
}
