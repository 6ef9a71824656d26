import { urns } from "../urns.ts";

interface Attribute {
  name: string;
  type: "string" | "boolean" | "complex" | "reference";
  multiValued: boolean;
  description: string;
  required: boolean;
  mutability: "readWrite" | "readOnly" | "immutable";
  returned: "default" | "always";
  caseExact?: boolean;
  uniqueness?: "none" | "server";
  subAttributes?: Attribute[];
  referenceTypes?: string[];
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  mutability: "readWrite",
  returned: "default",
  ...(more.type === undefined || more.type === "string" ? { caseExact: false, uniqueness: "none" as const } : {}),
  ...more,
});

const readOnly = { mutability: "readOnly" } as const;
const reference = attribute("$ref", "Where it is", {
  ...readOnly,
  type: "reference",
  referenceTypes: ["User", "Group"],
});

const ofUsers: Attribute[] = [
  attribute("userName", "What the provider calls the user", { required: true, uniqueness: "server" }),
  attribute("displayName", "What the account is called"),
  attribute("name", "The parts of the name", {
    type: "complex",
    subAttributes: ["formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix"].map(
      (part) => attribute(part, "A part of the name"),
    ),
  }),
  attribute("active", "Whether the user may sign in", { type: "boolean" }),
  attribute("emails", "The primary one is the address of the account", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The address"),
      attribute("type", "Such as work"),
      attribute("primary", "Whether it is the one to use", { type: "boolean" }),
    ],
  }),
  attribute("groups", "The groups of the user", {
    ...readOnly,
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The group's id", readOnly),
      attribute("display", "Its name", readOnly),
      reference,
    ],
  }),
];

const ofGroups: Attribute[] = [
  attribute("displayName", "Roles go by it, or by externalId", { required: true, uniqueness: "server" }),
  attribute("members", "Users of this provider", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The user's id", { mutability: "immutable", caseExact: true }),
      attribute("display", "The user's userName", readOnly),
      attribute("type", "User", { mutability: "immutable" }),
      reference,
    ],
  }),
];

const schema = (id: string, name: string, description: string, attributes: Attribute[]) => ({
  schemas: [urns.schema],
  id,
  name,
  description,
  attributes,
});

/** The attributes that we keep (RFC 7643, section 7). */
export const schemas = [
  schema(urns.user, "User", "A user of the console", ofUsers),
  schema(urns.group, "Group", "A group that may give a role", ofGroups),
] as const;
