import { Check, X } from "lucide-react";
import type { LinkApproval } from "@/lib/domain/accounts";

const ICONS = [
  <Check key="agreed" className="text-done" aria-hidden />,
  <X key="withheld" className="text-muted" aria-hidden />,
];

type LinkTermsProps = { parts: LinkApproval["parts"]; heading: "h2" | "h4" };

/** What approving a link means, word for word as the approval is kept. */
export function LinkTerms({ parts, heading: Title }: LinkTermsProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {parts.map(({ title, lines }, part) => (
        <div key={title} className="flex flex-col gap-2">
          <Title className="font-medium">{title}</Title>
          <ul className="flex flex-col gap-2 text-muted">
            {lines.map((line) => (
              <li key={line} className="wrap-anywhere flex gap-2">
                <span className="mt-1 shrink-0 [&_svg]:size-4">{ICONS[part]}</span>
                {line}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
