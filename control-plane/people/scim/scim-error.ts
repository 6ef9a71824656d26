/** The `scimType` of a refusal (RFC 7644, section 3.12, table 9). */
type ScimType =
  | "invalidFilter"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** A refusal of a SCIM client's request. The detail is one plain sentence for the person who set up the client. */
export class ScimError extends Error {
  override name = "ScimError";
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** The refusal of an invalid value. */
export const invalidValue = (detail: string): ScimError => new ScimError(400, detail, "invalidValue");

/** The body of a refusal (RFC 7644, section 3.12). */
export const errorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail,
});
