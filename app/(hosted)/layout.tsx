import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  // A phone must not turn a document's number into a link to call.
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

/** What people reach by a link. Each page brings its own frame, because the frame says whose platform asks. */
export default function HostedLayout({ children }: { children: ReactNode }) {
  return children;
}
