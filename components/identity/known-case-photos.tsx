import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/form";
import { type DocumentType, type PhotoKind, photosNeeded, photoTitle } from "@/lib/domain/identity/documents";

type KnownCasePhotosProps = {
  id: string;
  documentType: DocumentType | null;
  missing: readonly PhotoKind[];
  /** Why the last one wasn’t kept. */
  problem: string | undefined;
};

/** The photos of a known case, and plain forms for those that are missing, so that they work without scripts. */
export const KnownCasePhotos = ({ id, documentType, missing, problem }: KnownCasePhotosProps) => (
  <SectionCard id="photos" title="Photos" description="You can’t replace them." body="flex flex-col gap-6">
    {problem ? <Callout tone="harm" title={problem} live /> : null}
    {photosNeeded(documentType).map((kind) => {
      const title = kind === "person" ? "The person" : photoTitle(kind, documentType);
      return missing.includes(kind) ? (
        <form
          key={kind}
          action={`/custodian/known-cases/${id}/photos/${kind}`}
          method="post"
          encType="multipart/form-data"
          className="flex flex-wrap items-end gap-4"
        >
          <Field name="photo" id={`photo-${kind}`} label={title} className="min-w-0 grow">
            <Input type="file" accept="image/*" required />
          </Field>
          <SubmitButton variant="secondary">Add photo</SubmitButton>
        </form>
      ) : (
        <p key={kind}>
          {title}: <span className="text-done">added</span>
        </p>
      );
    })}
  </SectionCard>
);
