// What the upload may answer, for its script and for the page that is shown after a form.
const WORDS: Record<string, string> = {
  empty: "No photo arrived. Choose it again.",
  too_large: "The photo is larger than 15 MB. Take it again, or choose a smaller size.",
  heic: "This photo is in Apple's HEIC format, which we cannot read. Take it again here with the camera, or save it as JPEG.",
  not_a_photo: "This file is not a photo that we can read. Choose a JPEG, PNG or WebP photo.",
  unreadable: "We could not read the photo: the file is damaged or incomplete. Take it again.",
  too_small: "The photo is too small to read. It needs at least 480 pixels on its shorter side.",
  too_many_pixels: "The photo has too many pixels. Take it again with the normal camera setting.",
  interrupted: "The photo did not arrive whole. Send it again.",
  too_slow: "The photo took too long to arrive. Look at your connection, or choose a smaller size, and send it again.",
  too_often: "Many photos were sent from here in a short time. Send this one again in a quarter of an hour.",
  busy: "Other photos are still arriving, so this one was not taken. Send it again in a moment.",
};

/** The words for a problem named in an address; undefined for what nobody of us wrote there. */
export const problemWords = (problem: string | string[] | undefined): string | undefined =>
  typeof problem === "string" && Object.hasOwn(WORDS, problem) ? WORDS[problem] : undefined;
