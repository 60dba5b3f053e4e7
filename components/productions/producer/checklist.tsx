import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { RecordState } from "@/components/productions/production";
import { SectionCard } from "@/components/ui/card";
import { counted } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Performer, ProductionView } from "@/lib/domain/productions";
import { type ChecklistName, mustAct } from "@/lib/domain/productions/labels";
import { isEditable } from "./next-step";
import { productionHref } from "./production-address";

/** What a seal needs, what is missing, and who is waited for. */
export function Checklist({ production }: { production: ProductionView }) {
  const { items } = production.checklist;
  const missing = items.filter(({ done }) => !done).length;
  return (
    <SectionCard
      id="checklist"
      title="Checklist"
      description={missing === 0 ? "Nothing is missing." : `${missing} of ${items.length} missing.`}
    >
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {items.map(({ name, done }) => (
          <Point key={name} done={done} {...pointOf(name, production)} />
        ))}
      </ul>
    </SectionCard>
  );
}

type PointProps = {
  title: string;
  /** What is here, or what is missing. */
  text: ReactNode;
  done: boolean;
  /** Where the producer adds it. */
  link?: { href: string; label: string } | undefined;
};

const Point = ({ title, text, done, link }: PointProps) => (
  <li className="flex gap-3 py-4 text-sm">
    {done ? (
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-done" aria-hidden />
    ) : (
      <Circle className="mt-0.5 size-4 shrink-0 text-waiting" aria-hidden />
    )}
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <p className="font-medium">
          {title}
          <span className="sr-only">{done ? ", done" : ", missing"}</span>
        </p>
        <div className="text-muted">{text}</div>
      </div>
      {link ? <TextLink href={link.href}>{link.label}</TextLink> : null}
    </div>
  </li>
);

function pointOf(name: ChecklistName, production: ProductionView): Omit<PointProps, "done"> {
  const { title, productionDate, producer, performers, depictionCount, checklist } = production;
  const mayEdit = isEditable(production);
  const link = (label: string, page: "edit" | "performers" | "depictions") =>
    mayEdit ? { href: productionHref(production, page), label } : undefined;
  const isDone = checklist.items.some((item) => item.name === name && item.done);
  switch (name) {
    case "details":
      return {
        title: "Title and day of production",
        text: (
          <span className="wrap-anywhere">
            {title}, <Time at={productionDate} as="date" />
            {isDone ? "" : ". You can seal from that day on."}
          </span>
        ),
        link: link("Edit", "edit"),
      };
    case "producer_name":
      return { title: "Your name in the statement", text: <span className="wrap-anywhere">{producer.name}</span> };
    case "performers":
      return {
        title: "Performers",
        text:
          performers.length > 0 ? counted(performers.length, "performer") : "Add a scene with at least one performer.",
        link: link(performers.length > 0 ? "Manage" : "Add performers", "performers"),
      };
    case "records":
      return {
        title: "Releases and IDs",
        text: isDone ? (
          "Every performer signed, and their ID is verified."
        ) : (
          <WaitingFor performers={checklist.waitingFor} />
        ),
      };
    case "depictions":
      return {
        title: "Depictions",
        text: depictionCount > 0 ? counted(depictionCount, "depiction") : "Add what you publish, with its URL.",
        link: link(depictionCount > 0 ? "Manage" : "Add depictions", "depictions"),
      };
    case "depiction_days":
      return {
        title: "Days of the depictions",
        text: isDone
          ? "None is in the future."
          : depictionCount > 0
            ? "At least one is in the future."
            : "No depictions yet.",
        link: !isDone && depictionCount > 0 ? link("See depictions", "depictions") : undefined,
      };
  }
}

/** How many performers the checklist names. */
const NAMED = 20;

function WaitingFor({ performers }: { performers: readonly Performer[] }) {
  if (performers.length === 0) return "No performers yet.";
  const has = (state: Performer["state"]) => performers.some((one) => one.state === state);
  return (
    <div className="flex flex-col gap-2">
      <p>{headOf(performers)}:</p>
      <ul className="flex flex-col gap-2">
        {performers.slice(0, NAMED).map(({ email, state }) => (
          <li key={email} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-all text-ink">{email}</span>
            <RecordState state={state} />
          </li>
        ))}
      </ul>
      {performers.length > NAMED ? <p>And {performers.length - NAMED} more.</p> : null}
      {has("refused") ? <p>A refusal is final. To seal without it, remove the scene.</p> : null}
      {has("closed") ? <p>A closed scene takes no more signatures. Remove it, and ask the performers again.</p> : null}
    </div>
  );
}

/** Who is waited for. Performers first, because only they can be reminded. */
function headOf(performers: readonly Performer[]): string {
  const acting = performers.filter(({ state }) => mustAct(state)).length;
  if (acting > 0) return `Waiting for ${counted(acting, "performer")}`;
  const reviewed = performers.filter(({ state }) => state === "in_review").length;
  return reviewed > 0 ? "IDs in review" : `Not signed by ${counted(performers.length, "performer")}`;
}
