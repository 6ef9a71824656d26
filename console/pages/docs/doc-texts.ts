/** The reading order; pages that are missing here follow, sorted by name. */
const order = [
  "quickstart first-hour concepts functions runs approvals recipes endpoints sign-in company-sign-in mcp model-schemas http webhooks npm secrets databases collections cron console",
  "ci operating telemetry proxy security troubleshooting api errors",
].flatMap((slugs) => slugs.split(" "));

const files = import.meta.glob<string>("../../../docs/*.md", { query: "?raw", import: "default", eager: true });

/** A page of the documentation. */
export interface Doc {
  /** Its file's name without `.md`, which is also its path in the URL. */
  slug: string;
  title: string;
  /** The page as Markdown. */
  text: string;
}

const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length);

/** The whole documentation, bundled at build time: it matches this version. */
export const docs: readonly Doc[] = Object.entries(files)
  .map(([path, text]) => {
    const slug = /([\w-]+)\.md$/.exec(path)?.[1] ?? path;
    return { slug, title: /^# (.+)$/m.exec(text)?.[1] ?? slug, text };
  })
  .sort((one, other) => place(one.slug) - place(other.slug) || one.slug.localeCompare(other.slug));
