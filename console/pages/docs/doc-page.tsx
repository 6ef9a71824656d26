import { Link, useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState } from "../../components/states.tsx";
import { docs } from "./doc-texts.ts";
import { Markdown } from "./markdown.tsx";
import { splitSections } from "./split-sections.ts";

/** A reader of one page does not wait for the index of all pages. */
const DocsSearch = lazyPart(() => import("./docs-search.tsx"), "DocsSearch", <div className="h-9" />);

const Above = () => (
  <Link to="/docs" className="hover:underline">
    Docs
  </Link>
);

const PageList = () => (
  <nav aria-label="Documentation" className="max-lg:order-last lg:sticky lg:top-20 lg:self-start">
    <ul className="grid gap-0.5 text-sm">
      {docs.map(({ slug, title }) => (
        <li key={slug}>
          <Link
            to="/docs/$page"
            params={{ page: slug }}
            className="block rounded-md px-2 py-1 text-muted hover:bg-hover aria-[current]:bg-selected aria-[current]:text-ink"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

function SectionList({ text }: { text: string }) {
  const sections = splitSections(text).slice(1);
  if (sections.length < 2) return null;
  return (
    <nav
      aria-label="On this page"
      className="max-2xl:hidden 2xl:sticky 2xl:top-20 2xl:max-h-[80dvh] 2xl:self-start 2xl:overflow-y-auto"
    >
      <p className="mb-1 text-xs font-medium text-muted">On this page</p>
      <ul className="grid text-xs text-muted">
        {sections.map((section) => (
          <li key={section.hash}>
            <a href={`#${section.hash}`} className="block py-1 hover:text-ink">
              {section.heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One page of the documentation, with the list of all pages. */
export function DocPage() {
  const { page } = useParams({ from: "/docs/$page" });
  const { find = "" } = useSearch({ from: "/docs/$page" });
  const navigate = useNavigate({ from: "/docs/$page" });
  const { hash } = useLocation();
  const doc = docs.find(({ slug }) => slug === page);
  useEffect(() => {
    // The text arrives after the router looked for the anchor, so scroll to it now.
    const heading = hash === "" ? null : document.querySelector<HTMLElement>(`#${CSS.escape(hash)}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, page]);
  if (!doc)
    return (
      <Page title="Docs" above={<Above />}>
        <EmptyState title={`There is no documentation page “${page}”`}>It may have been renamed.</EmptyState>
      </Page>
    );
  return (
    <Page title={doc.title} above={<Above />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[11rem_minmax(0,1fr)] 2xl:grid-cols-[11rem_minmax(0,1fr)_14rem]">
        <PageList />
        <article className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 self-start">
          <DocsSearch
            find={find}
            onChange={(next) =>
              void navigate({ replace: true, search: (now) => ({ ...now, find: next || undefined }) })
            }
          />
          <Markdown text={doc.text} />
        </article>
        <SectionList text={doc.text} />
      </div>
    </Page>
  );
}
