import { createServer } from "node:http";
import { Provider } from "oidc-provider";

/*
 * The company's identity provider: the certified `oidc-provider`, with its own sign-in forms. The user `ada` is in the
 * group `engineering`; others are in no group. Arguments: the redirect address, the one after sign-out, and the
 * back-channel's.
 */
const [redirectUri = "", signedOutUri = "", logoutUri = ""] = process.argv.slice(2);
const disabled = new Set();

const server = createServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "ferrule",
      client_secret: "a client secret of the company's provider",
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [signedOutUri],
      backchannel_logout_uri: logoutUri,
      backchannel_logout_session_required: true,
      grant_types: ["authorization_code", "refresh_token"],
    },
  ],
  cookies: { keys: ["a key of the cookies"] },
  conformIdTokenClaims: false,
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
  scopes: ["openid", "email", "profile", "groups", "offline_access"],
  features: { backchannelLogout: { enabled: true } },
  // Its own agent does not contact private addresses, but Ferrule has one here.
  fetch: (url, { dispatcher: _agent, ...options }) => fetch(url, options),
  findAccount: (_context, id) =>
    disabled.has(id)
      ? undefined
      : {
          accountId: id,
          claims: () => ({
            sub: id,
            email: `${id}@acme.example`,
            email_verified: true,
            name: "Ada",
            groups: id === "ada" ? ["engineering"] : [],
          }),
        },
});
server.on("request", provider.callback());
process.on("message", (message) => {
  if (message.disable !== undefined) disabled.add(message.disable);
  process.send?.({ done: true });
});
process.on("disconnect", () => process.exit());
process.send?.({ issuer });
