import { Link } from "@tanstack/react-router";
import { Ban, KeyRound, Link2, RotateCcw } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../api/if-match.ts";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Facts } from "../../components/card.tsx";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";
import { Section } from "../../components/section.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { EditUser } from "./edit-user.tsx";
import { protectOwners } from "./protect-owners.ts";
import { InviteUser } from "./invite-user.tsx";
import { ResetPassword } from "./reset-password.tsx";
import { UserBadge } from "./user-badge.tsx";

type User = ItemOf<"listUsers">;

interface AccessProps {
  user: User;
  isSelf: boolean;
  /** Why the user cannot be changed. */
  forbidden: string | null;
  /** Why the user must stay an owner. */
  lasting: string | null;
}

/** Disables a user, or lets a disabled one sign in again. */
function DisableOrEnable({ user, isSelf, forbidden, lasting }: AccessProps) {
  const [isAsking, setAsking] = useState(false);
  const setStatus = (status: "active" | "disabled") => ({
    params: { userId: user.id },
    body: { status },
    headers: ifMatch(user.revision),
  });
  const enable = useAction("updateUser", {
    onSuccess: () => toast(`${user.email} can sign in again`),
  });
  return (
    <>
      {user.status === "active" ? (
        <Button
          icon={Ban}
          disabledReason={forbidden ?? lasting ?? (isSelf ? "You cannot disable your own account." : null)}
          onClick={() => setAsking(true)}
        >
          Disable
        </Button>
      ) : (
        <Button
          icon={RotateCcw}
          busy={enable.isPending}
          disabledReason={forbidden}
          onClick={() => enable.mutate(setStatus("active"))}
        >
          Enable
        </Button>
      )}
      {enable.error && (
        <div className="basis-full">
          <ErrorNote error={enable.error} />
        </div>
      )}
      <ConfirmAction
        open={isAsking}
        onClose={() => setAsking(false)}
        operation="updateUser"
        input={setStatus("disabled")}
        done={[`${user.email} is disabled`]}
        title={`Disable ${user.email}?`}
        description="You can enable them again. Their endpoints, keys and crons keep running."
        consequences={["All their sessions end at once.", "Their API tokens are rejected until you enable them again."]}
        typedName={user.email}
        confirmLabel="Disable user"
      />
    </>
  );
}

/** Whether the user can sign in, and actions that let them. */
function Access(props: AccessProps) {
  const { user, isSelf, forbidden } = props;
  const [asking, setAsking] = useState<"invite" | "password" | null>(null);
  return (
    <Section title="Access" className="border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Link2}
          disabledReason={
            forbidden ??
            (isSelf ? "You are already signed in." : null) ??
            (user.status === "disabled" ? "Enable the user first." : null)
          }
          onClick={() => setAsking("invite")}
        >
          New invite link
        </Button>
        <Button
          icon={KeyRound}
          disabledReason={forbidden ?? (isSelf ? "Change your own password under Settings." : null)}
          onClick={() => setAsking("password")}
        >
          Set a new password
        </Button>
        <DisableOrEnable {...props} />
      </div>
      {asking === "invite" && <InviteUser user={user} onClose={() => setAsking(null)} />}
      {asking === "password" && <ResetPassword user={user} onClose={() => setAsking(null)} />}
    </Section>
  );
}

function Detail({ user, all }: { user: User; all: readonly User[] }) {
  const me = useMe();
  const { any, lasting } = protectOwners(user, me.user.role, all);
  const isSelf = user.id === me.user.id;
  return (
    <div className="grid gap-6">
      <Facts
        items={[
          ["State", <UserBadge key="state" user={user} />],
          ["Last sign-in", user.lastLoginAt === null ? "never" : <Time key="last" at={user.lastLoginAt} />],
          ["Created", <Time key="created" at={user.createdAt} />],
          ["Id", <ShortId key="id" id={user.id} label="Copy the user's id" />],
          [
            "Audit",
            <Link key="audit" to="/audit" search={{ actor: user.id }} className="link">
              What {isSelf ? "you" : "they"} did
            </Link>,
          ],
        ]}
      />
      <EditUser key={user.revision} user={user} forbidden={any} roleForbidden={lasting} />
      <Access user={user} isSelf={isSelf} forbidden={any} lasting={lasting} />
    </div>
  );
}

interface UserDrawerProps {
  open: boolean;
  user: User | undefined;
  all: readonly User[];
  onClose: () => void;
}

/** One user: role, access, and the protection of the last owner. */
export const UserDrawer = ({ open, user, all, onClose }: UserDrawerProps) => (
  <Drawer open={open} onClose={onClose} title={user?.email ?? "User not found"}>
    {user ? <Detail key={user.id} user={user} all={all} /> : <EmptyState title="User not found" />}
  </Drawer>
);
