import { api } from "../../api/api.ts";
import { forgetKept } from "../../api/kept-here.ts";
import { queryClient } from "../../api/query-client.ts";
import { session, userHere } from "../../api/session.ts";

/** Ends the session, here and at the provider, and forgets what this browser keeps for the user. */
export async function signOut(): Promise<void> {
  const userId = userHere();
  const { url } = await api.getProviderLogout();
  await api.logout();
  queryClient.clear();
  session.leave();
  if (userId !== null) {
    forgetKept(userId);
    forgetKept(userId, window.sessionStorage);
  }
  if (url !== null) window.location.assign(url);
}
