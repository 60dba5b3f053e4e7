import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  // Phones must not turn document numbers into call links.
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

/** Pages behind a link. Each page renders its own frame, because the frame names the platform. */
export default function HostedLayout({ children }: { children: ReactNode }) {
  return children;
}
