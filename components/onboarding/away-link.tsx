import { buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type AwayLinkProps = { href: string; partnerName: string; primary?: boolean };

/** Back to the platform that sent the person. A plain link: where it leads is the platform's. */
export function AwayLink({ href, partnerName, primary = true }: AwayLinkProps) {
  return (
    <a
      href={href}
      rel="noreferrer"
      className={cn(
        buttonStyles({ variant: primary ? "primary" : "secondary", size: "lg" }),
        "h-auto min-h-12 self-start whitespace-normal py-2 text-center max-sm:w-full",
      )}
    >
      Continue to {partnerName}
    </a>
  );
}
