/** One escape of an ECMAScript pattern with `u`, starting at its backslash; a surrogate pair is one character. */
export const patternEscape =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[^])/uy;
