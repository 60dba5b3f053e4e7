import { Fragment } from "react";

// After what separates the parts of a URL or an email address, but not within "://".
const PLACES = /(?<=[@?&=]|\/(?!\/))/;

/** A URL, an email address or an id that breaks between its parts, and within one only if it is too long for a line. */
export const Breakable = ({ text }: { text: string }) => (
  <span className="wrap-anywhere">
    {text.split(PLACES).map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat, and never move
      <Fragment key={place}>
        {place > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ))}
  </span>
);
