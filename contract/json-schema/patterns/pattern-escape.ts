/** One escape of an ECMAScript pattern with `u`, at its backslash; a pair of surrogates is one character. */
export const patternEscape =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[^])/uy;
