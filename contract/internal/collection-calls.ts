/** The host calls of `ctx.collection(name)`, and the access to the collection that each needs. */
export const collectionCalls = {
  get: "read",
  query: "read",
  insert: "write",
  upsert: "write",
  update: "write",
  delete: "write",
} as const;
export type CollectionCall = keyof typeof collectionCalls;
