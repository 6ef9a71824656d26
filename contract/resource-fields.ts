import { z } from "zod";

/** A member as its row may hold it: times are strings in a resource and dates in the database. */
type Stored<Value> = Value extends string ? Value | Date : Value;
type Rest<Schema extends z.ZodObject, Given> = Omit<z.output<Schema>, keyof Given>;
type RowOf<Schema extends z.ZodObject, Given> = {
  [Name in keyof Rest<Schema, Given>]: Stored<Rest<Schema, Given>[Name]>;
};

const told = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * A resource as its schema says, from a row and from `given`, which wins. Times become RFC 3339. What the schema does not
 * name stays in the row. It does not compile where a member is in neither, or has another type.
 */
export function resourceFrom<Schema extends z.ZodObject, Given extends Partial<z.output<Schema>>>(
  schema: Schema,
  row: RowOf<Schema, Given>,
  given: Given,
): z.output<Schema> {
  const all: Record<string, unknown> = { ...row, ...given };
  const members = Object.keys(schema.shape)
    .filter((name) => all[name] !== undefined)
    .map((name) => [name, told(all[name])]);
  return Object.fromEntries(members) as z.output<Schema>;
}

/** The members of a row that a schema names, as they are. It does not compile where one is missing or has another type. */
export function pickFields<Schema extends z.ZodObject>(
  schema: Schema,
  row: { [Name in keyof z.output<Schema>]: z.output<Schema>[Name] },
): z.output<Schema> {
  const all: Record<string, unknown> = row;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, all[name]])) as z.output<Schema>;
}

type Bare<Member> =
  Member extends z.ZodDefault<infer Inner> ? Inner : Member extends z.ZodOptional<infer Inner> ? Inner : Member;
type Patch<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<Bare<Shape[Name]> & z.ZodType> };

const bareOf = (member: z.core.$ZodType): z.core.$ZodType =>
  member instanceof z.ZodDefault || member instanceof z.ZodOptional ? member.unwrap() : member;

/** What a PATCH takes, from what makes the resource: each member may be left out, and then stays what it is. */
export function patchOf<Shape extends z.ZodRawShape>(
  made: z.ZodObject<Shape>,
): z.ZodObject<Patch<Shape>, z.core.$strict> {
  const members = Object.entries(made.shape).map(([name, member]) => [name, z.optional(bareOf(member))]);
  return z.strictObject(Object.fromEntries(members) as Patch<Shape>);
}
