import type { TestControlPlane } from "../../../testing/test-control-plane.ts";

export interface ScimReply {
  status: number;
  headers: Headers;
  text: string;
  // What a test looks at is different in each answer.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** A SCIM client with this token. */
export const scimOf =
  ({ url }: TestControlPlane, token: string) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ScimReply> => {
    const response = await fetch(`${url}/api/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text === "" ? null : JSON.parse(text) };
  };

export type Scim = ReturnType<typeof scimOf>;

/** A PATCH of these operations. */
export const patchOf = (...Operations: object[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});

let made = 0;
/** A user in the form that Okta sends. */
export function newUser(more: Record<string, unknown> = {}) {
  const name = `scim-${(made += 1)}`;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: `${name}@acme.example`,
    externalId: `00u-${name}`,
    name: { givenName: "Ada", familyName: name },
    emails: [{ primary: true, value: `${name}@acme.example`, type: "work" }],
    displayName: `Ada ${name}`,
    active: true,
    ...more,
  };
}
