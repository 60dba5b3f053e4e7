import type { ReactNode } from "react";

/** One of the things to know before going on. */
export function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="mt-1 shrink-0 text-accent-text [&_svg]:size-5">{icon}</span>
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}
