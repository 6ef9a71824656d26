import { environments } from "@ferrule/contract/states.ts";
import { useState } from "react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Card } from "../../components/card.tsx";
import { DiffView } from "../../components/show/diff-view.tsx";
import { count, counted } from "../../components/format.ts";
import { JsonView } from "../../components/show/json-view.tsx";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment-names.ts";

type Collection = AnswerOf<"getDataCollection">;

const asText = (schema: unknown) => JSON.stringify(schema, null, 2);

/** Every version of a schema: where it is used, what its check found, and what it changed. */
export function VersionList({
  versions,
  activeVersions,
  migrations,
}: Pick<Collection, "versions" | "activeVersions" | "migrations">) {
  const [open, setOpen] = useState<number | null>(null);
  const running = environments.flatMap((environment) => {
    const migration = migrations[environment];
    return migration === null ? [] : [{ environment, ...migration }];
  });
  return (
    <Card title="Versions" flush>
      {running.map(({ environment, version, status, migrated, failed }) => (
        <p key={environment} className="px-4 pb-2 text-xs text-muted">
          {environmentNames[environment]}: {counted(migrated, "record")} rewritten to version {version}
          {status === "running" && ", in progress"}
          {failed > 0 && `; ${count(failed)} do not match and stay unchanged`}.
        </p>
      ))}
      <ol>
        {versions.map((one, index) => {
          const before = versions[index + 1];
          return (
            <li key={one.version} className="grid gap-1 border-t border-line px-4 py-2.5 text-sm">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium">Version {one.version}</span>
                {environments
                  .filter((environment) => activeVersions[environment] === one.version)
                  .map((environment) => (
                    <EnvironmentBadge key={environment} environment={environment} />
                  ))}
                <span className="ml-auto text-xs text-muted">
                  <Time at={one.createdAt} plain />
                </span>
              </div>
              <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
                <span>{counted(one.compatibility.checked, "record")} checked</span>
                {one.mapping !== null && <span>with a mapping</span>}
                <Button
                  size="sm"
                  kind="quiet"
                  aria-expanded={open === one.version}
                  onClick={() => setOpen(open === one.version ? null : one.version)}
                >
                  {before ? "Changes" : "Show"}
                </Button>
              </div>
              {open === one.version && (
                <div className="grid gap-2">
                  {before ? (
                    <DiffView
                      before={asText(before.schema)}
                      after={asText(one.schema)}
                      label={`Version ${before.version} and version ${one.version}`}
                    />
                  ) : (
                    <JsonView value={one.schema} label="schema" />
                  )}
                  {one.mapping !== null && <JsonView value={one.mapping} label="mapping" />}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
