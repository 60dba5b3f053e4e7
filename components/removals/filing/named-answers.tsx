import { InlineLink } from "@/components/acts/parts";
import {
  besidesInWords,
  type DeviceCounts,
  type DeviceKind,
  fileName,
  hashesInWords,
  PDQ_MEANS,
  pastedInWords,
  plainly,
} from "@/lib/domain/removals/filing/labels";
import type { Answers } from "@/lib/domain/removals/filing/schemas";
import { Fact } from "./request-parts";

type NamedAnswersProps = { answers: Partial<Answers>; changeHref: string };

/** What a request will name, in the order of the claimant's page, so that the claimant misses what was lost before they sign. */
export function NamedAnswers({ answers, changeHref }: NamedAnswersProps) {
  const { urls = [], description, sha256s = [], files = [] } = answers;
  const kinds = new Map<string, DeviceKind>([
    ...sha256s.map((sha256) => [sha256, "file"] as const),
    ...files.map(({ sha256, kind, hashes }) => [sha256, hashes.length > 0 ? kind : "file"] as const),
  ]);
  const names = [...kinds].map(([sha256, kind], n) => fileName(kind, n + 1, sha256));
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">What you ask us to remove</h2>
      <dl className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
        <Fact label="Web addresses">{urls.join("\n") || "None"}</Fact>
        <Fact label="Description">{description ? <span className="line-clamp-4">{description}</span> : "None"}</Fact>
        <Fact label="Pictures, videos and other files">{names.join(", ") || "None"}</Fact>
      </dl>
      <p className="text-sm">
        <InlineLink href={changeHref}>Change what we look for</InlineLink>
      </p>
    </section>
  );
}

/** What the service has of a claimant's files before they sign: it came with the answers, computed by their browser or pasted. */
export const GivenHashes = ({ counts }: { counts: DeviceCounts }) => {
  const { files, pictures, pasted = 0 } = counts;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">What we have of your files</h2>
      <p>Your files stay on your device. We have hashes of them. {plainly(counts)}</p>
      <details>
        <summary className="cursor-pointer text-sm">What we have, exactly</summary>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-sm">
          {files > 0 ? (
            <>
              <li>We have {hashesInWords(counts)}.</li>
              <li>We also know {besidesInWords(counts)}.</li>
            </>
          ) : null}
          {pasted > 0 ? (
            <li>
              We {files > 0 ? "also " : ""}have {pastedInWords(pasted)} that you typed or pasted. Your browser didn’t
              compute {pasted === 1 ? "it" : "them"}.
            </li>
          ) : null}
          {pictures > 0 ? <li>{PDQ_MEANS}</li> : null}
          <li>Nothing else of your files left your device. We never see them.</li>
        </ul>
      </details>
    </section>
  );
};
