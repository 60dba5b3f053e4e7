import type { ReactNode } from "react";

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  title,
  children,
  icon,
  actions,
}: {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      {icon ? (
        <div className="text-muted [&_svg]:size-8" aria-hidden>
          {icon}
        </div>
      ) : null}
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children ? <div className="text-muted text-sm">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
