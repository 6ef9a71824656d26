import { ApiError } from "@ferrule/contract/api-error.ts";
import { QueryClient } from "@tanstack/react-query";

/** What may be well the next time: not what the server understood and refused. */
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 503 || error.status === 504);

/** Everything that was read, by operation and input. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 300_000,
      retry: (count, error) => count < 2 && mayPass(error),
      retryDelay: (count) => 400 * 2 ** count,
      // A lost connection is noticed by the requests themselves and shown by the banner.
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
