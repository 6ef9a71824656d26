import { Link } from "@tanstack/react-router";
import { KeyRound, Square } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Facts } from "../../components/card.tsx";
import { Note } from "../../components/note.tsx";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { ShownOnceDialog } from "../../components/overlay/shown-once.tsx";
import { Section } from "../../components/section.tsx";
import { Address } from "../../components/show/address.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { commitFacts } from "../deployments/commit.tsx";
import { PreviewBadge } from "./preview-badge.tsx";

type Preview = AnswerOf<"getPreview">;

function Actions({ name, onClose }: { name: string; onClose: () => void }) {
  const [asked, setAsked] = useState<"end" | "key" | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const mayEnd = useDisabledReason("endPreview");
  const mayRotate = useDisabledReason("rotatePreviewKey");
  const rotate = useAction("rotatePreviewKey", { onSuccess: (answer) => setKey(answer.key) });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          icon={KeyRound}
          busy={rotate.isPending}
          disabledReason={mayRotate}
          onClick={() => rotate.mutate({ params: { name } })}
        >
          New key
        </Button>
        <Button icon={Square} disabledReason={mayEnd} onClick={() => setAsked("end")}>
          End preview
        </Button>
      </div>
      {rotate.error && <ErrorNote error={rotate.error} />}
      {key !== null && (
        <ShownOnceDialog title={`${name} has a new key`} label="preview key" value={key} onClose={() => setKey(null)}>
          It opens every endpoint of the preview that asks for a key or a sign-in. The key before opens nothing any
          more.
        </ShownOnceDialog>
      )}
      <ConfirmAction
        open={asked === "end"}
        onClose={() => setAsked(null)}
        operation="endPreview"
        input={{ params: { name } }}
        done={[`The preview ${name} has ended`]}
        onDone={onClose}
        title={`End the preview ${name}?`}
        description="Its folder, Development and the executions of its calls stay as they are."
        consequences={["Its addresses return 404.", "Its cache is deleted."]}
        confirmLabel="End preview"
      />
    </div>
  );
}

const Addresses = ({ addresses }: Pick<Preview, "addresses">) => (
  <Section title="Addresses">
    {addresses.length === 0 ? (
      <p className="text-sm text-muted">It serves no endpoint yet.</p>
    ) : (
      <ul aria-label="Addresses" className="grid gap-2 text-sm">
        {addresses.map(({ endpoint, kind, url }) => (
          <li key={`${kind} ${endpoint}`} className="flex items-center gap-2">
            <Badge>{kind === "mcp" ? "MCP" : "HTTP"}</Badge>
            <Address className="flex-1 justify-between" url={url} label={`Copy the address of ${endpoint}`} />
          </li>
        ))}
      </ul>
    )}
  </Section>
);

function Detail({ preview }: { preview: Preview }) {
  const { name, status, error, createdBy, changedAt, endsAt, commit } = preview;
  return (
    <>
      {error !== null && (
        <Note tone="bad" title="The last build failed">
          {error.message} What the preview served before stays in force.
        </Note>
      )}
      <Facts
        items={[
          ["State", <PreviewBadge key="state" status={status} />],
          ["Made by", createdBy?.email ?? "A deleted user"],
          ...commitFacts(commit),
          ["Changed", <Time key="changed" at={changedAt} />],
          ["Ends", <Time key="ends" at={endsAt} />],
          [
            "Calls",
            <Link key="calls" to="/executions" search={{ preview: name }} className="link">
              Executions of this preview
            </Link>,
          ],
        ]}
      />
      <Addresses addresses={preview.addresses} />
    </>
  );
}

/** Asks again until the preview has ended. */
const refetchInterval = ({ state }: { state: { error: unknown } }) => (state.error === null ? 5_000 : false);

/** One preview: its addresses, what it came from, a new key, and its end. */
export function PreviewDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const { data, error, refetch } = useOperation("getPreview", { params: { name } }, { refetchInterval });
  return (
    <Drawer key={name} open onClose={onClose} size="lg" title={name}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        !error && <Skeleton className="h-96" />
      ) : (
        <div className="grid gap-5">
          <Actions name={data.name} onClose={onClose} />
          <Detail preview={data} />
        </div>
      )}
    </Drawer>
  );
}
