"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { PhotoKind } from "@/lib/domain/identity/documents";
import { purposeLabels, type ViewPurpose } from "@/lib/domain/identity/view-purposes";
import { EvidencePhoto } from "./evidence-photo";
import { inSentence } from "./in-sentence";

type EvidenceProps = {
  checkId: string;
  photos: readonly { id: string; kind: PhotoKind }[];
  /** When the right to see them ends. */
  until: Date;
  purpose: ViewPurpose;
  /** What stands in the place of photos where there are none. */
  empty: ReactNode;
};

/** The photos side by side, until the right to see them ends; then they leave the screen. */
export function Evidence({ checkId, photos, until, purpose, empty }: EvidenceProps) {
  const router = useRouter();
  const [over, setOver] = useState(false);
  const ends = new Date(until).getTime();
  useEffect(() => {
    const timer = setTimeout(() => {
      setOver(true);
      router.refresh();
    }, ends - Date.now());
    return () => clearTimeout(timer);
  }, [ends, router]);

  return (
    <Card as="section" aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="Photos"
        description={`Open for: ${inSentence(purposeLabels[purpose])}. Your looking is on record.`}
      />
      <CardBody className="grid gap-4 md:grid-cols-2">
        {photos.length === 0 ? empty : null}
        {over
          ? null
          : photos.map(({ id, kind }) => (
              <EvidencePhoto key={id} kind={kind} address={`/custodian/identities/${checkId}/photos/${kind}`} />
            ))}
      </CardBody>
    </Card>
  );
}
