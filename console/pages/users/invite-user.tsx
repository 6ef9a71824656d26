import { useAction } from "../../api/use-action.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { InviteShown } from "./invite-shown.tsx";

type User = ItemOf<"listUsers">;

/** Creates an invite link for a user after a confirmation, and shows it once. */
export function InviteUser({ user: { id, email, mustChangePassword }, onClose }: { user: User; onClose: () => void }) {
  const invite = useAction("inviteUser");
  if (invite.data) return <InviteShown title={`Invite link for ${email}`} invitation={invite.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`New invite link for ${email}?`}
      description="The person who opens it signs in once as this user and chooses a password."
      consequences={[
        mustChangePassword ? "Earlier links and the first password stop working." : "Their password stops working.",
        "All their sessions end at once.",
      ]}
      confirmLabel="Make link"
      busy={invite.isPending}
      error={invite.error}
      onConfirm={() => invite.mutate({ params: { userId: id } })}
    />
  );
}
