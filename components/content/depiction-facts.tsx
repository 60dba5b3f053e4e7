import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { DepictionDetail } from "@/lib/domain/content";

/** What the partner sent of a depiction, and the ids it got. */
export function DepictionFacts({ depiction }: { depiction: DepictionDetail }) {
  const { externalContentId, creator, fileHash } = depiction;
  return (
    <KeyValue
      items={[
        { label: "URL", value: <CopyId value={depiction.contentUrl} label="URL" /> },
        {
          label: "Your content id",
          value: externalContentId ? (
            <CopyId value={externalContentId} label="content id" />
          ) : (
            "None sent. The API can neither confirm its copy nor remove it; remove it here."
          ),
        },
        {
          label: "Creator",
          value: (
            <>
              <TextLink href={`/portal/creators/${creator.accountId}`}>{creator.externalUserId}</TextLink>
              <span className="text-muted">, {creator.email}</span>
              <br />
              <TextLink href={`/portal/content?creator=${creator.accountId}`}>All of their content</TextLink>
            </>
          ),
        },
        { label: "Type", value: depiction.contentType },
        { label: "Platform", value: depiction.platform },
        { label: "Produced", value: <Time at={depiction.productionDate} as="datetime" /> },
        { label: "Logged", value: <Time at={depiction.createdAt} as="datetime" /> },
        { label: "Your file hash", value: fileHash ? <CopyId value={fileHash} label="file hash" /> : "None sent" },
        { label: "Depiction id", value: <CopyId value={depiction.id} label="depiction id" /> },
        { label: "Content log id", value: <CopyId value={depiction.contentLogId} label="content log id" /> },
      ]}
    />
  );
}
