import { type PhotosProps, PhotosStep } from "@/app/(hosted)/identity-steps/photos-step";
import { titles } from "@/app/(hosted)/identity-steps/steps";
import { openDraft } from "../host";
import { takePhotoOutAction } from "../step-actions";

export const metadata = titles.photos;

export default async function PhotosPage({ params, searchParams }: PhotosProps) {
  const draft = await openDraft((await params).token);
  return PhotosStep({ draft, failed: await searchParams, removeAction: takePhotoOutAction });
}
