/** The name of the Function's own frames in stacks. */
export const functionFilename = "ferrule:function";
/** The name of the prelude's frames. */
export const preludeFilename = "ferrule:platform";
