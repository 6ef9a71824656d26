/** The headers of a write that applies to this revision and to no other. */
export const ifMatch = (revision: number | undefined) => ({ "if-match": `"${revision}"` });
