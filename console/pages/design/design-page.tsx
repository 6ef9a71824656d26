import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { DesignPart } from "./search.ts";

/** A part's samples, loaded on demand: all of them together would exceed a page's weight limit. */
type Samples = ComponentType<{ theme: string }>;
const waiting = <Skeleton className="h-[60dvh]" />;
const foundations: Samples = lazyPart(() => import("./foundation-samples.tsx"), "FoundationSamples", waiting);
const controls: Samples = lazyPart(() => import("./control-samples.tsx"), "ControlSamples", waiting);
const forms: Samples = lazyPart(() => import("./form-samples.tsx"), "FormSamples", waiting);
const kept: Samples = lazyPart(() => import("./private-samples.tsx"), "PrivateSamples", waiting);
const data: Samples = lazyPart(() => import("./data-samples.tsx"), "DataSamples", waiting);
const lists: Samples = lazyPart(() => import("./list-samples.tsx"), "ListSamples", waiting);
const states: Samples = lazyPart(() => import("./state-samples.tsx"), "StateSamples", waiting);
const overlays: Samples = lazyPart(() => import("./overlay-samples.tsx"), "OverlaySamples", waiting);

const parts: readonly { value: DesignPart; label: string; Samples: Samples }[] = [
  { value: "foundations", label: "Foundations", Samples: foundations },
  { value: "controls", label: "Controls", Samples: controls },
  { value: "forms", label: "Forms", Samples: forms },
  { value: "private", label: "Private and notes", Samples: kept },
  { value: "data", label: "Data", Samples: data },
  { value: "lists", label: "Lists", Samples: lists },
  { value: "states", label: "States", Samples: states },
  { value: "overlays", label: "Over the page", Samples: overlays },
];

const Theme = ({ name, Samples }: { name: "light" | "dark"; Samples: Samples }) => (
  <section
    data-theme={name}
    aria-label={`${name} theme`}
    className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8 rounded-lg border border-line bg-canvas p-5 text-ink"
  >
    <h2 className="text-lg font-semibold capitalize">{name}</h2>
    <Samples theme={name} />
  </section>
);

/** The design system: every token and component in every state, light and dark side by side. */
export function DesignPage() {
  const { part = "foundations" } = useSearch({ from: "/design" });
  const navigate = useNavigate({ from: "/design" });
  return (
    <Page
      title="Design"
      description="Every component in every state, in both themes. A component that is missing here is not part of the visual language."
      width="full"
    >
      <Tabs
        label="Parts of the visual language"
        value={part}
        onChange={(next) =>
          void navigate({ search: (now) => ({ ...now, part: next === "foundations" ? undefined : next }) })
        }
        tabs={parts.map(({ value, label, Samples }) => ({
          value,
          label,
          content: (
            <div className="grid gap-5 xl:grid-cols-2">
              <Theme name="light" Samples={Samples} />
              <Theme name="dark" Samples={Samples} />
            </div>
          ),
        }))}
      />
    </Page>
  );
}
