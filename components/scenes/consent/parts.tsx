import type { ReactNode } from "react";

/** The platform's title of a scene, in quotation marks. Its letters can't change the direction of ours. */
export const SceneTitle = ({ children }: { children: string }) => (
  <strong className="wrap-anywhere font-medium text-ink">
    “<bdi>{children}</bdi>”
  </strong>
);

/** A plain link to another page of ours, because these pages load no router. */
export const QuietLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="inline-block rounded-sm py-2 text-accent-text underline underline-offset-4">
    {children}
  </a>
);

/** The person's signed copy: `url` is null until it is made, some seconds after the signature. */
export const CopyLine = ({ url }: { url: string | null }) =>
  url ? (
    <p>
      <QuietLink href={url}>Download your signed copy</QuietLink>
    </p>
  ) : (
    <p className="text-muted text-sm">We email you a link to your signed copy in a moment. It also appears here.</p>
  );
