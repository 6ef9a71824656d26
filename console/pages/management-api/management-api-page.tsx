import { useOperation } from "../../api/use-operation.ts";
import { Mono } from "../../components/mono.tsx";
import { DocsLink } from "../../components/docs-link.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { Page } from "../../components/page.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { ApiOperation } from "./api-operation.tsx";
import { operationsOf, type OpenApiDocument } from "./openapi-document.ts";

const Code = ({ children }: { children: string }) => <Mono>{children}</Mono>;

function CallingFunctions() {
  const { origin } = window.location;
  return (
    <Card title="Calling Functions">
      <Facts
        items={[
          ["MCP", <Code key="mcp">{`POST ${origin}/mcp/{environment}/{project}/{endpoint}`}</Code>],
          ["HTTP", <Code key="http">{`${origin}/http/{environment}/{project}/{endpoint}/…`}</Code>],
          ["Credential", <Code key="key">{"x-api-key: <key>, or the same key as Authorization: Bearer <key>"}</Code>],
          [
            "Management API",
            <Code key="api">{`${origin}/api, with an API token as Authorization: Bearer <token>`}</Code>,
          ],
          ["Operations", <Code key="ops">{"/health, /ready, /metrics"}</Code>],
        ]}
      />
    </Card>
  );
}

interface OperationsProps {
  q: string;
  onChange: (q: string) => void;
}

/** Every operation of the management API by its tag, searched in the browser. */
function Operations({ q, onChange }: OperationsProps) {
  const { data, error, refetch } = useOperation("getOpenapi", {}, { staleTime: Infinity });
  const all = data ? operationsOf(data as unknown as OpenApiDocument) : undefined;
  const words = q.toLowerCase().split(/\s+/);
  const shown = all?.filter(({ text }) => words.every((word) => text.includes(word)));
  const byTag = Object.entries(Object.groupBy(shown ?? [], ({ tag }) => tag));
  return (
    <section className="grid gap-3" aria-labelledby="operations">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="operations" className="flex-1 text-base font-semibold">
          Operations
        </h2>
        <SearchBox label="Find an operation" value={q} onChange={onChange} className="w-80" />
        <a className="link text-sm" href="/api/openapi.json">
          OpenAPI 3.1 document
        </a>
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!shown && !error && <SkeletonRows rows={12} />}
      {shown?.length === 0 && (
        <p className="py-8 text-center text-sm text-muted">No operation has “{q}” in its name, path or description.</p>
      )}
      {byTag.map(([tag, operations = []]) => (
        <Card key={tag} title={tag} flush>
          <ul>
            {operations.map((operation) => (
              <ApiOperation key={operation.name} operation={operation} />
            ))}
          </ul>
        </Card>
      ))}
    </section>
  );
}

/** How to call Functions, and every operation of the management API as this server describes it. */
export function ManagementApiPage() {
  const { search, set } = useListSearch("/management-api");
  const { q = "" } = search;
  return (
    <Page
      title="Management API"
      description={
        <>
          The API behind this console. <DocsLink page="api">Its documentation</DocsLink> has credentials and examples.
        </>
      }
    >
      <div className="grid gap-5">
        <CallingFunctions />
        <Operations q={q} onChange={(next) => set({ q: next || undefined }, true)} />
      </div>
    </Page>
  );
}
