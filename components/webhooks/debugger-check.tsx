import { CircleCheck, CircleHelp, CircleX, Clock } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Check } from "@/lib/domain/webhooks/debugging/explain-signature";
import { visibleText } from "./attempt-text";

const PARTS: Record<Check["part"], string> = {
  header: "Headers",
  timestamp: "Time",
  id: "Event id",
  body: "Body",
  secret: "Secret",
  signature: "Signature",
};

const STATES = {
  ok: { icon: CircleCheck, look: "text-done", word: "matches" },
  wrong: { icon: CircleX, look: "text-harm", word: "does not match" },
  note: { icon: Clock, look: "text-waiting", word: "to be known" },
  unknown: { icon: CircleHelp, look: "text-muted", word: "cannot be told" },
};

/** One part of a message, and whether it is right. The sign's meaning is there in words too. */
export function DebuggerCheck({ part, state, says }: Check) {
  const { icon: Icon, look, word } = STATES[state];
  return (
    <li className="flex gap-3 border-line border-b py-3 text-sm last:border-b-0 last:pb-0">
      <Icon className={cn("mt-0.5 size-4 shrink-0", look)} aria-hidden />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
        <span className={cn("font-medium", state === "wrong" && look)}>
          {PARTS[part]}
          <span className="sr-only"> {word}:</span>
        </span>
        <span className={cn("wrap-anywhere min-w-0", state === "wrong" ? "text-ink" : "text-muted")}>
          {visibleText(says)}
        </span>
      </div>
    </li>
  );
}
