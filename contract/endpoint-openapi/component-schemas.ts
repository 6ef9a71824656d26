import type { ArtifactFunction, JsonSchema } from "../internal/artifact.ts";
import { everySchema } from "../json-schema/walking/every-schema.ts";
import { isObject } from "../json-schema/is-object.ts";
import { escapePointerPart, pointerParts } from "../json-schema/walking/json-pointer.ts";
import { portableSchema } from "../json-schema/portable-schema.ts";

const prefix = "#/components/schemas/";

/** Characters that a component's name may have (OpenAPI 3.1.1, section 4.8.7). */
const componentName = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, "_");

const escaped = (parts: readonly string[]): string => parts.map(escapePointerPart).join("/");

/** A schema whose references point into the document. It has no `$defs` of its own. */
interface Lifted {
  name: string;
  root: JsonSchema;
}

/**
 * The schemas of Functions as components of one OpenAPI document. A reference inside a schema starts at the schema's
 * root, which is not the document's root. So each of its `$defs` becomes a component, and references point there.
 * Client generators do not follow a pointer into a component, especially if a type contains itself.
 */
export class ComponentSchemas {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #lifted = new Map<string, Lifted>();

  /** Finds a name that no other schema has. */
  #free(wanted: string): string {
    let name = wanted;
    for (let n = 2; Object.hasOwn(this.schemas, name); n += 1) name = `${wanted}_${n}`;
    return name;
  }

  #lift(name: string, schema: JsonSchema): Lifted {
    const known = this.#lifted.get(name);
    if (known !== undefined) return known;
    const { $schema: _dialect, $defs, definitions, ...root } = portableSchema(schema);
    const moved = new Map<string, string>();
    for (const [keyword, defined] of Object.entries({ $defs, definitions })) {
      for (const [key, one] of Object.entries(isObject(defined) ? defined : {})) {
        const component = this.#free(componentName(`${name}_${key}`));
        this.schemas[component] = one as JsonSchema;
        moved.set(escaped([keyword, key]), component);
      }
    }
    const lifted = { name, root };
    for (const top of [root, ...[...moved.values()].map((component) => this.schemas[component])]) {
      if (!isObject(top)) continue;
      for (const { schema: place } of everySchema(top)) this.#lead(place, lifted, moved);
    }
    this.#lifted.set(name, lifted);
    return lifted;
  }

  /** Changes a reference of a schema to the new place of its target. */
  #lead(place: JsonSchema, { name, root }: Lifted, moved: ReadonlyMap<string, string>): void {
    const parts = typeof place["$ref"] === "string" ? pointerParts(place["$ref"]) : null;
    if (parts === null) return;
    const component = moved.get(escaped(parts.slice(0, 2)));
    if (component === undefined) this.schemas[name] = root;
    const rest = component === undefined ? parts : parts.slice(2);
    place["$ref"] =
      prefix + [component ?? name, ...rest.map((part) => encodeURIComponent(escapePointerPart(part)))].join("/");
  }

  #refer(name: string, schema: JsonSchema): string {
    this.schemas[name] = this.#lift(name, schema).root;
    return `${prefix}${name}`;
  }

  /** A reference to the input of a Function. */
  input = (held: ArtifactFunction): string => this.#refer(`${held.slug}_input`, held.inputSchema);

  /** The schema of one property of its input; undefined without such a property. */
  property(held: ArtifactFunction, name: string): JsonSchema | undefined {
    const { properties } = this.#lift(`${held.slug}_input`, held.inputSchema).root;
    return isObject(properties) && Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : undefined;
  }

  /** A reference to its output; null if the output may be anything. */
  output = (held: ArtifactFunction): string | null =>
    held.outputSchema === null ? null : this.#refer(`${held.slug}_output`, held.outputSchema);
}
