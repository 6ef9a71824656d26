/** The Function's own frames carry this name in stacks. */
export const functionFilename = "ferrule:function";
/** Frames of the prelude carry this one. */
export const preludeFilename = "ferrule:platform";
