import { Plus } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Facts } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { counted } from "../../../components/format.ts";
import { SkeletonRows } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { Address } from "../../../components/show/address.tsx";
import { DirectorySteps } from "./directory-steps.tsx";
import type { ProviderRow } from "./provider-form.ts";
import { NewScimToken, RemoveScimToken, RotateScimToken, type ScimToken } from "./scim-token-dialogs.tsx";

type Directory = AnswerOf<"getDirectory">;
type Open = "new" | { rotated: ScimToken } | { removed: ScimToken } | null;

const Names = ({ names, none }: { names: readonly string[]; none: string }) =>
  names.length === 0 ? (
    <span className="text-muted">{none}</span>
  ) : (
    <span>
      {names.slice(0, 20).join(", ")}
      {names.length > 20 && <span className="text-muted"> and {names.length - 20} more</span>}
    </span>
  );

function Tokens({ tokens, onOpen }: { tokens: readonly ScimToken[]; onOpen: (open: Open) => void }) {
  const [rotate, remove] = [useDisabledReason("rotateScimToken"), useDisabledReason("deleteScimToken")];
  return (
    <ul className="grid gap-2">
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex flex-wrap items-center gap-2 rounded-md border border-line px-3 py-2 text-sm"
        >
          <span className="font-medium break-words">{token.name}</span>
          <Mono className="text-muted">{token.prefix}…</Mono>
          <span className="grow text-muted">
            {token.lastUsedAt === null ? (
              "never used"
            ) : (
              <>
                last used <Time at={token.lastUsedAt} />
              </>
            )}
            {token.previousUntil !== null && (
              <>
                {" "}
                · the value before works until <Time at={token.previousUntil} />
              </>
            )}
          </span>
          <Button size="sm" disabledReason={rotate} onClick={() => onOpen({ rotated: token })}>
            Rotate
          </Button>
          <Button size="sm" disabledReason={remove} onClick={() => onOpen({ removed: token })}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

const Brought = ({ users, groups, groupsWithRole, groupsWithoutRole, url }: Directory) => (
  <Facts
    items={[
      ["Base URL", <Address key="url" url={url} label="Copy the base URL" />],
      [
        "Brought so far",
        users + groups === 0 ? "nothing yet" : `${counted(users, "user")}, ${counted(groups, "group")}`,
      ],
      ...(groups === 0
        ? []
        : ([
            ["Groups with a role", <Names key="with" names={groupsWithRole} none="none: map one with Change" />],
            ["Groups without", <Names key="without" names={groupsWithoutRole} none="none" />],
          ] as const)),
    ]}
  />
);

/** Users and groups that the provider sends: the address and token for it, and what has arrived. */
export function DirectoryPart({ provider }: { provider: ProviderRow }) {
  const params = { providerId: provider.id };
  const { data, error, refetch } = useOperation("getDirectory", { params });
  const [open, setOpen] = useState<Open>(null);
  const forbidden = useDisabledReason("createScimToken");
  const close = () => setOpen(null);
  if (data === undefined)
    return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />;
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        With SCIM, the provider sends its users and groups here by itself. A user it disables is out within a second,
        and groups give their roles without a new sign-in.
      </p>
      <Brought {...data} />
      <Tokens tokens={data.tokens} onOpen={setOpen} />
      <div>
        <Button size="sm" icon={Plus} disabledReason={forbidden} onClick={() => setOpen("new")}>
          New SCIM token
        </Button>
      </div>
      <DirectorySteps />
      {open === "new" && <NewScimToken provider={provider} onClose={close} />}
      {open !== null && open !== "new" && "rotated" in open && (
        <RotateScimToken provider={provider} token={open.rotated} onClose={close} />
      )}
      {open !== null && open !== "new" && "removed" in open && (
        <RemoveScimToken provider={provider} token={open.removed} onClose={close} />
      )}
    </div>
  );
}
