import { ApiError } from "@ferrule/contract/api-error.ts";
import { QueryClient } from "@tanstack/react-query";

/** Whether a retry may succeed: not when the server understood the request and refused it. */
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 503 || error.status === 504);

/** The cache of everything that was read, by operation and input. */
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
