/**
 * Makes foreign text safe for a terminal: a control character could move the cursor, change the title or recolour later
 * text. It shows each as its escape; line ends and tabs stay.
 */
export const plain = (text: string): string =>
  text.replaceAll(
    // eslint-disable-next-line no-control-regex -- to find them is the purpose
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
