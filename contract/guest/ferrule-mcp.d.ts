/** `ctx.mcp`: for calls from MCP clients only. */
declare module "ferrule" {
  export interface McpCall {
    /** The client's own name and version; `null` if it gives none. */
    readonly clientInfo: { readonly name: string; readonly version: string } | null;
    /** The URI of the resource that the client reads; not set in other calls. */
    readonly uri?: string;
    /** Return this to choose the content blocks of the result, instead of the value's JSON. */
    content(blocks: readonly McpBlock[]): McpContent;
    /** The same as `ctx.resourceChanged`. */
    changed(uri: string): Promise<void>;
    /**
     * Asks the person behind the client, with a form. While they think, the call uses nothing; then the Function runs again
     * from its top, so put everything with an effect before the last question into `ctx.step`. Several questions may be open
     * at once (`Promise.all`).
     *
     * In a durable run that an MCP client started as a task, the run waits for the answer, as for an event.
     * @throws FunctionError `ELICITATION_UNSUPPORTED` if the client cannot ask, `VALIDATION_ERROR`, `STEP_CHANGED`
     */
    elicit<const Schema extends QuestionSchema>(question: FormQuestion<Schema>): Promise<FormOutcome<Schema>>;
    /**
     * Asks the person to open a page: for everything secret, such as a password or a payment. `accept` means that they agreed
     * to open it, not that they are done there.
     */
    elicit(question: UrlQuestion): Promise<UrlOutcome>;
    /** If the client did not declare this capability, ends the call as the client's protocol revision defines. */
    requireCapability(name: string): void;
  }

  export type McpBlock =
    | { type: "text"; text: string }
    | { type: "image"; data: string; mimeType: string }
    | { type: "audio"; data: string; mimeType: string }
    | { type: "resource_link"; uri: string; name: string; title?: string; description?: string; mimeType?: string }
    | { type: "resource"; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) };

  /** What `ctx.mcp.content` returns. */
  export interface McpContent {
    readonly "~ferrule": "mcp-content";
  }

  /** A content of a resource; `blob` is base64. Without a `uri` or a `mimeType`, it has those of the resource. */
  export type McpResourceContent = { uri?: string; mimeType?: string } & ({ text: string } | { blob: string });

  /**
   * What the handler of a resource returns: a text, bytes, a content, or a list of them. Any other value becomes its JSON.
   * `null`, or a `FunctionError` with the code `NOT_FOUND`, says that there is no such resource.
   */
  export type McpResource =
    | string
    | Uint8Array
    | McpResourceContent
    | readonly (string | Uint8Array | McpResourceContent)[]
    | null;

  export interface McpMessage {
    role: "user" | "assistant";
    content: string | McpBlock | readonly McpBlock[];
  }

  /** What the handler of a prompt returns: a text, which is one message of the user, or messages. */
  export type McpPrompt = string | { description?: string; messages: readonly McpMessage[] };

  /**
   * The type of the export `complete`, which suggests values of an argument while a person types: of a prompt, or of a
   * variable of a URI template. It has two seconds. Clients show 100 values.
   */
  export type Complete = (
    typed: {
      /** The argument's name. */
      argument: string;
      /** What the person has typed so far. */
      value: string;
      /** The arguments that are already filled in. */
      arguments: Readonly<Record<string, string>>;
    },
    ctx: McpContext,
  ) => readonly string[] | Promise<readonly string[]>;

  interface AnyQuestion {
    /** Says what is asked, and why: 1 to 4,000 characters. */
    readonly message: string;
    /** Tells questions of one call apart, like the name of a step; default: `"question"`. */
    readonly name?: string;
    /** How long the person may take: 1 second to 10 minutes, in a durable run up to 30 days; default: 10 minutes. */
    readonly timeout?: Duration;
  }

  export interface FormQuestion<Schema extends QuestionSchema = QuestionSchema> extends AnyQuestion {
    /** The fields of the form. It must not ask for passwords, keys, tokens or numbers of cards. */
    readonly schema: Schema;
  }

  export interface UrlQuestion extends AnyQuestion {
    /** A page that you answer for, with `https://`. */
    readonly url: string;
  }

  /** A flat form: no field is an object, and lists are choices. */
  export interface QuestionSchema {
    readonly type: "object";
    /** 1 to 20 fields. */
    readonly properties: { readonly [name: string]: QuestionField };
    readonly required?: readonly string[];
  }

  interface LabeledField {
    readonly title?: string;
    readonly description?: string;
  }
  interface TitledChoice {
    readonly const: string;
    readonly title: string;
  }

  export type QuestionField =
    | (LabeledField & {
        readonly type: "string";
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly format?: "email" | "uri" | "date" | "date-time";
        readonly default?: string;
      })
    | (LabeledField & { readonly type: "string"; readonly enum: readonly string[]; readonly default?: string })
    | (LabeledField & { readonly type: "string"; readonly oneOf: readonly TitledChoice[]; readonly default?: string })
    | (LabeledField & {
        readonly type: "number" | "integer";
        readonly minimum?: number;
        readonly maximum?: number;
        readonly default?: number;
      })
    | (LabeledField & { readonly type: "boolean"; readonly default?: boolean })
    | (LabeledField & {
        /** Several choices. Clients of 2025-06-18 cannot show it. */
        readonly type: "array";
        readonly items:
          | { readonly type?: "string"; readonly enum: readonly string[] }
          | { readonly anyOf: readonly TitledChoice[] };
        readonly minItems?: number;
        readonly maxItems?: number;
        readonly default?: readonly string[];
      });

  type Choice<Field> = Field extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Field extends { readonly oneOf: readonly { readonly const: infer Value }[] }
      ? Value
      : Field extends { readonly anyOf: readonly { readonly const: infer Value }[] }
        ? Value
        : string;

  type FieldValue<Field> = Field extends { readonly type: "boolean" }
    ? boolean
    : Field extends { readonly type: "number" | "integer" }
      ? number
      : Field extends { readonly type: "array"; readonly items: infer Items }
        ? Choice<Items>[]
        : Choice<Field>;

  type RequiredName<Schema extends QuestionSchema> = Schema extends { readonly required: readonly (infer Name)[] }
    ? Name
    : never;

  /** What a person has filled in: the fields of the form, and nothing else. */
  export type Answer<Schema extends QuestionSchema> = {
    readonly [Name in keyof Schema["properties"] as Name extends RequiredName<Schema> ? Name : never]: FieldValue<
      Schema["properties"][Name]
    >;
  } & {
    readonly [Name in keyof Schema["properties"] as Name extends RequiredName<Schema> ? never : Name]?: FieldValue<
      Schema["properties"][Name]
    >;
  };

  /** The person has refused, or closed the question, or not answered in time, or the client sent something else. */
  export type NoAnswer =
    | { readonly action: "decline" }
    | { readonly action: "cancel" }
    | { readonly action: "timeout" }
    | { readonly action: "malformed"; readonly issues: readonly { readonly path: string; readonly message: string }[] };

  export type FormOutcome<Schema extends QuestionSchema = QuestionSchema> =
    | { readonly action: "accept"; readonly content: Answer<Schema> }
    | NoAnswer;
  export type UrlOutcome = { readonly action: "accept" } | NoAnswer;
}
