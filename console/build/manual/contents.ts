/** A group of pages in the navigation of the documentation. */
export interface Group {
  title: string;
  /** The addresses of its pages below `/docs/`, in reading order. */
  slugs: readonly string[];
}

const group = (title: string, slugs: string): Group => ({ title, slugs: slugs.split(" ") });

/** What the documentation contains, in reading order. The build fails if a page of `docs/` is missing here. */
export const contents: readonly Group[] = [
  group("Begin", "quickstart first-hour concepts recipes examples console"),
  group("Write Functions", "functions npm tests secrets databases collections"),
  group("Be called", "endpoints mcp http webhooks cron sign-in questions model-schemas"),
  group("Long work", "runs approvals"),
  group("From your editor", "cli agents agent-guide project-folder git previews ci project-source"),
  group("Operate", "alerts operating containers proxy hardening security company-sign-in telemetry"),
  group("Look up", "api errors troubleshooting mcp-checklist"),
];
