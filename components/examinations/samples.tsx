import { Dices } from "lucide-react";
import type { Column } from "@/components/lists/data-list";
import { ListView } from "@/components/lists/list-view";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { dateText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { allSampleList, SampleRow, sampleList } from "@/lib/domain/examinations";
import type { ExaminationStatus } from "@/lib/domain/examinations/labels";

const STATUSES: Readonly<Record<ExaminationStatus | "asked", { tone: Tone; label: string }>> = {
  asked: { tone: "waiting", label: "Asked" },
  entered: { tone: "waiting", label: "To confirm" },
  confirmed: { tone: "accent", label: "Confirmed" },
  ended: { tone: "neutral", label: "Ended" },
};

/** Whether a sample was opened to its acquirer. */
export const SampleBadge = ({ status }: Pick<SampleRow, "status">) => {
  const { tone, label } = STATUSES[status ?? "asked"];
  return (
    <StatusBadge tone={tone} ended={status === "ended"}>
      {label}
    </StatusBadge>
  );
};

const BASES = { logged: "Logged", produced: "Produced" } as const;

/** The days that a sample is about. */
export const SampleDays = ({ basis, fromDay, untilDay }: Pick<SampleRow, "basis" | "fromDay" | "untilDay">) => {
  const [from, until] = [fromDay, untilDay].map((at) => dateText(at.getTime()));
  return <>{`${BASES[basis]} ${from === until ? from : `${from} to ${until}`}`}</>;
};

const columns = (isCustodian: boolean): Column<SampleRow>[] => [
  {
    header: "Acquirer",
    primary: true,
    cell: ({ number, acquirer, partnerName }) => (
      <span className="flex flex-col">
        <span className="wrap-anywhere">{acquirer}</span>
        <span className="wrap-anywhere font-normal text-muted text-xs">
          {isCustodian ? `${partnerName}, ` : null}No. {number}
        </span>
      </span>
    ),
  },
  { header: "Records", cell: SampleDays },
  { header: "Drawn", cell: ({ drawn, population }) => `${drawn} of ${population}` },
  {
    header: "Asked by",
    cell: ({ byCustodian }) => (byCustodian ? "A custodian" : isCustodian ? "The partner" : "Your team"),
  },
  { header: "Asked", cell: ({ askedAt }) => <Time at={askedAt} /> },
  { header: "Status", cell: SampleBadge },
];

type SampleListProps =
  | ({ area: "portal" } & Listed<typeof sampleList>)
  | ({ area: "custodian" } & Listed<typeof allSampleList>);

/** The samples that a partner’s admins or custodians see. */
export const SampleList = ({ area, ...list }: SampleListProps) => (
  <ListView
    {...list}
    path={`/${area}/samples`}
    caption="Samples, newest first"
    columns={columns(area === "custodian")}
    {...(area === "custodian" && { rowHref: ({ id }: SampleRow) => `/custodian/samples/${id}` })}
    empty={{
      icon: <Dices aria-hidden />,
      title: "No samples",
      children: "Ask for one when an acquirer wants to see random records.",
    }}
  />
);
