import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { classNames } from "../../../components/class-names.ts";
import { inputClass } from "../../../components/input-class.ts";
import { Select } from "../../../components/choose/select.tsx";
import { typeText } from "../tool/argument-rows.ts";
import { resolved, sampleOfSchema, type Schema } from "../../../reference/sample-of-schema.ts";

export interface SchemaFieldProps {
  schema: Schema;
  root: Schema;
  value: unknown;
  /** `undefined` removes it. */
  onChange: (value: unknown) => void;
  /** `lines.0.sku`; empty for the whole. */
  path: string;
  problems: ReadonlyMap<string, string>;
}

type NamedProps = SchemaFieldProps & { name: string; required: boolean };
type Aria = { id: string; "aria-describedby": string; "aria-invalid": true | undefined };

const asSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
/** A text field's text for a value, which may still be of another type. */
const asText = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};
const join = (path: string, name: string | number) => (path === "" ? String(name) : `${path}.${name}`);
const typeOf = (schema: Schema) => [schema["type"]].flat().find((one) => one !== "null") as string | undefined;

/** A value for which there is no other field, edited as JSON. */
function JsonField({ value, onChange, aria }: { value: unknown; onChange: (value: unknown) => void; aria: Aria }) {
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value)));
  return (
    <textarea
      {...aria}
      rows={2}
      spellCheck={false}
      className={`${inputClass} h-auto py-1.5 font-mono`}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        try {
          onChange(target.value.trim() === "" ? undefined : (JSON.parse(target.value) as unknown));
        } catch {
          onChange(target.value);
        }
      }}
    />
  );
}

type ScalarProps = NamedProps & { aria: Aria };

/** Picks one of a few values, or none if it is optional. */
function ValueField({ values, value, onChange, aria, required }: ScalarProps & { values: readonly unknown[] }) {
  const choices = values.map((one) => ({ value: JSON.stringify(one), label: String(one) }));
  return (
    <Select
      {...aria}
      value={value === undefined ? "" : JSON.stringify(value)}
      choices={required ? choices : [{ value: "", label: "not set" }, ...choices]}
      onChange={(text) => onChange(text === "" ? undefined : (JSON.parse(text) as unknown))}
    />
  );
}

/** A number. Other text stays unchanged, so that the check reports it. */
function NumberField({ value, onChange, aria }: ScalarProps) {
  const read = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text || undefined);
  return (
    <input
      {...aria}
      inputMode="decimal"
      className={inputClass}
      value={asText(value)}
      onChange={({ target }) => onChange(read(target.value))}
    />
  );
}

function Scalar(props: ScalarProps) {
  const { schema, value, onChange, aria, required } = props;
  const type = typeOf(schema);
  const values = type === "boolean" ? [true, false] : schema["enum"];
  if (Array.isArray(values) && values.every((one) => typeof one !== "object"))
    return <ValueField {...props} values={values} />;
  if (type === "number" || type === "integer") return <NumberField {...props} />;
  if (type !== "string") return <JsonField value={value} onChange={onChange} aria={aria} />;
  const isLong = typeof value === "string" && (value.includes("\n") || value.length > 80);
  const shared = {
    ...aria,
    value: asText(value),
    placeholder: typeof schema["default"] === "string" ? schema["default"] : undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(target.value === "" && !required ? undefined : target.value),
  };
  return isLong ? (
    <textarea {...shared} rows={3} className={`${inputClass} h-auto py-1.5`} />
  ) : (
    <input {...shared} autoComplete="off" spellCheck={false} className={inputClass} />
  );
}

function ListField(props: NamedProps) {
  const { schema, root, value, onChange, path } = props;
  const items = asSchema(schema["items"]);
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  return (
    <div className="grid gap-2">
      {list.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no identity but their place
        <div key={index} className="flex items-start gap-1.5">
          <div className="min-w-0 flex-1">
            <NamedField
              {...props}
              name={String(index + 1)}
              required
              schema={resolved(items, root)}
              value={item}
              path={join(path, index)}
              onChange={(next) => onChange(list.map((one, at) => (at === index ? next : one)))}
            />
          </div>
          <IconButton
            icon={X}
            size="sm"
            label={`Remove ${index + 1}`}
            onClick={() => onChange(list.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button size="sm" icon={Plus} onClick={() => onChange([...list, sampleOfSchema(items, root)])}>
          Add
        </Button>
      </div>
    </div>
  );
}

/** One named part of an input: a control for a simple value, nested parts for an object or a list. */
function NamedField(props: NamedProps) {
  const { name, schema, root, required, value, path, problems } = props;
  const id = useId();
  const problem = problems.get(path);
  const type = typeOf(schema);
  const isObject = type === "object" && schema["properties"] !== undefined;
  const isList = type === "array";
  const note = typeof schema["description"] === "string" ? schema["description"] : "";
  const Group = isObject || isList ? "fieldset" : "div";
  const Label = isObject || isList ? "legend" : "label";
  return (
    <Group
      className={classNames(
        "grid min-w-0 content-start gap-1.5",
        (isObject || isList) && "rounded-md border border-line p-2.5",
      )}
    >
      <Label
        {...(isObject || isList ? {} : { htmlFor: id })}
        className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium"
      >
        <span className="font-mono text-xs">{name}</span>
        <span className="font-mono text-2xs break-all text-faint">{typeText(schema, root)}</span>
        {!required && <span className="text-2xs font-normal text-faint">optional</span>}
      </Label>
      {isObject ? (
        <SchemaFields {...props} />
      ) : isList ? (
        <ListField {...props} />
      ) : (
        <Scalar
          {...props}
          value={value}
          aria={{ id, "aria-describedby": `${id}-note`, "aria-invalid": problem === undefined ? undefined : true }}
        />
      )}
      <p
        id={`${id}-note`}
        className={classNames(
          "text-xs",
          problem === undefined ? "text-muted" : "font-medium text-bad",
          !problem && !note && "hidden",
        )}
      >
        {problem ?? note}
      </p>
    </Group>
  );
}

/** The properties of an object, one below the other. */
export function SchemaFields({ schema, root, value, onChange, path, problems }: SchemaFieldProps) {
  const held =
    typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
  return (
    <div className="grid gap-3">
      {Object.entries(asSchema(schema["properties"])).map(([name, inner]) => (
        <NamedField
          key={name}
          name={name}
          root={root}
          schema={resolved(asSchema(inner), root)}
          required={required.has(name)}
          value={held[name]}
          path={join(path, name)}
          problems={problems}
          onChange={(next) => {
            const { [name]: _, ...others } = held;
            onChange(next === undefined ? others : { ...held, [name]: next });
          }}
        />
      ))}
    </div>
  );
}
