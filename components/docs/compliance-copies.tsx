import { TextLink } from "@/components/ui/link";
import { Examples } from "./examples";
import { InlineText, Section } from "./section";
import { FactsTable } from "./tables";

const EXAMPLES = {
  curl: `curl -T copy.jpg -H 'Content-Type: image/jpeg' "$UPLOAD_URL"`,
  node: `import { openAsBlob } from "node:fs";

const { url, method, headers } = result.complianceCopyUpload;
const response = await fetch(url, { method, headers, body: await openAsBlob("copy.jpg") });
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);`,
  python: `import os
from urllib.request import Request, urlopen

upload = result["complianceCopyUpload"]
with open("copy.jpg", "rb") as file:
    length = {"Content-Length": str(os.path.getsize("copy.jpg"))}
    request = Request(upload["url"], method=upload["method"], headers=upload["headers"] | length, data=file)
    urlopen(request)`,
};

const ANSWERS = [
  ["200", "The file is there.", "Confirm it."],
  [
    "4xx",
    "`Content-Type` or `Content-Length` is missing or not as declared, or the URL has ended. Nothing was kept.",
    "Mend the request. Once the 15 minutes are over, confirm: `NOT_UPLOADED` brings a fresh URL.",
  ],
  ["5xx, or none", "The connection or the storage failed. Nothing was kept.", "PUT it to the same URL again."],
] as const;

const RULES = [
  "An image is below 5 MB, a video below 500 MB; a MB is 1,048,576 bytes.",
  "The first declaration stands. A repeat of the log call changes neither type nor length; where they were wrong, take the content down and log it under another `externalContentId`.",
  "What the file is, is looked at when you confirm, not by the PUT: one that is not of the declared type is thrown away then, with `TYPE_MISMATCH`.",
  "You can upload and confirm in any account status, even after the creator is suspended or unlinked from you.",
  "Without an `externalContentId` there is no confirming: the call has it in its path.",
  "A copy that is not confirmed 15 minutes after it was declared stands in your portal, with the calls that mend it. No event is sent.",
];

/** How a compliance copy gets from the log call to its confirmation. */
export function ComplianceCopies() {
  return (
    <Section id="compliance-copies" title="Compliance copies">
      <p className="max-w-3xl">
        <InlineText text="Three steps: declare the copy in the log call, PUT the file to `complianceCopyUpload.url` of the answer, confirm. Log and confirm are calls of this API. The PUT goes to the storage: without your key, with `complianceCopyUpload.headers`, and with exactly as many bytes as you declared." />
      </p>
      <Examples examples={EXAMPLES} />
      <p className="max-w-3xl">
        <InlineText text="Go by the status; the body is for people and may be of any form." />
      </p>
      <FactsTable caption="Answers to the upload" columns={["Status", "Meaning", "What you do"]} rows={ANSWERS} />
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        {RULES.map((rule) => (
          <li key={rule}>
            <InlineText text={rule} />
          </li>
        ))}
      </ul>
      <p className="max-w-3xl">
        Published before you came here? <TextLink href="/portal/content/import">Import it from a file</TextLink>; an
        imported record may do without a copy.
      </p>
    </Section>
  );
}
