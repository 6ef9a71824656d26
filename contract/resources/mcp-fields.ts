import { z } from "zod";
import { uriProblem } from "../mcp-bindings/uri-template.ts";
import { mcpRoles } from "../states.ts";
import { givenLine, givenText, text } from "./fields.ts";

/** The name of a tool, a resource or a prompt. */
export const toolName = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, "must be 1 to 64 of A-Z a-z 0-9 _ . -");

/** The URI of a resource, or the URI template of many (RFC 3986; RFC 6570 up to level 3). */
export const resourceUri = z
  .string()
  .min(1)
  .max(1_000)
  .superRefine((value, context) => {
    const message = uriProblem(value);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

const token = "[A-Za-z0-9!#$&^_.+-]{1,80}";
/** RFC 6838, with an optional charset. */
export const mimeType = z
  .string()
  .regex(
    new RegExp(`^${token}/${token}(?:; ?charset=[A-Za-z0-9._-]{1,40})?$`),
    "must be a media type such as text/markdown",
  );

/** The most bytes of a kept content. */
export const mostContentBytes = 1_048_576;
const tooLarge = "must have at most 1 MiB; return a larger content from a Function";
const bytesOf = (value: string) => new TextEncoder().encode(value).length;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** The content of a resource that the Project keeps: a text, or bytes in base64 (RFC 4648, section 4). */
export const mcpContent = z.union([
  z.strictObject({
    text: text(mostContentBytes).refine((value) => bytesOf(value) <= mostContentBytes, tooLarge),
  }),
  z.strictObject({
    base64: z
      .string()
      .max(Math.ceil(mostContentBytes / 3) * 4, tooLarge)
      .regex(base64, "must be base64 with padding"),
  }),
]);
export type McpContent = z.infer<typeof mcpContent>;

/** The bytes of a content. */
export function contentSize(content: McpContent): number {
  if ("text" in content) return bytesOf(content.text);
  const { base64: given } = content;
  return (given.length / 4) * 3 - (given.endsWith("==") ? 2 : given.endsWith("=") ? 1 : 0);
}

const argumentName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.]{0,63}$/, "must be 1 to 64 of A-Z a-z 0-9 _ . and not begin with a dot");

/** An argument of a prompt, or a variable of a URI template. */
export const mcpArgument = z.strictObject({
  name: argumentName,
  title: givenLine(120, 1).optional(),
  description: givenText(1_000).optional(),
  required: z.boolean().default(false),
  /** What completion offers. */
  values: z.array(givenLine(200, 1)).max(100).optional(),
});
export type McpArgument = z.infer<typeof mcpArgument>;

/** One message of a prompt; `{{argument}}` in it stands for an argument's value. */
export const promptMessage = z.strictObject({ role: z.enum(mcpRoles), text: givenText(20_000, 1) });
export type PromptMessage = z.infer<typeof promptMessage>;

const iconSource = z.union(
  [
    z
      .string()
      .max(2_000)
      .regex(/^https:\/\/[^\s@\\]+$/),
    z
      .string()
      .max(16_000)
      .regex(/^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/),
  ],
  { error: "must be an https: address, or an image as data: in base64, of at most 16,000 characters" },
);

/** An icon of a tool, a resource or a prompt (MCP 2025-11-25, Icon). */
export const mcpIcon = z.strictObject({
  src: iconSource,
  mimeType: mimeType.optional(),
  sizes: z
    .array(z.string().regex(/^(?:[1-9]\d{0,4}x[1-9]\d{0,4}|any)$/, "must be like 48x48, or any"))
    .max(10)
    .optional(),
  theme: z.enum(["light", "dark"]).optional(),
});
