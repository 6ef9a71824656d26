import { clientKeys, newOauthClient } from "@ferrule/contract/resources/oauth.ts";
import { z } from "zod";

export const linesOf = (text: unknown) =>
  String(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const nameField = z.string().trim().min(1).max(120);

/** The form's representation: addresses one per line, keys as pasted text. */
export const clientForms = {
  person: z.object({
    name: nameField,
    redirects: z.string().superRefine((text, context) => {
      const parsed = newOauthClient.options[0].shape.redirectUris.safeParse(linesOf(text));
      const message = parsed.error?.issues[0]?.message;
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
  }),
  machine: z.object({
    name: nameField,
    keys: z.string().superRefine((text, context) => {
      try {
        const message = clientKeys.safeParse(JSON.parse(text)).error?.issues[0]?.message;
        if (message !== undefined) context.addIssue({ code: "custom", message });
      } catch {
        context.addIssue({ code: "custom", message: 'must be JSON like {"keys":[…]}' });
      }
    }),
  }),
};
