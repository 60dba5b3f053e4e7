import { RadioCards } from "@/components/ui/radio-cards";

const OPTIONS = [
  { value: "succeeds", label: "Visa •••• 4242", description: "Works, now and later." },
  { value: "declines", label: "Visa •••• 0002", description: "Is declined." },
  { value: "authenticates", label: "Visa •••• 3155", description: "Your bank asks whether it is you. Works later." },
  {
    value: "always_authenticates",
    label: "Mastercard •••• 3184",
    description: "Your bank asks each time: later charges fail, because you are not there to answer.",
  },
  {
    value: "declines_later",
    label: "Visa •••• 0341",
    description: "Works now. Renewals and later charges are declined.",
  },
] as const;

/** The cards of the simulation, by what they do. */
export const CardChoice = ({ legend = "Card", error }: { legend?: string; error?: string }) => (
  <RadioCards name="card" legend={legend} error={error} options={OPTIONS} defaultValue="succeeds" />
);
