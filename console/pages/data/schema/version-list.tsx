import { environments, type Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { DiffView } from "../../../components/show/diff-view.tsx";
import { count, counted } from "../../../components/format.ts";
import { JsonView } from "../../../components/show/json-view.tsx";
import { Time } from "../../../components/time.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";

type VersionListProps = Pick<AnswerOf<"getDataCollection">, "versions" | "activeVersions" | "migrations">;
type Version = VersionListProps["versions"][number];

const asText = (schema: unknown) => JSON.stringify(schema, null, 2);

interface VersionRowProps {
  version: Version;
  before: Version | undefined;
  usedIn: readonly Environment[];
}

function VersionRow({ version, before, usedIn }: VersionRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="grid gap-1 border-t border-line px-4 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Version {version.version}</span>
        {usedIn.map((environment) => (
          <EnvironmentBadge key={environment} environment={environment} />
        ))}
        <span className="ml-auto text-xs text-muted">
          <Time at={version.createdAt} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        <span>{counted(version.compatibility.checked, "record")} checked</span>
        {version.mapping !== null && <span>with a mapping</span>}
        <Button size="sm" kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {before ? "Changes" : "Show"}
        </Button>
      </div>
      {isOpen && (
        <div className="grid gap-2">
          {before ? (
            <DiffView
              before={asText(before.schema)}
              after={asText(version.schema)}
              label={`Version ${before.version} and version ${version.version}`}
            />
          ) : (
            <JsonView value={version.schema} label="schema" />
          )}
          {version.mapping !== null && <JsonView value={version.mapping} label="mapping" />}
        </div>
      )}
    </li>
  );
}

/** Every version of a schema: where it is used, its check's result, and its changes. */
export const VersionList = ({ versions, activeVersions, migrations }: VersionListProps) => (
  <Card title="Versions" flush>
    {environments.map((environment) => {
      const migration = migrations[environment];
      return (
        migration && (
          <p key={environment} className="px-4 pb-2 text-xs text-muted">
            {environmentNames[environment]}: {counted(migration.migrated, "record")} rewritten to version{" "}
            {migration.version}
            {migration.status === "running" && ", in progress"}
            {migration.failed > 0 && `; ${count(migration.failed)} do not match and stay unchanged`}.
          </p>
        )
      );
    })}
    <ol>
      {versions.map((one, index) => (
        <VersionRow
          key={one.version}
          version={one}
          before={versions[index + 1]}
          usedIn={environments.filter((environment) => activeVersions[environment] === one.version)}
        />
      ))}
    </ol>
  </Card>
);
