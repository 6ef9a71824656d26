import { LoaderCircle, Play } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { dayText } from "../../components/format.ts";
import { CodeBlock } from "../../components/show/code-block.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { callTool } from "./call-tool.ts";
import { sampleValue, type Schema } from "./sample-value.ts";

interface Tool {
  name: string;
  inputSchema: Schema;
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const curl = (url: string, key: string, body: object) =>
  [
    `curl -s ${quoted(url)}`,
    `-H ${quoted(`x-api-key: ${key}`)} -H 'content-type: application/json'`,
    `-H 'accept: application/json, text/event-stream'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");

/** The key of the first steps is for trying: it ends by itself after seven days. */
const lifetimeMs = 7 * 24 * 3_600_000;

interface NewKeyProps {
  endpointId: string;
  create: ReturnType<typeof useAction<"createApiKey">>;
  isLoading: boolean;
  disabledReason: string | null;
}

const NewKey = ({ endpointId, create, isLoading, disabledReason }: NewKeyProps) => (
  <div className="grid gap-3">
    <p className="text-sm">
      Callers need a key. It is shown once, works only for this endpoint in Development, and expires after seven days.
    </p>
    <div>
      <Button
        kind="primary"
        busy={create.isPending || isLoading}
        disabledReason={disabledReason}
        onClick={() => {
          const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
          create.mutate({
            params: { endpointId },
            body: { name: "First steps", environment: "development", expiresAt },
          });
        }}
      >
        Create a key
      </Button>
    </div>
    {create.error && <ErrorNote error={create.error} />}
  </div>
);

/** When the key ends, and where the setups of the other clients are. */
const OtherClients = ({ endpointId, expiresAt }: { endpointId: string; expiresAt: string | null }) => (
  <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
    <span className="flex-1">
      {expiresAt !== null && `The key expires on ${dayText(new Date(expiresAt), Date.now())}. `}
      Cursor, VS Code, ChatGPT and other clients are under Connect.
    </span>
    <LinkButton size="sm" to="/endpoints/$endpointId" params={{ endpointId }} search={{ tab: "connect" }}>
      Connect
    </LinkButton>
  </div>
);

/** A key, the commands that use it, a button that calls from here, and the wait for the call. */
export function CallStep({ endpointId, url }: { endpointId: string; url: string }) {
  const discovery = useOperation("getDiscovery", { params: { endpointId }, query: { environment: "development" } });
  const key = useAction("createApiKey");
  const reason = useDisabledReason("createApiKey", "development");
  const [failure, setFailure] = useState<Error | null>(null);
  const tool = (discovery.data as { tools?: Tool[] } | undefined)?.tools?.[0];
  if (key.data === undefined)
    return <NewKey endpointId={endpointId} create={key} isLoading={discovery.isPending} disabledReason={reason} />;
  const { value, expiresAt } = key.data;
  const input = tool ? sampleValue(tool.inputSchema) : {};
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool?.name ?? "", arguments: input } };
  return (
    <div className="grid gap-3">
      {tool && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            kind="primary"
            icon={Play}
            onClick={() => {
              setFailure(null);
              callTool(url, value, body).catch((error: Error) => setFailure(error));
            }}
          >
            Call {tool.name} from here
          </Button>
          <span role="status" className="flex items-center gap-2 text-sm text-muted">
            <LoaderCircle aria-hidden size={14} className="working" />
            Waiting for the call. It opens automatically.
          </span>
        </div>
      )}
      {failure && <ErrorNote error={failure} />}
      {tool && <CodeBlock title="From a shell" text={curl(url, value, body)} wrap />}
      <CodeBlock
        title="From Claude Code"
        text={`claude mcp add --transport http ferrule ${quoted(url)} --header ${quoted(`x-api-key: ${value}`)}`}
        wrap
      />
      <OtherClients endpointId={endpointId} expiresAt={expiresAt} />
    </div>
  );
}
