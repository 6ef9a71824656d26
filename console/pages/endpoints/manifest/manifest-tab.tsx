import { Download } from "lucide-react";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { CopyButton } from "../../../components/button/copy-button.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { bytes } from "../../../components/format.ts";
import { Skeleton } from "../../../components/states.tsx";
import { download } from "../download.ts";
import type { Endpoint } from "../endpoint.ts";
import { ImportCard } from "./import-card.tsx";

const named = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(", "));

function ExportCard({ endpoint }: { endpoint: Endpoint }) {
  const { data, error, refetch } = useOperation(
    "getManifest",
    { params: { endpointId: endpoint.id } },
    { staleTime: 0 },
  );
  if (data === undefined) {
    return (
      <Card title="Export">
        {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-44" />}
      </Card>
    );
  }
  const text = `${JSON.stringify(data, null, 2)}\n`;
  const file = `${endpoint.slug}.ferrule.json`;
  return (
    <Card
      title="Export"
      actions={
        <span className="flex items-center gap-1">
          <CopyButton text={text} label="Copy manifest" />
          <Button size="sm" icon={Download} onClick={() => download(file, text)}>
            Download
          </Button>
        </span>
      }
    >
      <div className="grid gap-3">
        <p className="text-sm text-muted">
          The draft of this endpoint and everything it needs, without keys or secret values. Importing it back here
          changes nothing.
        </p>
        <Facts
          items={[
            ["File", `${file}, ${bytes(new Blob([text]).size)}`],
            ["Bindings", String(data.bindings.length)],
            ["Functions", named(data.functions.map(({ slug }) => slug))],
            ["Libraries", named(data.libraries.map(({ name }) => name))],
            ["Collections", named(data.collections.map(({ name }) => name))],
            ["Secrets (names only)", named(data.secretRefs)],
            ["Digest", <Mono key="digest">{data.digest}</Mono>],
          ]}
        />
      </div>
    </Card>
  );
}

/** The endpoint as one document: export it, or import one after a preview. */
export const ManifestTab = ({ endpoint }: { endpoint: Endpoint }) => (
  <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
    <ExportCard endpoint={endpoint} />
    <ImportCard endpoint={endpoint} />
  </div>
);
