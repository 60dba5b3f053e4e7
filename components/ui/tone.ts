/**
 * What a colour means here, everywhere: `done` is green and only for finished, `waiting` is amber and only for
 * something that waits on the reader, `harm` is red and only for damage. All else is `neutral`.
 */
export type Tone = "neutral" | "accent" | "done" | "waiting" | "harm";

export const toneSoft: Record<Tone, string> = {
  neutral: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent-text",
  done: "bg-done-soft text-done",
  waiting: "bg-waiting-soft text-waiting",
  harm: "bg-harm-soft text-harm",
};

export const toneText: Record<Tone, string> = {
  neutral: "text-ink",
  accent: "text-accent-text",
  done: "text-done",
  waiting: "text-waiting",
  harm: "text-harm",
};
