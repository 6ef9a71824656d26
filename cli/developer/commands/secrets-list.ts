import type { AddCommand } from "../commands.ts";
import { environmentOption, type EnvironmentOption } from "../options/environment-option.ts";
import { everyItem } from "../server/every-item.ts";
import { ago } from "../terminal/ago.ts";

/** `ferrule secrets list`: lists names, and when each was set; a value never leaves the server. */
export const secretsList: AddCommand = (commands) => {
  commands
    .add<Partial<EnvironmentOption>>(
      "secrets list",
      "list the secrets by name and environment, without values",
      async (context, { env }) => {
        const api = await context.client();
        const environment = env === undefined ? {} : { environment: env };
        const secrets = await everyItem((cursor) =>
          api.listSecrets({ query: { limit: 200, cursor, sort: "name", ...environment } }),
        );
        const told = secrets.map(({ name, environment, version, rotatedAt, createdAt, usedBy }) => {
          return { name, environment, version, setAt: rotatedAt ?? createdAt, usedBy };
        });
        context.out.table(
          told,
          ["name", "environment", "version", "set", "used by"].map((heading) => ({ heading })),
          told.map(({ name, environment, version, setAt, usedBy }) => [
            name,
            environment,
            String(version),
            ago(setAt),
            usedBy.join(", "),
          ]),
          "There are no secrets here yet.",
        );
      },
    )
    .addOption(environmentOption());
};
