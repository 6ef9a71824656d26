/**
 * Gives the headings of one page their anchors, in order and as GitHub does it, so that the files' own links work: `Who
 * may call` becomes `who-may-call`, and the second heading with the same text `who-may-call-1`.
 */
export function anchors(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const before = used.get(id) ?? 0;
    used.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
}
