import { Circle, CircleCheck } from "lucide-react";
import { SectionCard } from "@/components/ui/card";
import { counted } from "@/components/ui/format";
import type { LinkedProduction } from "@/lib/domain/productions";
import type { ChecklistName } from "@/lib/domain/productions/labels";

const WORDS: Record<ChecklistName, string> = {
  details: "Title, and a day of production that isn’t in the future",
  producer_name: "The producer’s name",
  performers: "At least one performer",
  records: "Every performer signed and has a verified ID",
  depictions: "At least one depiction",
  depiction_days: "No depiction dated in the future",
};

/** What the producer needs before they can seal the records. The partner only reads it. */
export function LinkedChecklist({
  checklist: { items },
  performers,
}: Pick<LinkedProduction, "checklist" | "performers">) {
  const reviewed = performers.filter(({ state }) => state === "in_review").length;
  const missing = items.filter(({ done }) => !done).length;
  return (
    <SectionCard
      id="checklist"
      title="Checklist"
      description={missing === 0 ? "Nothing is missing." : `${counted(missing, "thing")} missing.`}
    >
      <ul className="flex flex-col">
        {items.map(({ name, done }) => (
          <li key={name} className="flex gap-3 border-line border-b py-2 text-sm last:border-b-0">
            {done ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-done" aria-hidden />
            ) : (
              <Circle className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
            )}
            <span className={done ? "text-muted" : "font-medium"}>
              {WORDS[name]}
              {name === "records" && reviewed > 0 ? ` (${reviewed} in review)` : null}
              <span className="sr-only">{done ? ", done" : ", missing"}</span>
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
