const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as it stands in HTML, also inside of quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => escapes[one] ?? one);
