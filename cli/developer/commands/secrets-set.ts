import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import { environmentOption, type EnvironmentOption } from "../options/environment-option.ts";

/** `ferrule secrets set <name> --env <environment>`: creates the secret, or gives it a new value. */
export const secretsSet: AddCommand = (commands) => {
  commands
    .add<EnvironmentOption>(
      "secrets set",
      "set a secret: the value is asked for, or read from the standard input",
      async (context, { env }, name = "") => {
        const api = await context.client();
        const { items } = await api.listSecrets({ query: { names: name, environment: env } });
        const found = items.find((each) => each.name === name);
        const value = await context.ask.secret(`Value of ${name} in ${env}:`);
        if (value === "") {
          throw new CommandError("VALUE_EMPTY", "The value is empty, so nothing was changed.", {
            exit: "usage",
            hint: `Pipe it in: \`ferrule secrets set ${name} --env ${env} < file\`.`,
          });
        }
        const body = { value };
        const secret =
          found === undefined
            ? await api.createSecret({ body: { name, environment: env, ...body } })
            : await api.rotateSecret({
                params: { secretId: found.id },
                body,
                headers: { "if-match": `"${found.revision}"` },
              });
        const { id, version } = secret;
        context.out.result({ id, name, environment: env, version, created: found === undefined }, () =>
          found === undefined ? `Created ${name} in ${env}.` : `${name} has a new value in ${env}, in force at once.`,
        );
      },
    )
    .argument("<name>", "such as PAYMENTS_KEY")
    .addOption(environmentOption().makeOptionMandatory());
};
