import { useEffect, type ReactNode } from "react";

/** The frame of pages shown before sign-in. */
export function FrontDoor({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Ferrule`;
  }, [title]);
  return (
    <main className="grid min-h-dvh content-center justify-items-center p-4 pb-[12dvh]">
      <div className="w-full max-w-sm">
        <div className="mb-5 flex items-center gap-2.5">
          <img src="/ferrule.svg" alt="" width={28} height={28} />
          <span className="text-lg font-semibold tracking-tight">Ferrule</span>
        </div>
        <div className="rounded-lg border border-line bg-surface p-6">
          <h1 className="mb-4 text-lg font-semibold">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
