import { LayoutTemplate } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useOperation, type ItemOf } from "../../api/use-operation.ts";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import { Page } from "../../components/page.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { EmptyState, NoMatches, Skeleton } from "../../components/states.tsx";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { TemplateCard } from "./template-card.tsx";

const TemplateDrawer = lazyPart(() => import("./template-drawer.tsx"), "TemplateDrawer");

const gridClass = "grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3 min-[1900px]:grid-cols-4";

type Template = ItemOf<"listTemplates">;

/** Whether the text is in a template's name, summary or contents. */
const holds = ({ name, summary, category, contents, requiredSecrets }: Template, text: string) =>
  [name, summary, category, ...contents.map((one) => one.name), ...requiredSecrets].some((one) =>
    one.toLowerCase().includes(text),
  );

/** The catalogue: ready-made Functions with bindings, to install and then edit like any other. */
export function TemplatesPage() {
  const { search, set } = useListSearch("/templates");
  const { q = "", category, template, onto } = search;
  const { data, error, refetch } = useOperation("listTemplates", { query: { limit: 200 } }, { staleTime: Infinity });
  const shown = data?.items.filter(
    (each) => (category === undefined || each.category === category) && holds(each, q.toLowerCase()),
  );
  const all = [...new Set(data?.items.map((each) => each.category))].toSorted();
  return (
    <Page
      title="Templates"
      description="Ready-made Functions with their bindings. After you install one, you can edit it freely."
    >
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox label="Search templates" value={q} onChange={(text) => set({ q: text || undefined }, true)} />
        <Filters
          filters={[
            { name: "category", label: "Category", choices: all.map((each) => ({ value: each, label: each })) },
          ]}
          values={{ category }}
          onChange={set}
        />
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingCards />}
      {all.map((each) => (
        <Category
          key={each}
          name={each}
          templates={shown?.filter((one) => one.category === each) ?? []}
          onOpen={(id) => set({ template: id })}
        />
      ))}
      {data?.items.length === 0 && <EmptyState icon={LayoutTemplate} title="This installation has no templates" />}
      {data?.items.length !== 0 && shown?.length === 0 && (
        <NoMatches title="No templates match" onClear={() => set({ q: undefined, category: undefined })}>
          {[q && `No name, summary or contents match “${q}”`, category && `in ${category}`].filter(Boolean).join(" ")}.
        </NoMatches>
      )}
      {template !== undefined && data && (
        <TemplateDrawer
          open
          template={data.items.find(({ id }) => id === template)}
          onto={onto}
          onOnto={(endpointId) => set({ onto: endpointId }, true)}
          onClose={() => set({ template: undefined, onto: undefined })}
        />
      )}
    </Page>
  );
}

const LoadingCards = () => (
  <div role="status" aria-label="Loading" className={gridClass}>
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} className="h-32" />
    ))}
  </div>
);

interface CategoryProps {
  name: string;
  templates: readonly Template[];
  onOpen: (templateId: string) => void;
}

const Category = ({ name, templates, onOpen }: CategoryProps) =>
  templates.length > 0 && (
    <section aria-labelledby={`category-${name}`} className="mb-7">
      <h2 id={`category-${name}`} className="mb-2 text-sm font-semibold text-muted">
        {name}
      </h2>
      <ul className={gridClass}>
        {templates.map((one) => (
          <li key={one.id}>
            <TemplateCard template={one} onOpen={() => onOpen(one.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
