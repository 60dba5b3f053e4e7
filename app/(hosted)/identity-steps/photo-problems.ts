import { wordsFor } from "@/components/lists/list-address";
import { PHOTO_PROBLEMS } from "@/lib/platform/photos";

// The upload's answers, for its script and for the page shown after a form.
const WORDS: Record<string, string> = {
  ...PHOTO_PROBLEMS,
  interrupted: "The upload was interrupted. Send the photo again.",
  too_slow: "The upload took too long. Check your connection or choose a smaller photo, then send it again.",
  too_often: "You sent many photos in a short time. Send this one again in 15 minutes.",
  busy: "We’re receiving many photos right now. Send this one again in a moment.",
};

/** The message for a problem named in an address; undefined for an unknown problem. */
export const problemWords = (problem: string | string[] | undefined): string | undefined => wordsFor(WORDS, problem);
