/** Bounds of what a SCIM client may bring and ask. docs/company-sign-in.md says them. */
export const limits = {
  bodyBytes: 1_048_576,
  /** Of one provider. */
  users: 50_000,
  groups: 5_000,
  /** Of one group. */
  members: 10_000,
  /** On a page. */
  listedUsers: 200,
  /** On a page with their members, each of up to 10,000. */
  listedGroups: 20,
  operations: 1_000,
  /** Characters of a filter, and conditions in it. */
  filter: 2_000,
  conditions: 50,
  tokens: 5,
} as const;
