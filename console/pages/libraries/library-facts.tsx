import type { AnswerOf } from "../../api/use-operation.ts";
import { Mono } from "../../components/mono.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { CopyButton } from "../../components/button/copy-button.tsx";
import { FunctionLinks } from "../../components/show/function-links.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Time } from "../../components/time.tsx";

/** How to import a Library, its importers, and its pinned packages. */
export function LibraryFacts({ library }: { library: AnswerOf<"getLibrary"> }) {
  const { kind, importName, version, usedBy, integrity, dependencies, updatedAt, createdAt, id } = library;
  const line = kind === "source" ? `import {  } from "${importName}";` : `import * as it from "${importName}";`;
  return (
    <Card title="About">
      <Facts
        items={[
          [
            "Import",
            <span key="import" className="inline-flex max-w-full items-center gap-1">
              <Mono>{importName}</Mono>
              <CopyButton text={line} label="Copy import statement" />
            </span>,
          ],
          ["Version", <Mono key="version">{version}</Mono>],
          ["Used by", <FunctionLinks key="used" names={usedBy} none="Nothing yet" />],
          ...(kind === "npm"
            ? ([
                [
                  "Integrity",
                  integrity === null ? (
                    <span key="integrity" className="text-muted">
                      Not pinned yet. The first build that fetches it pins it.
                    </span>
                  ) : (
                    <span key="integrity" className="inline-flex items-start gap-1">
                      <Mono>{integrity}</Mono>
                      <CopyButton text={integrity} label="Copy the integrity" />
                    </span>
                  ),
                ],
                [
                  "Dependencies",
                  dependencies.length === 0 ? (
                    <span key="brings" className="text-muted">
                      {integrity === null ? "Known after the first build." : "No other packages"}
                    </span>
                  ) : (
                    <Mono key="brings">{dependencies.join(", ")}</Mono>
                  ),
                ],
              ] as const)
            : []),
          ["Changed", <Time key="changed" at={updatedAt} />],
          ["Created", <Time key="created" at={createdAt} />],
          ["Id", <ShortId key="id" id={id} label="Copy the Library's id" />],
        ]}
      />
    </Card>
  );
}
