/** The parts of an OpenAPI document that are shown. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
}

export interface DocumentedOperation {
  name: string;
  method: string;
  path: string;
  summary: string;
  /** What the summary leaves out; empty if that is nothing. */
  description: string;
  tag: string;
  /** Name, path, summary and description in lower case. */
  text: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  body: unknown;
  answers: { status: string; description: string; schema: unknown }[];
}

const schemaIn = (content?: Record<string, { schema?: unknown }>) => Object.values(content ?? {})[0]?.schema;

/** Every operation of a document, in document order. */
export const operationsOf = ({ paths }: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(
        ([
          method,
          {
            operationId: name,
            summary = "",
            description = "",
            tags = ["Other"],
            parameters = [],
            requestBody,
            responses = {},
          },
        ]) => ({
          name,
          method: method.toUpperCase(),
          path,
          summary,
          description,
          tag: tags[0] ?? "Other",
          text: `${name} ${path} ${summary} ${description}`.toLowerCase(),
          parameters: parameters.map((each) => ({
            name: each.name,
            in: each.in,
            required: each.required === true,
            schema: each.schema,
          })),
          body: schemaIn(requestBody?.content),
          answers: Object.entries(responses).map(([status, answer]) => ({
            status,
            description: answer.description ?? "",
            schema: schemaIn(answer.content),
          })),
        }),
      ),
  );
