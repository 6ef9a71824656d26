/** What is wrong with the name of a connection; null for one that is fine. */
export const connectionProblem = (text: string): string | null =>
  /^[a-z][a-z0-9_]{0,62}$/.test(text) ? null : "Lowercase letters, digits and _, starting with a letter.";
