import type { OauthConsent } from "@ferrule/contract/resources/oauth.ts";

/** Says how far the client's name can be trusted. */
export function WhoAsks({ client, redirectHost }: Pick<OauthConsent, "client" | "redirectHost">) {
  if (client.kind === "registered") return <>An administrator of this Ferrule has registered it.</>;
  if (client.kind === "document") {
    return (
      <>
        <strong className="font-semibold">{client.host}</strong> says that this is its program.
      </>
    );
  }
  return (
    <>
      Nobody has checked this name. The answer goes to <strong className="font-semibold">{redirectHost}</strong>. Allow
      it only if you have just started this sign-in yourself.
    </>
  );
}
