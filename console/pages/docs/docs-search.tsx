import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo } from "react";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { searchDocs } from "./search-docs.ts";

interface DocsSearchProps {
  find: string;
  onChange: (find: string) => void;
}

const most = 12;

/** Searches every page of the documentation; matches appear below the field while it has text. */
export function DocsSearch({ find, onChange }: DocsSearchProps) {
  const words = useDeferredValue(find.trim());
  const found = useMemo(() => (words === "" ? [] : searchDocs(words, most)), [words]);
  return (
    <search className="grid gap-3">
      <SearchBox label="Search the documentation" value={find} onChange={onChange} className="w-full max-w-xl" />
      {words !== "" && (
        <div className="max-w-3xl overflow-hidden rounded-lg border border-line bg-surface">
          <p role="status" className="border-b border-line px-4 py-2 text-xs text-muted">
            {found.length === 0 ? `Nothing in the documentation matches “${words}”.` : `Best matches for “${words}”`}
          </p>
          <ul aria-label="Search results" className="divide-y divide-line">
            {found.map(({ slug, title, heading, hash, excerpt }) => (
              <li key={`${slug}#${hash}`}>
                <Link
                  to="/docs/$page"
                  params={{ page: slug }}
                  hash={hash}
                  className="block px-4 py-2 text-sm outline-offset-[-2px] hover:bg-hover"
                >
                  <span className="font-medium">{heading}</span>
                  {hash !== "" && <span className="text-muted"> · {title}</span>}
                  <span className="line-clamp-2 text-xs text-muted">{excerpt}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
