import type { ReactNode } from "react";
import { buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type OnLinkProps = { href: string; primary?: boolean; children: ReactNode };

/** On to another page of ours. A plain link: the pages that people reach by one carry no router. */
export function OnLink({ href, primary = true, children }: OnLinkProps) {
  return (
    <a
      href={href}
      className={cn(
        buttonStyles({ variant: primary ? "primary" : "secondary", size: "lg" }),
        "h-auto min-h-12 self-start whitespace-normal py-2 text-center max-sm:w-full",
      )}
    >
      {children}
    </a>
  );
}
