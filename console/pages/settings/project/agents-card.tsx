import { managementServerOperations } from "@ferrule/contract/operations/management-server.ts";
import { api } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { ifMatch } from "../../../api/if-match.ts";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Card } from "../../../components/card.tsx";
import { SelectField, SwitchField } from "../../../components/form/fields.tsx";
import { SchemaForm } from "../../../components/form/schema-form.tsx";
import { SubmitButton } from "../../../components/form/submit-button.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Skeleton } from "../../../components/states.tsx";

type ManagementServer = AnswerOf<"getManagementServer">;

const schema = managementServerOperations.updateManagementServer.body;

const placeholder = "fer_pat_…";

/** What each client wants to be told, with the address of this installation. */
const stepsFor = (url: string): readonly (readonly [string, string])[] => [
  ["Claude Code", `claude mcp add --transport http ferrule ${url} --header "Authorization: Bearer ${placeholder}"`],
  [
    "Cursor (.cursor/mcp.json)",
    JSON.stringify({ mcpServers: { ferrule: { url, headers: { Authorization: `Bearer ${placeholder}` } } } }, null, 2),
  ],
  [
    "VS Code (.vscode/mcp.json)",
    JSON.stringify(
      { servers: { ferrule: { type: "http", url, headers: { Authorization: `Bearer ${placeholder}` } } } },
      null,
      2,
    ),
  ],
  ["Codex (~/.codex/config.toml)", `[mcp_servers.ferrule]\nurl = "${url}"\nbearer_token_env_var = "FERRULE_TOKEN"`],
];

function Connect({ url }: { url: string }) {
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">
        Most clients need only this address, and ask you to sign in: there you choose the Project and what the agent may
        do. For a client without a browser, create an API token with scopes, and put it in place of {placeholder}.
      </p>
      <CodeBlock title="Address" text={url} wrap />
      {stepsFor(url).map(([title, text]) => (
        <CodeBlock key={title} title={title} text={text} wrap />
      ))}
    </div>
  );
}

function Loaded({ server, onSaved }: { server: ManagementServer; onSaved: () => unknown }) {
  const { enabled, confirmedBy, revision, url } = server;
  const forbidden = useDisabledReason("updateManagementServer");
  return (
    <>
      <SchemaForm
        key={`${revision} ${server.updatedAt}`}
        schema={schema}
        initial={{ enabled, confirmedBy }}
        onSubmit={async (values) => {
          await api.updateManagementServer({ body: schema.parse(values), headers: ifMatch(revision) });
          await onSaved();
          toast("The settings for agents were saved");
        }}
      >
        <SwitchField
          name="enabled"
          label="Let agents work on this Project"
          hint="Over MCP, in the name of whoever signs in, with scopes. Switched off, it refuses their next request."
        />
        <SelectField
          name="confirmedBy"
          label="Who confirms releases, deletions and more rights"
          choices={[
            { value: "anyone", label: "Anyone who may make the change" },
            { value: "others", label: "Somebody other than the person behind the agent" },
          ]}
        />
        <SubmitButton disabledReason={forbidden} onlyChanged>
          Save
        </SubmitButton>
      </SchemaForm>
      {enabled && <Connect url={url} />}
    </>
  );
}

/** The management MCP server of the Project, and how a client connects to it. */
export function AgentsCard() {
  const { data, error, refetch } = useOperation("getManagementServer", {});
  return (
    <Card title="Agents">
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-40" />
        ) : (
          <ErrorNote error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Loaded server={data} onSaved={refetch} />
      )}
    </Card>
  );
}
