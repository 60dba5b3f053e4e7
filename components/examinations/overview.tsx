import { Heading, InlineLink } from "@/components/acts/parts";
import { type Column, DataList } from "@/components/lists/data-list";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/link";
import type { MonthFigures, Opened, ScopeFigures } from "@/lib/domain/examinations";
import { INDEX_LABELS, type IndexName, type Sees } from "@/lib/domain/examinations/labels";
import { minuteText } from "@/lib/platform/date-text";

const LINES: readonly [Exclude<keyof ScopeFigures, "isMore">, string, string?][] = [
  ["productions", "production"],
  ["scenes", "scene"],
  ["depictions", "depiction"],
  ["people", "performer"],
  ["ids", "verified ID"],
  ["copies", "stored copy", "stored copies"],
  ["releases", "signed release"],
];

/** What an examination opens, in numbers: of a large one, at least. */
export const OpensFigures = ({ opens }: { opens: ScopeFigures }) => (
  <div className="flex flex-col gap-4">
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {LINES.map(([name, one, many = `${one}s`]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-muted text-sm">{opens[name] === 1 ? one : many}</dt>
          <dd className="font-semibold text-lg tabular-nums">{`${opens[name]}${opens.isMore ? "+" : ""}`}</dd>
        </div>
      ))}
    </dl>
    {opens.isMore ? <p className="text-muted text-sm">Counted in the first 10,000 records. There are more.</p> : null}
  </div>
);

const LEADS: Readonly<Record<IndexName, string>> = {
  names: "Every performer by legal name, with their records.",
  aliases: "Stage names and former names, with the legal name of each.",
  titles: "Every depiction, scene and production by title. Search by title, web address or id.",
};

type OverviewProps = {
  token: string;
  examination: Opened;
  opens: ScopeFigures;
  /** When the custodian last narrowed the scope. */
  narrowedAt: Date | null;
  sees: Sees;
};

/** What an examiner reads first: what is open to them, and where to start. */
export const Overview = ({ token, examination, opens, narrowedAt, sees }: OverviewProps) => (
  <>
    {sees.indexes.length > 0 ? (
      <Heading title="Records open to you">
        You can view them here until {minuteText(examination.closesAt)}. You can’t change a record.
      </Heading>
    ) : (
      <Heading title="Figures and processes">
        You can view them here until {minuteText(examination.closesAt)}. They show no one’s name, ID or record.
      </Heading>
    )}
    <SectionCard id="in-scope" title="In scope" body="flex flex-col gap-4">
      <OpensFigures opens={opens} />
      {narrowedAt ? (
        <p className="text-muted text-sm">
          The custodian narrowed the scope on {minuteText(narrowedAt)}. What is no longer in it answers like an address
          that doesn’t exist.
        </p>
      ) : null}
    </SectionCard>
    {sees.indexes.length > 0 ? (
      <section aria-labelledby="start" className="flex flex-col gap-3 print:hidden">
        <h2 id="start" className="font-semibold">
          Where to start
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {sees.indexes.map((name) => (
            <li key={name} className="flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-4">
              <p className="text-muted text-sm">{LEADS[name]}</p>
              <ButtonLink href={`/examine/${token}/index/${name}`} external className="mt-auto">
                {INDEX_LABELS[name]}
              </ButtonLink>
            </li>
          ))}
        </ul>
        {sees.exports ? (
          <p className="text-muted text-sm">
            Or <InlineLink href={`/examine/${token}/export`}>download the whole index as a CSV file</InlineLink>.
          </p>
        ) : null}
      </section>
    ) : null}
    <FactsCard
      id="examination"
      title="This examination"
      items={[
        { label: "Examiner", value: `${examination.examiner}, ${examination.agency}` },
        { label: "Credential", value: examination.credential },
        { label: "Authority", value: examination.authority },
        { label: "Window", value: `${minuteText(examination.opensAt)} to ${minuteText(examination.closesAt)}` },
        { label: "Examination id", value: <span className="break-all font-mono">{examination.id}</span> },
      ]}
    />
  </>
);

const hours = (value: number | null): string => (value === null ? "–" : `${Math.round(value * 10) / 10} h`);

const MONTHS: Column<MonthFigures>[] = [
  { header: "Month", primary: true, cell: ({ month }) => month },
  { header: "Received", align: "end", cell: ({ received }) => received },
  { header: "Decided", align: "end", cell: ({ done }) => done },
  { header: "Withdrawn", align: "end", cell: ({ dropped }) => dropped },
  { header: "Median", align: "end", cell: ({ medianHours }) => hours(medianHours) },
  { header: "Longest", align: "end", cell: ({ longestHours }) => hours(longestHours) },
  { header: "Late", align: "end", cell: ({ breached }) => breached },
  { header: "Open", align: "end", cell: ({ open }) => open },
];

/** Removal requests of the last months, as the monthly report counts them. Times are in hours. */
export const RemovalFigures = ({ months }: { months: readonly MonthFigures[] }) => (
  <SectionCard
    id="removals"
    title="Removal requests"
    description="Of the whole service, by month in New York. Without the names of claimants."
  >
    <DataList caption="Removal requests by month" rows={months} rowKey={({ month }) => month} columns={MONTHS} />
  </SectionCard>
);
