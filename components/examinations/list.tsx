import { ScanSearch } from "lucide-react";
import { reservable, reservableHref } from "@/components/custody/record-link";
import { ListView } from "@/components/lists/list-view";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Page } from "@/lib/domain/core/lists";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type { ExaminationRow } from "@/lib/domain/examinations";
import { type ExaminationStatus, PROFILE_LABELS, STATUS_LABELS } from "@/lib/domain/examinations/labels";

const TONES: Readonly<Record<ExaminationStatus, Tone>> = { entered: "waiting", confirmed: "accent", ended: "neutral" };

/** The status of an examination. */
export const ExaminationBadge = ({ status }: { status: ExaminationStatus }) => (
  <StatusBadge tone={TONES[status]} ended={status === "ended"}>
    {STATUS_LABELS[status]}
  </StatusBadge>
);

const COLUMNS = reservable<ExaminationRow>([
  { header: "Agency", primary: true, cell: ({ agency }) => <span className="wrap-anywhere">{agency}</span> },
  { header: "Examiner", cell: ({ examiner }) => <span className="wrap-anywhere">{examiner}</span> },
  { header: "Profile", cell: ({ profile }) => PROFILE_LABELS[profile].label },
  { header: "Opens", cell: ({ opensAt }) => <Time at={opensAt} as="datetime" /> },
  { header: "Closes", cell: ({ closesAt }) => <Time at={closesAt} as="datetime" /> },
  { header: "Status", cell: ({ status }) => <ExaminationBadge status={status} /> },
]);

/** All examinations, for a custodian. */
export const ExaminationList = (page: Page<ExaminationRow | Reserved>) => (
  <ListView
    {...page}
    path="/custodian/examinations"
    address={{}}
    caption="Examinations, newest first"
    rowHref={reservableHref(({ id }) => `/custodian/examinations/${id}`)}
    columns={COLUMNS}
    empty={{
      icon: <ScanSearch aria-hidden />,
      title: "No examinations",
      children: "Enter one when someone with authority asks for records.",
    }}
  />
);
