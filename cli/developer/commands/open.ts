import type { AddCommand } from "../commands.ts";
import { functionNamed } from "../server/function-named.ts";
import { openInBrowser } from "../terminal/open-in-browser.ts";

/** `ferrule open [function]`: shows the Project, or a Function of it, in the console. */
export const open: AddCommand = (commands) => {
  commands
    .add("open", "open the console in the browser", async (context, _options, slug?: string) => {
      const { client, target } = await context.signedIn();
      const page = slug === undefined ? "" : `functions/${(await functionNamed(client, slug)).id}`;
      const address = `${target.address}/${page}`;
      const opened = await openInBrowser(address, context.env);
      context.out.result({ address, opened }, address);
      if (!opened) context.out.note("No browser could be opened here. Open the address yourself.");
    })
    .argument("[function]", "show this Function, by its slug");
};
