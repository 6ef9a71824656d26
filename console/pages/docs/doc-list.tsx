import { Link } from "@tanstack/react-router";
import { docs } from "./doc-texts.ts";
import { splitSections } from "./split-sections.ts";

/** The first sentence below a page's title. */
const summaryOf = (text: string) => /^.*?[.:](?=\s|$)/.exec(splitSections(text)[0]?.text ?? "")?.[0] ?? "";

/** Every page of the documentation, with its first sentence. */
export const DocList = () => (
  <ul aria-label="Documentation" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
    {docs.map(({ slug, title, text }) => (
      <li key={slug}>
        <Link
          to="/docs/$page"
          params={{ page: slug }}
          className="block h-full rounded-lg border border-line bg-surface px-4 py-3 hover:border-control"
        >
          <span className="text-sm font-semibold">{title}</span>
          <span className="line-clamp-2 text-xs text-muted">{summaryOf(text)}</span>
        </Link>
      </li>
    ))}
  </ul>
);
