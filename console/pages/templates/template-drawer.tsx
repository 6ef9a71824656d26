import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { listedRoles, useDisabledReason } from "../../api/disabled-reason.ts";
import { endpointSource, withFirst } from "../../api/pick-sources.ts";
import { useMe } from "../../api/session.ts";
import { useListed } from "../../api/use-listed.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { Section } from "../../components/section.tsx";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { useUnsaved } from "../../components/overlay/unsaved.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { useFocusProblem } from "../../components/form/use-focus-problem.ts";
import { Picker } from "../../components/choose/picker.tsx";
import { EmptyState } from "../../components/states.tsx";
import { ContentList } from "./content-list.tsx";
import { Installed } from "./installed.tsx";
import { ParameterField } from "./parameter-field.tsx";
import { initialValues, parametersOf, secretsWith } from "./parameters.ts";
import { RequiredSecrets } from "./required-secrets.tsx";
import { parameterProblems, useInstall } from "./use-install.ts";

type Template = ItemOf<"listTemplates">;
type Endpoint = ItemOf<"listRuntimeEndpoints">;

const ownEndpoint = "own";
/** The choices of where to install a template: its own place, or an existing endpoint. */
const own = (label: string) => ({ label, source: withFirst(endpointSource, { value: ownEndpoint, label }) });
const newEndpoint = own("A new endpoint");
const noEndpoint = own("The Project, without an endpoint");

/**
 * What it would create. Onto an existing endpoint: everything but the endpoint, with that endpoint's kind of binding.
 */
function contentsFor({ contents }: Template, endpoint: Endpoint | undefined): Template["contents"] {
  if (endpoint === undefined) return contents;
  const kind = endpoint.kind === "mcp" ? "mcp-binding" : "http-binding";
  const functions = contents.filter((one) => one.kind === "function" || one.kind === "data-collection");
  const bindings = contents.filter((one) => one.kind === kind);
  const others = contents
    .filter((one) => one.kind === "function")
    .map(({ name }) => ({ kind, name: `for ${name}` }) as const);
  return [...functions, ...(bindings.length > 0 ? bindings : others)];
}

function Required({ secrets }: { secrets: readonly string[] }) {
  if (secrets.length === 0) return null;
  return (
    <Section title="Required secrets">
      <RequiredSecrets names={secrets} />
      <p className="text-xs text-muted">
        You can install it without them, but calls that read a missing secret fail. Each environment needs its own.
      </p>
    </Section>
  );
}

interface InstallToProps extends Pick<DetailProps, "template" | "onOnto"> {
  endpoint: Endpoint | undefined;
}

function InstallTo({ template: { contents, scope }, endpoint, onOnto }: InstallToProps) {
  const { label, source } = contents.some(({ kind }) => kind === "runtime-endpoint") ? newEndpoint : noEndpoint;
  return (
    <Section title="Install to">
      {scope === "project" ? (
        <p className="text-sm">{label}</p>
      ) : (
        <Picker
          aria-label="Install to"
          placeholder="Choose an endpoint"
          source={source}
          value={endpoint?.id ?? ownEndpoint}
          onChange={(next) => onOnto(next === ownEndpoint ? undefined : next)}
        />
      )}
    </Section>
  );
}

interface DetailProps {
  template: Template;
  onto: string | undefined;
  onOnto: (endpointId: string | undefined) => void;
}

/** The parameters of a template, and what is typed for them until it is installed. */
function useParameters(template: Template, isInstalled: boolean) {
  const parameters = parametersOf(template.parameters);
  const [initial] = useState(() => initialValues(parameters));
  const [values, setValues] = useState(initial);
  useUnsaved(!isInstalled && JSON.stringify(values) !== JSON.stringify(initial));
  return { parameters, values, setValues };
}

function Detail({ template, onto, onOnto }: DetailProps) {
  const form = useRef<HTMLFormElement>(null);
  const endpoint = useListed("listRuntimeEndpoints", onto ?? null) ?? undefined;
  const install = useInstall();
  const { parameters, values, setValues } = useParameters(template, install.isSuccess);
  useFocusProblem(form, install.error);
  const { user } = useMe();
  const may = endpoint !== undefined || template.roles.includes(user.role);
  const cannot = useDisabledReason("installTemplate");
  const forbidden =
    cannot ?? (may ? null : `Your role does not allow all that it creates. ${listedRoles(template.roles)} can.`);
  const problems = parameterProblems(install.error);
  if (install.data) return <Installed answer={install.data} onAgain={install.reset} />;
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        const parameters = values as Record<string, never>;
        install.mutate({ templateId: template.id, endpointId: endpoint?.id, parameters });
      }}
    >
      <p className="text-sm text-muted">{template.summary}</p>
      {parameters.length > 0 && (
        <Section title="Parameters">
          <div className="grid gap-4">
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                value={values[parameter.name]}
                problem={problems.get(parameter.name)}
                onChange={(value) => setValues((now) => ({ ...now, [parameter.name]: value }))}
              />
            ))}
          </div>
        </Section>
      )}
      <Required secrets={secretsWith(template.requiredSecrets, parameters, values)} />
      <InstallTo template={template} endpoint={endpoint} onOnto={onOnto} />
      <Section title="What it creates">
        <ContentList label="What it creates" contents={contentsFor(template, endpoint)} />
        <p className="text-xs text-muted">
          If a name is taken, a number is added. An existing collection is used as it is. Functions are drafts until the
          next deployment.
        </p>
      </Section>
      {install.error && <ErrorNote error={install.error} />}
      <div>
        <Button kind="primary" type="submit" icon={Download} busy={install.isPending} disabledReason={forbidden}>
          {endpoint === undefined ? "Install in Project" : `Install on ${endpoint.name}`}
        </Button>
      </div>
    </form>
  );
}

interface TemplateDrawerProps extends Omit<DetailProps, "template"> {
  open: boolean;
  template: Template | undefined;
  onClose: () => void;
}

/** One template: its parameters, what it will create and where, and its installation. */
export const TemplateDrawer = ({ open, template, onClose, ...rest }: TemplateDrawerProps) => (
  <Drawer
    open={open}
    onClose={onClose}
    title={template?.name ?? "Template not found"}
    actions={template && <Badge>{template.category}</Badge>}
  >
    {template ? <Detail key={template.id} template={template} {...rest} /> : <EmptyState title="Template not found" />}
  </Drawer>
);
