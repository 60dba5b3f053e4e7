import { KeyValue } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { TitledCard } from "@/components/ui/section";

const CSV = `externalUserId,contentUrl,title,contentType,externalContentId,productionDate
creator-42,https://platform.example.com/posts/1001,Behind the scenes,video,post-1001,2023-04-05T18:00:00Z
creator-42,https://platform.example.com/posts/1002,"Summer, at the lake",image,post-1002,2024-07-19T09:30:00+02:00`;

const JSONL = `{"email":"ada@example.com","contentUrl":"https://platform.example.com/posts/1003","title":"Rooftop","externalContentId":"post-1003","productionDate":"2025-01-31T12:00:00Z"}`;

const Name = ({ children }: { children: string }) => <code className="font-mono text-xs">{children}</code>;

const FACTS = [
  {
    label: "Creator",
    value: (
      <>
        <Name>accountId</Name>, <Name>externalUserId</Name> or <Name>email</Name>. The creator must be one of yours and
        verified. Suspended creators are fine.
      </>
    ),
  },
  {
    label: "Required",
    value: (
      <>
        <Name>contentUrl</Name> and <Name>title</Name>. Always send <Name>externalContentId</Name> too. It prevents
        duplicates when you re-import, and the API needs it to confirm a copy or take the record down.
      </>
    ),
  },
  {
    label: "Date",
    value: (
      <>
        <Name>productionDate</Name>, with a time. The seven years start there, or now if you leave it out.
      </>
    ),
  },
  {
    label: "Optional",
    value: (
      <>
        <Name>contentType</Name>, <Name>platform</Name>, <Name>fileHash</Name>, <Name>complianceCopyMimeType</Name> and{" "}
        <Name>complianceCopySizeBytes</Name>. A record without a compliance copy is imported and marked as missing it.
      </>
    ),
  },
  {
    label: "JSON lines",
    value: (
      <>
        A <Name>.jsonl</Name> file has one object per line: the body of a log call, plus the creator.
      </>
    ),
  },
  {
    label: "Existing records",
    value: (
      <>
        Matched by <Name>externalContentId</Name>, or by <Name>contentUrl</Name> if there is none. They don’t change.
        The report lists rows that differ from the log or were taken down.
      </>
    ),
  },
  { label: "Limits", value: "500 MB per file, 64 KB per row, UTF-8, comma-separated." },
];

export const ImportFormat = () => (
  <TitledCard
    title="File format"
    description="The first line names the columns, in any order. Each new record sends a webhook event, like a log call."
    body="flex flex-col gap-4"
  >
    <CodeBlock label="records.csv" code={CSV} />
    <CodeBlock label="records.jsonl" code={JSONL} wrap />
    <KeyValue items={FACTS} />
  </TitledCard>
);
