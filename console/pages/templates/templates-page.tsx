import { useNavigate, useSearch } from "@tanstack/react-router";
import { LayoutTemplate, Search } from "lucide-react";
import { Suspense } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import { Page } from "../../components/page.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { EmptyState, Skeleton } from "../../components/states.tsx";
import type { TemplatesSearch } from "./search.ts";
import { TemplateCard } from "./template-card.tsx";

const TemplateDrawer = lazyPart(async () => ({ default: (await import("./template-drawer.tsx")).TemplateDrawer }));

const gridClass = "grid gap-3 sm:grid-cols-2 xl:grid-cols-3 min-[1900px]:grid-cols-4";

/** The catalogue: ready-made Functions with bindings, to install and then edit like any other. */
export function TemplatesPage() {
  const { q = "", category, template, onto } = useSearch({ from: "/templates" });
  const navigate = useNavigate({ from: "/templates" });
  const { data, error, refetch } = useOperation("listTemplates", { query: { limit: 200 } }, { staleTime: Infinity });
  const set = (change: TemplatesSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace });
  const wanted = q.toLowerCase();
  const shown = data?.items.filter(
    (each) =>
      (category === undefined || each.category === category) &&
      [each.name, each.summary, each.category, ...each.contents.map(({ name }) => name), ...each.requiredSecrets].some(
        (text) => text.toLowerCase().includes(wanted),
      ),
  );
  const all = [...new Set(data?.items.map((each) => each.category))].toSorted();
  const categories = all.filter((each) => shown?.some((one) => one.category === each));
  return (
    <Page
      title="Templates"
      description="Ready-made Functions with their bindings. After you install one, you can edit it freely."
    >
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search templates"
          value={q}
          onChange={(text) => set({ q: text === "" ? undefined : text }, true)}
        />
        <Filters
          filters={[
            { name: "category", label: "Category", choices: all.map((each) => ({ value: each, label: each })) },
          ]}
          values={{ category }}
          onChange={set}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label="Loading" className={gridClass}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-32" />
          ))}
        </div>
      )}
      {categories.map((each) => (
        <section key={each} aria-labelledby={`category-${each}`} className="mb-7">
          <h2 id={`category-${each}`} className="mb-2 text-sm font-semibold text-muted">
            {each}
          </h2>
          <ul className={gridClass}>
            {shown
              ?.filter((one) => one.category === each)
              .map((one) => (
                <li key={one.id}>
                  <TemplateCard template={one} onOpen={() => set({ template: one.id })} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {shown?.length === 0 &&
        (data?.items.length === 0 ? (
          <EmptyState icon={LayoutTemplate} title="This installation has no templates" />
        ) : (
          <EmptyState
            icon={Search}
            title="No templates match"
            action={<Button onClick={() => set({ q: undefined, category: undefined })}>Clear search</Button>}
          >
            {[q !== "" && `No name, summary or contents match “${q}”`, category && `in ${category}`]
              .filter(Boolean)
              .join(" ")}
            .
          </EmptyState>
        ))}
      <Suspense>
        {template !== undefined && data && (
          <TemplateDrawer
            open
            template={data.items.find(({ id }) => id === template)}
            onto={onto}
            onOnto={(endpointId) => set({ onto: endpointId }, true)}
            onClose={() => set({ template: undefined, onto: undefined })}
          />
        )}
      </Suspense>
    </Page>
  );
}
