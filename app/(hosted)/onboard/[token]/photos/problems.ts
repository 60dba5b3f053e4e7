import { wordsFor } from "@/components/ui/list-address";
import { PHOTO_PROBLEMS } from "@/lib/platform/photos";

// What the upload may answer, for its script and for the page that is shown after a form.
const WORDS: Record<string, string> = {
  ...PHOTO_PROBLEMS,
  interrupted: "The photo did not arrive whole. Send it again.",
  too_slow: "The photo took too long to arrive. Look at your connection, or choose a smaller size, and send it again.",
  too_often: "Many photos were sent from here in a short time. Send this one again in a quarter of an hour.",
  busy: "Other photos are still arriving, so this one was not taken. Send it again in a moment.",
};

/** The words for a problem named in an address; undefined for what nobody of us wrote there. */
export const problemWords = (problem: string | string[] | undefined): string | undefined => wordsFor(WORDS, problem);
