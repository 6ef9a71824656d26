import { resolved, sampleOfSchema, type Schema } from "./sample-of-schema.ts";
import { descriptionOf, typeOf, type ApiDocument, type ApiOperation } from "./document.ts";
import { element } from "./element.ts";
import { tryForm } from "./try-form.ts";

const json = (value: unknown) => element("pre", {}, JSON.stringify(value, null, 2));
const row = (...cells: string[]) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));

function inputsOf(api: ApiDocument, { parameters }: ApiOperation): HTMLElement | null {
  if (parameters.length === 0) return null;
  const rows = parameters.map(({ name, in: place, required, schema, description }) =>
    row(name, place, typeOf(schema, api), required ? "required" : "", description ?? descriptionOf(schema, api)),
  );
  return element("table", {}, ...rows);
}

function fieldsOf(api: ApiDocument, given: Schema): HTMLElement {
  const schema = resolved(given, api);
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
  const rows = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).map(([name, inner]) =>
    row(name, typeOf(inner, api), required.has(name) ? "required" : "", descriptionOf(inner, api)),
  );
  return rows.length > 0 ? element("table", {}, ...rows) : element("p", { class: "muted" }, typeOf(schema, api));
}

function answersOf(api: ApiDocument, { responses }: ApiOperation): HTMLElement {
  const list = element("div");
  for (const [status, given] of Object.entries(responses)) {
    const answer = resolved(given, api);
    const media = ((answer["content"] ?? {}) as Record<string, { schema: Schema; example?: unknown }>)[
      "application/json"
    ];
    const text = typeof answer["description"] === "string" ? answer["description"] : "";
    if (media === undefined) list.append(element("p", {}, `${status} · ${text}`));
    else
      list.append(
        element(
          "details",
          {},
          element("summary", {}, `${status} · ${text}`),
          json(media.example ?? sampleOfSchema(media.schema, api)),
        ),
      );
  }
  return list;
}

/** One route, closed at first: its input, its responses, and a form that calls it. */
export function operationPart(
  api: ApiDocument,
  method: string,
  path: string,
  operation: ApiOperation,
  credential: () => Record<string, string>,
): HTMLElement {
  const part = element("details", {}, element("summary", {}, element("b", {}, method.toUpperCase()), ` ${path}`));
  const fill = () => {
    const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    part.append(element("p", {}, operation.description ?? ""));
    const inputs = inputsOf(api, operation);
    if (inputs !== null) part.append(element("h3", {}, "Parameters"), inputs);
    if (type !== undefined && media !== undefined)
      part.append(element("h3", {}, `Body, ${type}`), fieldsOf(api, media.schema));
    part.append(element("h3", {}, "Answers"), answersOf(api, operation));
    part.append(
      element("h3", {}, "Try it"),
      tryForm(api, { method: method.toUpperCase(), path, operation }, credential),
    );
  };
  // The page shows hundreds of routes, so each one's content is made when somebody opens it.
  part.addEventListener("toggle", fill, { once: true });
  return part;
}
