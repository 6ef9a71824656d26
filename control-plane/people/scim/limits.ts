/** The limits for a SCIM client's data and requests. docs/company-sign-in.md lists them. */
export const limits = {
  bodyBytes: 1_048_576,
  /** Of one provider. */
  users: 50_000,
  groups: 5_000,
  /** Of one group. */
  members: 10_000,
  /** On a page. */
  listedUsers: 200,
  /** For a page with members, of which each group may have 10,000. */
  listedGroups: 20,
  operations: 1_000,
  /** Characters of a filter, and conditions in it. */
  filter: 2_000,
  conditions: 50,
  tokens: 5,
} as const;
