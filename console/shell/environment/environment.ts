import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";

/** The environment that the console shows, from the URL. */
export function useEnvironment(): Environment {
  const { environment } = useSearch({ strict: false });
  return environment === "production" ? "production" : "development";
}

/** Switches the current page to another environment. */
export function useSetEnvironment(): (environment: Environment) => void {
  const navigate = useNavigate();
  return (environment) => {
    const chosen = environment === "production" ? environment : undefined;
    void navigate({ to: ".", search: (now: object) => ({ ...now, environment: chosen }) });
  };
}
