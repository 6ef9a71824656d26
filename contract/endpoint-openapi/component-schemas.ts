import type { ArtifactFunction, JsonSchema } from "../internal/artifact.ts";
import { everySchema } from "../json-schema/every-schema.ts";
import { escapePointerPart } from "../json-schema/json-pointer.ts";

const prefix = "#/components/schemas/";

/** What stands in a JSON pointer for this name (RFC 6901), in a URI's fragment. */
const pointerPart = (name: string) => encodeURIComponent(escapePointerPart(name));

/**
 * The schemas of Functions as components of one OpenAPI document. A reference inside a schema (`#/$defs/…`) means its own root,
 * which is not the document's any more: it is led to where the schema stands now.
 */
export class ComponentSchemas {
  readonly schemas: Record<string, JsonSchema> = {};

  #add(name: string, schema: JsonSchema): string {
    if (!Object.hasOwn(this.schemas, name)) {
      const { $schema: _dialect, $id: _id, ...copy } = structuredClone(schema);
      this.schemas[name] = copy;
      for (const { schema: place } of everySchema(copy)) {
        const reference = place["$ref"];
        const isOwn = reference === "#" || (typeof reference === "string" && reference.startsWith("#/"));
        if (isOwn) place["$ref"] = `${prefix}${name}${reference.slice(1)}`;
      }
    }
    return `${prefix}${name}`;
  }

  /** A reference to the input of a Function. */
  input = (held: ArtifactFunction): string => this.#add(`${held.slug}_input`, held.inputSchema);

  /** A reference to one property of its input. */
  property = (held: ArtifactFunction, name: string): string => `${this.input(held)}/properties/${pointerPart(name)}`;

  /** A reference to its output; null where that may be anything. */
  output = (held: ArtifactFunction): string | null =>
    held.outputSchema === null ? null : this.#add(`${held.slug}_output`, held.outputSchema);
}
