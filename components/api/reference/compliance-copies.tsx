import { TextLink } from "@/components/ui/link";
import { Prose, Section, Sentences } from "./section";
import { Examples, FactsTable } from "./tables";

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
  php: `$upload = $result["complianceCopyUpload"];
$headers = array_map(
    fn ($name, $value) => "$name: $value",
    array_keys($upload["headers"]),
    $upload["headers"],
);
$context = stream_context_create(["http" => [
    "method" => $upload["method"],
    "header" => $headers,
    "content" => file_get_contents("copy.jpg"),
]]);
if (file_get_contents($upload["url"], false, $context) === false) exit(1);`,
};

const ANSWERS = [
  ["200", "The file arrived.", "Confirm the copy."],
  [
    "4xx",
    "`Content-Type` or `Content-Length` is missing or differs from the declaration, or the URL has expired. Nothing was stored.",
    "Fix the request and retry. After 15 minutes, call confirm: `NOT_UPLOADED` comes with a new URL.",
  ],
  ["5xx, or none", "The connection or the storage failed. Nothing was stored.", "Retry the PUT to the same URL."],
] as const;

const RULES = [
  "Images must be under 5 MB, videos under 500 MB. One MB is 1,048,576 bytes.",
  "You can’t change the declared type or length by repeating the log call. If they were wrong, take the content down and log it under another `externalContentId`.",
  "We check the file’s type when you confirm, not during the PUT. A file of another type is deleted, with `TYPE_MISMATCH`.",
  "You can upload and confirm in any account status, even after the creator is suspended or unlinked.",
  "Confirming needs an `externalContentId`, because the call has it in its path.",
  "Your portal lists copies that are unconfirmed after 15 minutes, with the calls that fix them. We send no event.",
];

/** How to upload a compliance copy: declare, PUT, confirm. */
export function ComplianceCopies() {
  return (
    <Section id="compliance-copies" title="Compliance copies">
      <Prose text="Three steps: declare the copy in the log call, PUT the file to `complianceCopyUpload.url` of the response, then confirm. Log and confirm are calls of this API. The PUT goes to storage: send `complianceCopyUpload.headers`, not your key, and exactly the number of bytes you declared." />
      <Examples examples={EXAMPLES} />
      <Prose text="Rely on the status. The body is for people and its format may change." />
      <FactsTable caption="Responses to the upload" columns={["Status", "Meaning", "What you do"]} rows={ANSWERS} />
      <Sentences items={RULES} />
      <p className="max-w-3xl">
        For content published before you joined, <TextLink href="/portal/content/import">import a file</TextLink>.
        Imported records don’t need a copy.
      </p>
    </Section>
  );
}
