/** A tool's default name: `look-up-order` becomes `look_up_order`. */
export const toolNameOf = (slug: string): string => slug.replaceAll("-", "_").slice(0, 64);
