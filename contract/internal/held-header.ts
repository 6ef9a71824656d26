/** An answer with this header began while its request was held: something follows each second until it is complete. */
export const heldHeader = "x-ferrule-held";
