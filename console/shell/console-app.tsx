import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { queryClient } from "../api/query-client.ts";
import { session } from "../api/session.ts";
import { nonce } from "../components/nonce.ts";
import { ToastProvider } from "../components/overlay/toast.tsx";
import { router } from "../pages/router.ts";
import { keepFocus } from "./keyboard/keep-focus.ts";
import { SignInAgain } from "./sign-in/sign-in-again.tsx";

keepFocus();

// Loads the page's own scripts while the server is asked who is signed in. A failure is reported when the page is
// shown.
const [, , route] = router.getMatchedRoutes(router.latestLocation.pathname);
if (route) void router.loadRouteChunk(route)?.catch(() => undefined);

/** Everything that a signed-in user sees. */
export default function ConsoleApp() {
  const state = session.use();
  return (
    <CSPProvider {...(nonce === undefined ? {} : { nonce })} disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
          {state.kind === "ended" && <SignInAgain me={state.me} />}
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
