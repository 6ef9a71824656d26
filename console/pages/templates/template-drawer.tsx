import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { listedRoles, useDisabledReason } from "../../api/disabled-reason.ts";
import { endpointSource, withFirst } from "../../api/pick-sources.ts";
import { useMe } from "../../api/session.ts";
import { useListed } from "../../api/use-listed.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
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
const ownLabel = "A new endpoint";
const projectLabel = "The Project, without an endpoint";
const ownOrEndpoint = withFirst(endpointSource, { value: ownEndpoint, label: ownLabel });
const projectOrEndpoint = withFirst(endpointSource, { value: ownEndpoint, label: projectLabel });

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

interface DetailProps {
  template: Template;
  onto: string | undefined;
  onOnto: (endpointId: string | undefined) => void;
}

function Detail({ template, onto, onOnto }: DetailProps) {
  const { id: templateId, summary, scope, requiredSecrets } = template;
  const parameters = parametersOf(template.parameters);
  const [values, setValues] = useState(() => initialValues(parameters));
  const form = useRef<HTMLFormElement>(null);
  const endpoint = useListed("listRuntimeEndpoints", onto ?? null) ?? undefined;
  const install = useInstall();
  useFocusProblem(form, install.error);
  const { user } = useMe();
  const may = endpoint !== undefined || template.roles.includes(user.role);
  const cannot = useDisabledReason("installTemplate");
  const forbidden =
    cannot ?? (may ? null : `Your role does not allow all that it creates. ${listedRoles(template.roles)} can.`);
  const problems = parameterProblems(install.error);
  const hasEndpoint = template.contents.some(({ kind }) => kind === "runtime-endpoint");
  const own = hasEndpoint ? ownLabel : projectLabel;
  const secrets = secretsWith(requiredSecrets, parameters, values);
  if (install.data) return <Installed answer={install.data} onAgain={install.reset} />;
  const send = () =>
    install.mutate({ templateId, endpointId: endpoint?.id, parameters: values as Record<string, never> });
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p className="text-sm text-muted">{summary}</p>
      {parameters.length > 0 && (
        <section className="grid gap-4">
          <h3 className="text-sm font-semibold">Parameters</h3>
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name]}
              problem={problems.get(parameter.name)}
              onChange={(value) => setValues((now) => ({ ...now, [parameter.name]: value }))}
            />
          ))}
        </section>
      )}
      {secrets.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">Required secrets</h3>
          <RequiredSecrets names={secrets} />
          <p className="text-xs text-muted">
            You can install it without them, but calls that read a missing secret fail. Each environment needs its own.
          </p>
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">Install to</h3>
        {scope === "project" ? (
          <p className="text-sm">{own}</p>
        ) : (
          <Picker
            aria-label="Install to install"
            placeholder="Choose an endpoint"
            source={hasEndpoint ? ownOrEndpoint : projectOrEndpoint}
            value={endpoint?.id ?? ownEndpoint}
            onChange={(next) => onOnto(next === ownEndpoint ? undefined : next)}
          />
        )}
      </section>
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">What it creates</h3>
        <ContentList label="What it creates" contents={contentsFor(template, endpoint)} />
        <p className="text-xs text-muted">
          If a name is taken, a number is added. An existing collection is used as it is. Functions are drafts until the
          next deployment.
        </p>
      </section>
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
