import { Card, CardBody, CardHeader, KeyValue } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";

const CSV = `externalUserId,contentUrl,title,contentType,externalContentId,productionDate
creator-1042,https://platform.example.com/posts/1001,Behind the scenes,video,post-1001,2023-04-05T18:00:00Z
creator-1042,https://platform.example.com/posts/1002,"Summer, at the lake",image,post-1002,2024-07-19T09:30:00+02:00`;

const JSONL = `{"email":"ada@example.com","contentUrl":"https://platform.example.com/posts/1003","title":"Rooftop","externalContentId":"post-1003","productionDate":"2025-01-31T12:00:00Z"}`;

const Name = ({ children }: { children: string }) => <code className="font-mono text-xs">{children}</code>;

const FACTS = [
  {
    label: "Whose record",
    value: (
      <>
        <Name>accountId</Name>, <Name>externalUserId</Name> or <Name>email</Name>. The creator must be one of yours, and
        verified; a suspended one is fine.
      </>
    ),
  },
  {
    label: "Needed",
    value: (
      <>
        <Name>contentUrl</Name> and <Name>title</Name>. Always send <Name>externalContentId</Name> too: it keeps a
        second import from writing a record twice, and you need it to confirm a copy and to take the record down.
      </>
    ),
  },
  {
    label: "Date",
    value: (
      <>
        <Name>productionDate</Name>, with a time. The seven years begin there, or now when it is left out.
      </>
    ),
  },
  {
    label: "Also known",
    value: (
      <>
        <Name>contentType</Name>, <Name>platform</Name>, <Name>fileHash</Name>, <Name>complianceCopyMimeType</Name> and{" "}
        <Name>complianceCopySizeBytes</Name>. A record without a compliance copy is taken, and says so.
      </>
    ),
  },
  {
    label: "JSON lines",
    value: (
      <>
        A <Name>.jsonl</Name> file holds one object on each line: the body of a log call, and whose record it is.
      </>
    ),
  },
  {
    label: "In the log already",
    value: (
      <>
        Told by <Name>externalContentId</Name>, without one by <Name>contentUrl</Name>. Such a record stays as it is.
        The report names the rows that say something else of it, or that are of something taken down.
      </>
    ),
  },
  { label: "Limits", value: "500 MB for the file, 64 KB for a row, UTF-8, commas between columns." },
];

/** What a file must look like. */
export const ImportFormat = () => (
  <Card as="section">
    <CardHeader
      title="What the file looks like"
      description="The first line names the columns, in any order. Each new record tells your webhooks, as a log call does."
    />
    <CardBody className="flex flex-col gap-4">
      <CodeBlock label="records.csv" code={CSV} />
      <CodeBlock label="records.jsonl" code={JSONL} wrap />
      <KeyValue items={FACTS} />
    </CardBody>
  </Card>
);
