import { Heading, InlineLink } from "@/components/acts/parts";
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

type OverviewProps = { token: string; examination: Opened; opens: ScopeFigures; sees: Sees };

/** What an examiner reads first: what is open to them, and where to start. */
export const Overview = ({ token, examination, opens, sees }: OverviewProps) => (
  <>
    <Heading title="Records open to you">
      You can view them here until {minuteText(examination.closesAt)}. You can’t change a record.
    </Heading>
    <SectionCard id="in-scope" title="In scope">
      <OpensFigures opens={opens} />
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

/** Removal requests of the last months, as the monthly report counts them. Times are in hours. */
export const RemovalFigures = ({ months }: { months: readonly MonthFigures[] }) => (
  <SectionCard
    id="removals"
    title="Removal requests"
    description="Of the whole service, by month in New York. Without the names of claimants."
  >
    <div className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            {["Month", "Received", "Decided", "Withdrawn", "Median", "Longest", "Late", "Open"].map((head) => (
              <th key={head} scope="col" className="py-2 pr-4 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, received, done, dropped, medianHours, longestHours, breached, open }) => (
            <tr key={month} className="border-line border-b last:border-b-0">
              <th scope="row" className="whitespace-nowrap py-2 pr-4 text-left font-medium">
                {month}
              </th>
              {[received, done, dropped, hours(medianHours), hours(longestHours), breached, open].map(
                (value, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                  <td key={column} className="whitespace-nowrap py-2 pr-4">
                    {value}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </SectionCard>
);
