import type { ReactNode } from "react";

/** Where people find everything that concerns them, whichever platform they came by. */
export function RoomLine({ children }: { children: ReactNode }) {
  return (
    <p className="text-muted text-sm">
      {children}{" "}
      <a href="/creator" className="rounded-sm text-accent-text underline underline-offset-4">
        Go to your room
      </a>
    </p>
  );
}
