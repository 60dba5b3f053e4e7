import { Check, X } from "lucide-react";
import { Time } from "@/components/ui/time";
import type { Answer } from "@/lib/domain/scenes/consents";

/** Each consent that a release asked for, as given or not, or withdrawn since. The producer's words of an act can't change the direction of ours. */
export const Answers = ({ answers }: { answers: readonly Answer[] }) => (
  <ul className="flex flex-col">
    {answers.map(({ key, kind, label, isNeeded, isGiven, withdrawnAt }) => (
      <li
        key={key}
        className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-2 text-sm last:border-b-0"
      >
        <span className="wrap-anywhere min-w-0">
          {kind === "act" ? (
            <>
              “<bdi>{label}</bdi>”
            </>
          ) : (
            label
          )}
          {isNeeded ? <span className="text-muted">, needed</span> : null}
        </span>
        {withdrawnAt ? (
          <span className="flex items-center gap-1 font-medium">
            <X aria-hidden className="size-4" />
            Withdrawn on <Time at={withdrawnAt} as="date" />
          </span>
        ) : (
          <span className={isGiven ? "flex items-center gap-1 text-done" : "flex items-center gap-1 font-medium"}>
            {isGiven ? <Check aria-hidden className="size-4" /> : <X aria-hidden className="size-4" />}
            {isGiven ? "Given" : "Not given"}
          </span>
        )}
      </li>
    ))}
  </ul>
);
