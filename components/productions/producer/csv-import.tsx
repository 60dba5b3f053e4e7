import { Upload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Field, Input } from "@/components/ui/field";
import { counted } from "@/components/ui/format";
import { CSV_ROWS_MOST } from "@/lib/domain/productions/labels";
import { CSV_MEGABYTES_MOST } from "./csv-format";

/** Sends a CSV file. A plain form, so that it works without scripts. */
export const CsvForm = ({ address }: { address: string }) => (
  <SectionCard id="upload" title="Upload a file">
    <form action={address} method="post" encType="multipart/form-data" className="flex flex-col items-start gap-4">
      <Field
        name="file"
        label="CSV file"
        hint={`Up to ${counted(CSV_ROWS_MOST, "row")} and ${CSV_MEGABYTES_MOST} MB.`}
        className="w-full"
      >
        <Input type="file" accept=".csv,text/csv" required />
      </Field>
      <Button type="submit" variant="primary" icon={<Upload aria-hidden />}>
        Import file
      </Button>
    </form>
  </SectionCard>
);

type CsvReportProps = {
  report: {
    fileName: string;
    problem: string | null;
    rows: readonly { line: number; reason: string }[];
    count: number;
  };
};

/** What is wrong with a file. */
export const CsvReport = ({ report: { fileName, problem, rows, count } }: CsvReportProps) => (
  <Callout
    tone="harm"
    title={
      <span className="wrap-anywhere">
        {fileName ? `Nothing imported from ${fileName}` : "Nothing imported"}
        {count > 0 ? `: ${counted(count, "wrong row")}` : null}
      </span>
    }
  >
    {problem ? <p className="wrap-anywhere">{problem}</p> : null}
    {rows.length > 0 ? (
      <>
        <p>Fix {count === 1 ? "it" : "them"} and import the file again.</p>
        <ul className="mt-3 flex flex-col divide-y divide-line border-line border-y text-ink">
          {rows.map(({ line, reason }) => (
            <li key={`${line} ${reason}`} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
              <span className="w-20 shrink-0 font-medium tabular-nums">Line {line.toLocaleString("en")}</span>
              <span className="wrap-anywhere min-w-0">{reason}</span>
            </li>
          ))}
        </ul>
        {count > rows.length ? <p className="mt-2">And {counted(count - rows.length, "row")} more.</p> : null}
      </>
    ) : null}
  </Callout>
);

const CSV = `url,sha256,title,date
https://platform.example.com/videos/1001,2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824,Summer at the lake,2026-09-04
https://platform.example.com/videos/1002,,"Summer, the trailer",2026-09-05`;

const Name = ({ children }: { children: string }) => <code className="font-mono text-xs">{children}</code>;

const FACTS = [
  {
    label: "Required",
    value: (
      <>
        <Name>url</Name> and <Name>date</Name>, the day of production, such as 2026-09-04.
      </>
    ),
  },
  {
    label: "Optional",
    value: (
      <>
        <Name>title</Name>, and <Name>sha256</Name> of the file, in 64 hexadecimal characters.
      </>
    ),
  },
  {
    label: "Existing",
    value:
      "We skip a row whose URL and values this production already has. The same URL with other values is an error.",
  },
];

/** The file format, with an example. */
export const CsvFormat = () => (
  <SectionCard
    id="format"
    title="File format"
    description="The first line names the columns, in any order. UTF-8, with commas."
    body="flex flex-col gap-4"
  >
    <CodeBlock label="depictions.csv" code={CSV} />
    <KeyValue items={FACTS} />
  </SectionCard>
);
