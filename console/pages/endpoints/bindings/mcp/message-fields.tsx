import type { McpArgument, PromptMessage } from "@ferrule/contract/resources/mcp-fields.ts";
import { SelectField, TextAreaField } from "../../../../components/form/fields.tsx";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { Warning } from "../../../../components/warning.tsx";
import { EntryFields } from "./entry-fields.tsx";
import { unknownPlaceholders, unusedArguments } from "./prompt-values.ts";

const roles = choicesOf({ user: "The user says", assistant: "The assistant says" });
const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** What is wrong with the placeholders of a message, said while it is written. */
function placeholderWarning(text: string, given: readonly McpArgument[]): string | null {
  const unknown = unknownPlaceholders(text, given);
  if (unknown === null) return "Braces stand only around the name of an argument: {{argument}}.";
  return unknown.length === 0
    ? null
    : `There is no argument ${listed.format(unknown)}. Add it above, or correct the name.`;
}

interface MessageFieldsProps {
  messages: readonly PromptMessage[];
  given: readonly McpArgument[];
}

/** The messages that a prompt puts into the conversation, in their order. */
export function MessageFields({ messages, given }: MessageFieldsProps) {
  const unused = unusedArguments(messages, given);
  return (
    <>
      <EntryFields<PromptMessage>
        name="messages"
        label="Messages"
        entries={messages}
        word="message"
        added={{ role: messages.at(-1)?.role === "user" ? "assistant" : "user", text: "" }}
        most={100}
        isOrdered
      >
        {({ text }, name) => {
          const warning = placeholderWarning(text, given);
          return (
            <>
              <SelectField name={`${name}.role`} label="Who speaks" choices={roles} />
              <TextAreaField name={`${name}.text`} label="Text" rows={5} placeholder="Check order {{orderId}}." />
              {warning !== null && (
                <div role="status" className="text-xs">
                  <Warning>{warning}</Warning>
                </div>
              )}
            </>
          );
        }}
      </EntryFields>
      {unused.length > 0 && (
        <p role="status" className="text-xs text-muted">
          No message uses {listed.format(unused)}.
        </p>
      )}
    </>
  );
}
