/** Why a text is not a connection's name; null when it is one. */
export const connectionProblem = (text: string): string | null =>
  /^[a-z][a-z0-9_]{0,62}$/.test(text) ? null : "Lowercase letters, digits and _, starting with a letter.";
