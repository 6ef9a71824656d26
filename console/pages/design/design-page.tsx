import { Page } from "../../components/page.tsx";
import { ControlSamples } from "./control-samples.tsx";
import { DataSamples } from "./data-samples.tsx";
import { FormSamples } from "./form-samples.tsx";
import { FoundationSamples } from "./foundation-samples.tsx";
import { OverlaySamples } from "./overlay-samples.tsx";
import { PrivateSamples } from "./private-samples.tsx";
import { StateSamples } from "./state-samples.tsx";

const Theme = ({ name }: { name: "light" | "dark" }) => (
  <section
    data-theme={name}
    aria-label={`${name} theme`}
    className="grid min-w-0 content-start gap-8 rounded-lg border border-line bg-canvas p-5 text-ink"
  >
    <h2 className="text-lg font-semibold capitalize">{name}</h2>
    <FoundationSamples />
    <ControlSamples theme={name} />
    <FormSamples />
    <PrivateSamples />
    <DataSamples theme={name} />
    <StateSamples />
    <OverlaySamples />
  </section>
);

/** The visual language: every token and component, in every state, light and dark side by side. */
export function DesignPage() {
  return (
    <Page
      title="Design"
      description="Every component in every state, in both themes. What is not here is not part of the visual language."
      width="full"
    >
      <div className="grid gap-5 xl:grid-cols-2">
        <Theme name="light" />
        <Theme name="dark" />
      </div>
    </Page>
  );
}
