import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import type { SignedIn } from "../../../testing/test-control-plane.ts";
import type { ApprovalScene } from "./start-approval-scene.ts";

/**
 * Puts a person into a group of a provider's directory. `leave` takes them out of it again, as the provider's client
 * does.
 */
export async function enrol(
  { scene, author }: Pick<ApprovalScene, "scene" | "author">,
  { user }: Pick<SignedIn, "user">,
  group: string,
): Promise<{ issuer: string; subject: string; leave: () => Promise<unknown> }> {
  const groupId = identifier("dgr");
  const issuer = `https://${groupId.replace("_", "-")}.example`;
  const body = { name: groupId, issuer, clientId: "ferrule", clientSecret: "a-secret" };
  const { id: providerId } = await author.client.createIdentityProvider({ body });
  const subject = `subject-of-${user.id}`;
  await scene.query(async (tx) => {
    await sql`insert into user_identities (provider_id, subject, user_id) values (${providerId}, ${subject}, ${user.id})`.execute(
      tx,
    );
    await sql`insert into directory_users (provider_id, user_id, user_name, name, emails, active)
      values (${providerId}, ${user.id}, ${user.email}, '{}', '[]', true)`.execute(tx);
    await sql`insert into directory_groups (id, provider_id, display_name) values (${groupId}, ${providerId}, ${group})`.execute(
      tx,
    );
    await sql`insert into directory_members (group_id, user_id) values (${groupId}, ${user.id})`.execute(tx);
  });
  return {
    issuer,
    subject,
    leave: () =>
      scene.query((tx) =>
        sql`delete from directory_members where group_id = ${groupId} and user_id = ${user.id}`.execute(tx),
      ),
  };
}
