import { useNavigate, useSearch } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useOperation } from "../../api/use-operation.ts";
import { Card, Facts } from "../../components/card.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { inputClass } from "../../components/input-class.ts";
import { Page } from "../../components/page.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { ApiOperation } from "./api-operation.tsx";
import { DocList } from "./doc-list.tsx";
import { DocsSearch } from "./docs-search.tsx";
import { operationsOf, type OpenApiDocument } from "./openapi-document.ts";

const Code = ({ children }: { children: string }) => <code className="font-mono text-xs break-all">{children}</code>;

/** How to call Functions, and every operation of the management API as this server describes it. */
export function DocsPage() {
  const { q = "", find = "" } = useSearch({ from: "/docs" });
  const navigate = useNavigate();
  const { data, error, refetch } = useOperation("getOpenapi", {}, { staleTime: Infinity });
  const { origin } = window.location;
  const all = data ? operationsOf(data as unknown as OpenApiDocument) : undefined;
  const words = q.toLowerCase().split(/\s+/);
  const shown = all?.filter(({ text }) => words.every((word) => text.includes(word)));
  const tags = [...new Set(shown?.map(({ tag }) => tag))];
  return (
    <Page title="Docs" description="Documentation for this version, and the API behind this console.">
      <div className="grid gap-5">
        <DocsSearch
          find={find}
          onChange={(next) =>
            void navigate({ to: "/docs", replace: true, search: (now) => ({ ...now, find: next || undefined }) })
          }
        />
        <DocList />
        <Card title="Calling Functions">
          <Facts
            items={[
              ["MCP", <Code key="mcp">{`POST ${origin}/mcp/{environment}/{project}/{endpoint}`}</Code>],
              ["HTTP", <Code key="http">{`${origin}/http/{environment}/{project}/{endpoint}/…`}</Code>],
              [
                "Credential",
                <Code key="key">{"x-api-key: <key>, or the same key as Authorization: Bearer <key>"}</Code>,
              ],
              [
                "Management API",
                <Code key="api">{`${origin}/api, with an API token as Authorization: Bearer <token>`}</Code>,
              ],
              ["Operations", <Code key="ops">{"/health, /ready, /metrics"}</Code>],
            ]}
          />
        </Card>
        <section className="grid gap-3" aria-labelledby="operations">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id="operations" className="flex-1 text-base font-semibold">
              Management API
            </h2>
            <label className="relative w-full max-w-80">
              <span className="quiet">Find an operation</span>
              <Search aria-hidden size={14} className="absolute top-2.5 left-2.5 text-faint" />
              <input
                className={`${inputClass} pl-8`}
                type="search"
                placeholder="Find an operation"
                value={q}
                onChange={({ target }) =>
                  void navigate({
                    to: "/docs",
                    replace: true,
                    search: (now) => ({ ...now, q: target.value || undefined }),
                  })
                }
              />
            </label>
            <a className="link text-sm" href="/api/openapi.json">
              OpenAPI 3.1 document
            </a>
          </div>
          {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {!shown && !error && <SkeletonRows rows={12} />}
          {shown?.length === 0 && (
            <p className="py-8 text-center text-sm text-muted">No operation has “{q}” in its name, path or summary.</p>
          )}
          {tags.map((tag) => (
            <Card key={tag} title={tag} flush>
              <ul>
                {shown
                  ?.filter((operation) => operation.tag === tag)
                  .map((operation) => (
                    <ApiOperation key={operation.name} operation={operation} />
                  ))}
              </ul>
            </Card>
          ))}
        </section>
      </div>
    </Page>
  );
}
